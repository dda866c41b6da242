import { DocumentType } from '../drawings/enums.ts'
import { NamingSegmentType } from './enums.ts'

export interface NamingSegment {
  readonly type: NamingSegmentType
  /** The words of a Text segment. */
  readonly value?: string | null
  /** So many digits at least, with zeros in front. */
  readonly padding?: number | null
}

/** What a name can be put together from; what is not known stays absent. */
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

/** What sheets of each type are called by. */
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
/** Only a sequence and numbers can have zeros in front. */
export const isPadded = (type: NamingSegmentType) => type === Sequence || type === EquipmentCategoryNumber

const shortOf = (shortName: string | null | undefined, name: string | null | undefined) => shortName || name?.slice(0, 5)
const padded = (number: number | null | undefined, padding: number) => (number == null ? undefined : String(number).padStart(padding, '0'))

function valueOfSegment({ type, value, padding }: NamingSegment, context: NamingContext): string | null | undefined {
  const values: Record<NamingSegmentType, () => string | null | undefined> = {
    SpaceName: () => context.spaceName,
    SpaceNumber: () => context.spaceNumber,
    LevelName: () => context.levelName,
    LevelShortName: () => shortOf(context.levelShortName, context.levelName),
    BuildingName: () => context.buildingName,
    BuildingShortName: () => shortOf(context.buildingShortName, context.buildingName),
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

/** A text that only parts two segments goes with the one it leads to. */
const isSeparator = ({ type, value }: NamingSegment) => type === Text && /^[-_./ ]+$/.test(value ?? '')

/** Puts a name together from segments, without separators of its own. What the context does not know is empty and named. */
export function evaluateName(segments: readonly NamingSegment[], context: NamingContext): { value: string; missing: NamingSegmentType[] } {
  const values = segments.map((segment) => valueOfSegment(segment, context) || '')
  const isMissing = (at: number) => at < segments.length && segments[at]!.type !== Text && values[at] === ''
  return {
    value: segments.map((segment, at) => (isSeparator(segment) && isMissing(at + 1) ? '' : values[at])).join(''),
    missing: segments.filter((_, at) => isMissing(at)).map(({ type }) => type),
  }
}

/** A name that exists gets the next free suffix. */
export function freeName(value: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(value)) return value
  let suffix = 2
  while (isTaken(`${value}-${suffix}`)) suffix++
  return `${value}-${suffix}`
}

/** Used where a project names no other. */
export const builtInSegments: readonly NamingSegment[] = [
  { type: NamingSegmentType.DocumentType },
  { type: Text, value: '-' },
  { type: Sequence, padding: 3 },
]

/** A room everybody can picture, for the example of a template. */
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
export const exampleOf = (segments: readonly NamingSegment[]) => evaluateName(segments, exampleContext).value
