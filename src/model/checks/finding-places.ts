import type { CheckedProject, CheckedRack } from './checked.ts'
import type { FindingFigure, FindingPlace } from './design-check.ts'

export function findingLocations({ id, spaces }: CheckedProject) {
  const at = `/projects/${id}`
  const known = new Map(spaces.map(({ id, name, spaceNumber }) => [id, { id, name, spaceNumber }]))
  const inSpace = (spaceId: number, label: string, path = ''): FindingPlace => ({
    space: known.get(spaceId) ?? null,
    rackId: null,
    label,
    link: `${at}/spaces/${spaceId}${path}`,
  })
  return {
    inSpace,
    rack: ({ id, name, spaceId }: CheckedRack): FindingPlace => ({
      space: (spaceId === null ? undefined : known.get(spaceId)) ?? null,
      rackId: id,
      label: name,
      link: `${at}/racks`,
    }),
    elsewhere: (label: string, path: string, spaceId: number | null = null): FindingPlace => ({
      space: (spaceId === null ? undefined : known.get(spaceId)) ?? null,
      rackId: null,
      label,
      link: `${at}${path}`,
    }),
  }
}

export const atMost = (value: number, limit: number, unit: string): FindingFigure => ({ value, limit, unit, isLeast: false })
export const atLeast = (value: number, limit: number, unit: string): FindingFigure => ({ value, limit, unit, isLeast: true })
