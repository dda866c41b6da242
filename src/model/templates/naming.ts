import { DocumentType } from '../drawings/enums.ts'
import { NamingSegmentType } from './enums.ts'

export interface NamingSegment {
  readonly type: NamingSegmentType
  readonly value?: string | null
  /** Minimum digits, padded with leading zeros. */
  readonly padding?: number | null
}

export interface NamingContext {
  readonly spaceName?: string | null
  readonly spaceNumber?: string | null
  readonly levelName?: string | null
  readonly levelShortName?: string | null
  readonly buildingName?: string | null
  readonly buildingShortName?: string | null
  readonly documentType?: DocumentType | null
  readonly sequence?: number | null
  readonly clientName?: string | null
  readonly clientAbbreviatedName?: string | null
  readonly equipmentCategoryName?: string | null
  readonly equipmentCategoryNumber?: number | null
}

const { Text, Sequence, EquipmentCategoryNumber } = NamingSegmentType
const types = DocumentType

export const documentCodes: Record<DocumentType, string> = {
  [types.IAV]: 'IAV',
  [types.SCD]: 'SCD',
  [types.CoverSheet]: 'CVR',
  [types.ScopeView]: 'SV',
  [types.SitePlan]: 'SP',
  [types.TypicalIAV]: 'T-IAV',
  [types.TypicalSCD]: 'T-SCD',
  [types.SpecSheet]: 'SPEC',
  [types.Plan]: 'PLN',
  [types.Overview]: 'OVR',
  [types.Detail]: 'DTL',
}

const usualPadding = 2
export const isPadded = (type: NamingSegmentType) => type === Sequence || type === EquipmentCategoryNumber

const shortNameOrStart = (shortName: string | null | undefined, name: string | null | undefined) => shortName || name?.slice(0, 5)
const padded = (number: number | null | undefined, padding: number) => (number == null ? undefined : String(number).padStart(padding, '0'))

function valueOfSegment({ type, value, padding }: NamingSegment, context: NamingContext): string | null | undefined {
  const values: Record<NamingSegmentType, () => string | null | undefined> = {
    SpaceName: () => context.spaceName,
    SpaceNumber: () => context.spaceNumber,
    LevelName: () => context.levelName,
    LevelShortName: () => shortNameOrStart(context.levelShortName, context.levelName),
    BuildingName: () => context.buildingName,
    BuildingShortName: () => shortNameOrStart(context.buildingShortName, context.buildingName),
    DocumentType: () => (context.documentType == null ? undefined : documentCodes[context.documentType]),
    Sequence: () => padded(context.sequence, padding ?? usualPadding),
    ClientName: () => context.clientName,
    ClientAbbreviatedName: () => context.clientAbbreviatedName,
    EquipmentCategoryName: () => context.equipmentCategoryName,
    EquipmentCategoryNumber: () => padded(context.equipmentCategoryNumber, padding ?? 0),
    Text: () => value,
  }
  return values[type]()
}

/** A separator between two segments belongs to the one that follows. */
const isSeparator = ({ type, value }: NamingSegment) => type === Text && /^[-_./ ]+$/.test(value ?? '')

/** Builds a name from segments without adding separators. Missing values are left empty and reported. */
export function evaluateName(segments: readonly NamingSegment[], context: NamingContext): { value: string; missing: NamingSegmentType[] } {
  const values = segments.map((segment) => valueOfSegment(segment, context) || '')
  const isMissing = (at: number) => at < segments.length && segments[at]!.type !== Text && values[at] === ''
  return {
    value: segments.map((segment, index) => (isSeparator(segment) && isMissing(index + 1) ? '' : values[index])).join(''),
    missing: segments.filter((_, index) => isMissing(index)).map(({ type }) => type),
  }
}

export function uniqueName(value: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(value)) return value
  let suffix = 2
  while (isTaken(`${value}-${suffix}`)) suffix++
  return `${value}-${suffix}`
}

/** Default if the project has no naming template. */
export const builtInSegments: readonly NamingSegment[] = [
  { type: NamingSegmentType.DocumentType },
  { type: Text, value: '-' },
  { type: Sequence, padding: 3 },
]

const exampleContext: NamingContext = {
  spaceName: 'Lecture hall',
  spaceNumber: '204',
  levelName: 'Level 2',
  levelShortName: 'L2',
  buildingName: 'Main Building',
  buildingShortName: 'MB',
  documentType: types.IAV,
  sequence: 7,
  clientName: 'Acme College',
  clientAbbreviatedName: 'ACME',
  equipmentCategoryName: 'Displays',
  equipmentCategoryNumber: 40,
}
export const exampleName = (segments: readonly NamingSegment[]) => evaluateName(segments, exampleContext).value
