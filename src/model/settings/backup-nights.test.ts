import { describe, expect, it } from 'vitest'
import { backupFileName, duesAround, nightDate, nightIn, outdated } from './backup-nights.ts'

const novemberDay = (offset: number) => new Date(Date.UTC(2026, 10, 23 + offset)).toISOString().slice(0, 10)

describe('nightly backups', () => {
  it('run once a day, at the configured time', () => {
    const around = (now: Date) => Object.values(duesAround(now, '02:30')).map((due) => [nightDate(due), due.getHours(), due.getMinutes()])
    expect(around(new Date(2026, 10, 23, 2, 29))).toEqual([
      ['2026-11-22', 2, 30],
      ['2026-11-23', 2, 30],
    ])
    expect(around(new Date(2026, 10, 23, 2, 30))).toEqual([
      ['2026-11-23', 2, 30],
      ['2026-11-24', 2, 30],
    ])
    expect(around(new Date(2026, 11, 31, 23, 59))[1]).toEqual(['2027-01-01', 2, 30])
  })

  it('have a distinct name, and other names are not recognized', () => {
    expect(nightIn(backupFileName('2026-11-23'))).toBe('2026-11-23')
    for (const name of ['dna-2026-11-23.tar.gz', 'my-dna-2026-11-23.tar', 'dna-2026-11.tar', 'letters.tar'])
      expect(nightIn(name), name).toBeUndefined()
  })

  it('are retained for seven days and four weeks', () => {
    const keptNights: string[] = []
    for (let offset = 0; offset < 100; offset++) {
      keptNights.push(novemberDay(offset))
      for (const night of outdated(keptNights, novemberDay(offset))) keptNights.splice(keptNights.indexOf(night), 1)
    }
    const last = novemberDay(99)
    expect(last).toBe('2027-03-02')
    expect(keptNights.slice(-7)).toEqual([93, 94, 95, 96, 97, 98, 99].map(novemberDay))
    // Tuesday, March 2: the last day of the week that the seven days cut off, and the Sundays of the three weeks before.
    expect(keptNights.slice(0, -7)).toEqual(['2027-02-07', '2027-02-14', '2027-02-21', '2027-02-23'])
  })

  it('after gaps are retained while they are among the newest', () => {
    const nights = ['2026-01-01', '2026-03-01', '2026-05-01']
    expect(outdated(nights, '2026-11-23')).toEqual([])
  })

  it('in the future are retained when the clock was set back', () => {
    const nights = Array.from({ length: 40 }, (_, offset) => novemberDay(offset))
    expect(outdated(nights, novemberDay(3)).some((night) => night > novemberDay(3))).toBe(false)
  })
})
