import { formatCount, plural } from '../kit/plural.ts'
import { type RackNote, rackFigures } from '../spaces/rack-figures.ts'
import { problemsIn } from '../spaces/rack-placing.ts'
import type { CheckedProject, CheckedRack } from './checked.ts'
import type { FindingFigure, Found } from './design-check.ts'
import { sources } from './design-rules.ts'
import { atLeast, atMost, findingLocations } from './finding-places.ts'

const noteSources: Readonly<Record<RackNote['about'], string>> = {
  weight: sources.rackWeight,
  center: sources.rackCenter,
  spare: sources.rackSpare,
}
const unended = (text: string) => text.replace(/\.$/, '')

export function rackFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  return project.racks.flatMap((rack) => {
    const where = locations.rack(rack)
    const { placements, heightRU } = rack
    const seen = new Map<string, number>()
    const placed = problemsIn(rack, project.devices, placements).map(({ grade, unitId, otherId, text }): Found => {
      const about = [unitId, otherId].filter((id) => id !== undefined).join('-')
      const occurrence = (seen.get(about) ?? 0) + 1
      seen.set(about, occurrence)
      return {
        key: `racks.r${rack.id}.u${about}.${occurrence}`,
        rule: 'racks',
        grade,
        text: `${rack.name}: ${unended(text)}`,
        source: sources.racks,
        where,
        figure: null,
        data: [text],
      }
    })
    const figures = rackFigures(rack, project.devices, placements)
    const figureOf: Readonly<Record<RackNote['about'], FindingFigure>> = {
      weight: atMost(figures.weightLb, rack.maxWeightLb ?? 0, 'lb'),
      center: atMost(figures.centerOfWeight ?? 0, heightRU / 2, 'RU'),
      spare: atLeast(figures.faces[0]?.free ?? 0, Math.ceil(heightRU / 5), 'RU'),
    }
    const noted = figures.notes.map(
      ({ grade, text, about }): Found => ({
        key: `racks.r${rack.id}.${about}`,
        rule: 'racks',
        grade,
        text: `${rack.name}: ${unended(text)}`,
        source: noteSources[about],
        where,
        figure: figureOf[about],
        data: [figureOf[about].value, figureOf[about].limit],
      }),
    )
    return [...placed, ...noted, ...unknownIn(rack, figures, where)]
  })
}

function unknownIn(rack: CheckedRack, figures: ReturnType<typeof rackFigures>, where: Found['where']): Found[] {
  const { devices, withoutWeight, withoutWatts, withoutDepth } = figures
  if (withoutWeight + withoutWatts + withoutDepth === 0) return []
  const describeMissing = (count: number, noun: string) => (count > 0 ? [`${count} ${plural(count, 'has')} no ${noun}`] : [])
  const messages = [
    ...describeMissing(withoutWeight, 'weight'),
    ...describeMissing(withoutWatts, 'power figure'),
    ...describeMissing(withoutDepth, 'depth'),
  ]
  return [
    {
      key: `racks.r${rack.id}.unknown`,
      rule: 'racks',
      // Without its depth, a device may not fit in the rack (domain 23).
      grade: withoutDepth > 0 ? 'warning' : 'info',
      text: `${rack.name}: of ${formatCount(devices, 'device')}, ${messages.join(', ')}`,
      source: sources.rackUnknown,
      where,
      figure: null,
      data: [devices, withoutWeight, withoutWatts, withoutDepth],
    },
  ]
}
