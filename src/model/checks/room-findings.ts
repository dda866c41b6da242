import { EquipmentAvailability, ProviderCode } from '../catalog/enums.ts'
import { groupByKey } from '../kit/keys.ts'
import { formatCount, plural } from '../kit/plural.ts'
import { areaDifference, mostAreaDifference } from '../plans/plan-geometry.ts'
import { computeSpaceBudget, isPowerUnknown } from '../spaces/space-budget.ts'
import { describeOverLimit, formatFigure, limitFields, overLimits } from '../spaces/space-limits.ts'
import type { CheckedLine, CheckedProject } from './checked.ts'
import type { Found } from './design-check.ts'
import { imageHeight, imageHeightNeeded, sources, usualElementPercent } from './design-rules.ts'
import { atLeast, atMost, findingLocations } from './finding-places.ts'

export function displayFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const displays = groupByKey(
    project.lines.filter(({ equipment }) => equipment.diagonalIn !== null),
    ({ spaceId }) => spaceId,
  )
  return project.spaces.flatMap(({ id, name, farthestViewerFt, elementHeightPercent }): Found[] => {
    const here = displays.get(id) ?? []
    if (farthestViewerFt === null || here.length === 0) {
      if (farthestViewerFt === null && here.length === 0) return []
      const isViewerUnknown = farthestViewerFt === null
      return [
        {
          key: `displays.s${id}`,
          rule: 'displays',
          grade: 'info',
          text: isViewerUnknown
            ? `The farthest viewer distance of ${name} is not known, so its displays are not checked`
            : `The farthest viewer sits at ${formatFigure(farthestViewerFt)} ft, and no equipment in ${name} has a screen diagonal`,
          source: sources.viewer,
          where: isViewerUnknown ? locations.inSpace(id, 'Details', '/details') : locations.inSpace(id, name),
          figure: null,
          data: [farthestViewerFt],
        },
      ]
    }
    const element = elementHeightPercent ?? usualElementPercent
    const needed = imageHeightNeeded(farthestViewerFt, element)
    return here.flatMap(({ id: lineId, equipment }): Found[] => {
      const height = imageHeight(equipment.diagonalIn ?? 0)
      if (height >= needed) return []
      return [
        {
          key: `displays.l${lineId}`,
          rule: 'displays',
          grade: 'warning',
          text: `${equipment.tag} ${equipment.model} is ${formatFigure(height)} in high; the farthest viewer at ${formatFigure(farthestViewerFt)} ft needs ${formatFigure(needed)} in`,
          source: `${sources.displays}, element height ${formatFigure(element)}%`,
          where: locations.inSpace(id, equipment.tag, `#line-${lineId}`),
          figure: atLeast(height, needed, 'in'),
          data: [height, needed],
        },
      ]
    })
  })
}

export function budgetFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const lines = groupByKey(project.lines, ({ spaceId }) => spaceId)
  return project.spaces.flatMap(({ id, limits }) => {
    const here = lines.get(id)
    if (!here) return []
    return overLimits(computeSpaceBudget(here, project), limits).map((over): Found => {
      const { figure, value, limit, isOfSwitches } = over
      return {
        key: `budgets.s${id}.${figure.toLowerCase()}${isOfSwitches ? '.switches' : ''}`,
        rule: 'budgets',
        grade: 'error',
        text: describeOverLimit(over).replace(/\.$/, ''),
        source: isOfSwitches ? sources.switches : sources.budgets,
        where: locations.inSpace(id, 'Budget'),
        figure: atMost(value, limit, limitFields[figure].unit ?? ''),
        data: [value, limit],
      }
    })
  })
}

