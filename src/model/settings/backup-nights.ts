import { padTwo } from '../kit/dates.ts'

/** Keys of the nightly backups, and their retention. Nights use the server's local time. */
const daily = 7
const weekly = 4
const dayMs = 86_400_000

function minutesOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

const dateAtTime = (day: Date, time: string, daysLater = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, 0, minutesOfDay(time))

export function duesAround(now: Date, time: string): { last: Date; next: Date } {
  const today = dateAtTime(now, time)
  return today <= now ? { last: today, next: dateAtTime(now, time, 1) } : { last: dateAtTime(now, time, -1), next: today }
}

/** `2026-11-23`. */
export const nightDate = (due: Date) => `${due.getFullYear()}-${padTwo(due.getMonth() + 1)}-${padTwo(due.getDate())}`

export const backupFileName = (night: string) => `dna-${night}.tar`
const named = /^dna-(\d{4}-\d{2}-\d{2})\.tar$/
export const nightIn = (key: string) => named.exec(key)?.[1]

/** Weeks start on Monday. */
const weekNumber = (night: string) => Math.floor((Date.parse(night) / dayMs + 3) / 7)

/**
 * Returns the nights to delete. Retains the newest seven, and of the older ones the last of each of the newest four weeks. Backups newer
 * than `newest`, the one just created, are skipped because the clock may have been set back.
 */
export function outdated(nights: readonly string[], newest: string): string[] {
  const known = nights.filter((night) => night <= newest).sort((a, b) => b.localeCompare(a))
  const weeks = new Set<number>()
  return known.slice(daily).filter((night) => {
    const week = weekNumber(night)
    if (weeks.has(week) || weeks.size === weekly) return true
    weeks.add(week)
    return false
  })
}
