import { expect, it } from 'vitest'
import { builtInSettings } from '../settings/app-settings.ts'
import { cableLimit, limitSettings } from './cable-limits.ts'
import { CableKind, LinkType } from './enums.ts'

const start = Object.fromEntries(limitSettings.map((setting) => [setting, Number(builtInSettings[setting].start)]))
const { Cat5e, Cat6, Cat6A, Cat7, RG6, OtherCopper, Fiber } = CableKind
const limitMeters = (linkType: LinkType | null, kind: CableKind | null, lengthLimitM: number | null = null) =>
  cableLimit({ name: 'Signal', linkType, lengthLimitM }, kind, start)?.meters ?? null

it('returns a limit for each link type in the table (27)', () => {
  expect(LinkType.values.map(({ value, label }) => [label, limitMeters(value, null)])).toEqual([
    ['HDMI 1080p 8-bit', 15],
    ['HDMI 1080p 12-bit', 10],
    ['HDMI 4K30', 5],
    ['HDMI 4K60', 3],
    ['HDBaseT 4K', 70],
    ['SD-SDI', 300],
    ['HD-SDI', 100],
    ['3G-SDI', 70],
    ['Ethernet or Dante', 100],
    ['DisplayPort', 10],
    ['DVI', 5],
    ['USB 2.0', 5],
    ['USB 3.0', 4],
    ['RS-232 at 19.2 kbaud', 15],
  ])
})

it('returns a longer HDBaseT limit for a better cable', () => {
  expect([null, Cat5e, Cat6, OtherCopper, Cat6A, Cat7].map((kind) => limitMeters(LinkType.HDBaseT, kind))).toEqual([
    70, 70, 70, 70, 100, 100,
  ])
  expect(limitMeters(LinkType.Ethernet, Cat7)).toBe(100)
  expect(limitMeters(LinkType.SDI3G, RG6)).toBe(70)
})

it('returns no limit for fiber over the copper limits, and none where none is configured', () => {
  expect([limitMeters(LinkType.Ethernet, Fiber), limitMeters(null, Cat6), limitMeters(LinkType.Hdmi4K60, Fiber, 30)]).toEqual([
    null,
    null,
    30,
  ])
  expect(cableLimit({ name: 'DVI', linkType: LinkType.DVI, lengthLimitM: null }, null, { ...start, 'cables.dviM': null })).toBeNull()
})

it('names the source of the limit: the setting, or the signal type with its own limit', () => {
  const hdBaseT = { name: 'Room link', linkType: LinkType.HDBaseT, lengthLimitM: null }
  expect(cableLimit(hdBaseT, Cat7, { ...start, 'cables.hdBaseTCat6AM': 90 })).toEqual({ meters: 90, name: 'HDBaseT 4K over Cat6A or Cat7' })
  expect(cableLimit({ ...hdBaseT, lengthLimitM: 35 }, Cat7, start)).toEqual({ meters: 35, name: 'Room link' })
})