const totalQuantity = (lines: readonly CheckedLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const lineQuantities = (lines: readonly CheckedLine[]) => lines.flatMap(({ id, quantity }) => [id, quantity])
/** Cables, racks, and their accessories draw no power. */
const isPassive = ({ equipment: { isCable, isRack, rackAccessory } }: CheckedLine) => isCable || isRack || rackAccessory !== null

const lineRules: readonly {
  name: string
  grade: Found['grade']
  source: string
  concerns: (line: CheckedLine) => boolean
  text: (pieces: number, lines: number) => string
}[] = [
  {
    name: 'price',
    grade: 'warning',
    source: sources.price,
    concerns: ({ extendedMsrpPrice, isExisting }) => extendedMsrpPrice === 0 && !isExisting,
    text: (pieces) => `${formatCount(pieces, 'piece')} of equipment ${plural(pieces, 'has')} no price`,
  },
  {
    name: 'power',
    grade: 'info',
    source: sources.power,
    concerns: (line) => isPowerUnknown(line.equipment) && !isPassive(line),
    text: (pieces) => `${formatCount(pieces, 'piece')} of equipment ${plural(pieces, 'has')} no power figure`,
  },
  {
    name: 'furnished',
    grade: 'info',
    source: sources.furnished,
    concerns: ({ provider, notes }) => provider === ProviderCode.FBO && !notes,
    text: (_, lines) => `${formatCount(lines, 'line')} of owner-furnished equipment ${plural(lines, 'has')} no note`,
  },
]

const { Deprecated, Discontinued } = EquipmentAvailability

export function dataFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const lines = groupByKey(project.lines, ({ spaceId }) => spaceId)
  const inSpaces = project.spaces.flatMap(({ id, name }): Found[] => {
    const here = lines.get(id)
    if (!here)
      return [
        {
          key: `data.empty.s${id}`,
          rule: 'data',
          grade: 'info',
          text: `${name} has no equipment`,
          source: sources.empty,
          where: locations.inSpace(id, name),
          figure: null,
          data: [],
        },
      ]
    const missing = lineRules.flatMap(({ name, grade, source, concerns, text }): Found[] => {
      const found = here.filter(concerns)
      if (found.length === 0) return []
      const where = locations.inSpace(id, formatCount(found.length, 'line'))
      const message = text(totalQuantity(found), found.length)
      return [{ key: `data.${name}.s${id}`, rule: 'data', grade, text: message, source, where, figure: null, data: lineQuantities(found) }]
    })
    const old = here.filter(({ equipment: { availability } }) => availability === Deprecated || availability === Discontinued)
    const outdated = [...groupByKey(old, ({ equipment }) => equipment.id).values()].flatMap(([first]): Found[] =>
      first
        ? [
            {
              key: `data.availability.s${id}.e${first.equipment.id}`,
              rule: 'data',
              grade: 'warning',
              text: `${first.equipment.tag} ${first.equipment.model} is ${EquipmentAvailability.label(first.equipment.availability).toLowerCase()}`,
              source: sources.availability,
              where: locations.inSpace(id, first.equipment.tag),
              figure: null,
              data: [first.equipment.availability],
            },
          ]
        : [],
    )
    return [...missing, ...outdated]
  })
  const documents = project.documents.map(
    ({ id, title }): Found => ({
      key: `data.number.d${id}`,
      rule: 'data',
      grade: 'warning',
      text: `${title} has no number`,
      source: sources.number,
      where: locations.elsewhere('Drawing documents', '/drawing-documents'),
      figure: null,
      data: [],
    }),
  )
  return [...inSpaces, ...documents]
}

/** Rooms whose drawn area differs from the entered one: the plan or the program is wrong. */
export function outlineFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  return project.outlines.flatMap(({ planId, plan, spaceId, areaFt2, enteredFt2 }): Found[] => {
    const difference = areaDifference(areaFt2, enteredFt2)
    if (difference === null || Math.abs(difference) <= mostAreaDifference) return []
    const name = project.spaces.find(({ id }) => id === spaceId)?.name ?? ''
    return [
      {
        key: `data.p${planId}.s${spaceId}.area`,
        rule: 'data',
        grade: 'warning',
        text: `${name} has ${formatFigure(areaFt2)} ft² on ${plan} and ${formatFigure(enteredFt2 ?? 0)} ft² entered`,
        source: sources.outline,
        where: locations.elsewhere(plan, `/plans/${planId}`, spaceId),
        figure: atMost(Math.abs(difference), mostAreaDifference, '%'),
        data: [areaFt2, enteredFt2],
      },
    ]
  })
}
