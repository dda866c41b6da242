import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { equipments as equipmentsModel, lacksRackUnits } from '../../model/catalog/equipment.ts'
import { wattsOfEquipment } from '../../model/catalog/equipment-parts.ts'
import { typedKeys } from '../../model/kit/keys.ts'
import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { messages } from '../../model/kit/rules.ts'
import { type Params, searchPatterns } from '../kit/entity/rows.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { missingFacts } from './catalog-health.ts'
import { isUsed } from './equipment-health.ts'
import {
  checkFiles,
  checkPorts,
  missingConnectors,
  portsPart,
  shownFiles,
  shownPorts,
  storedDocuments,
  writePorts,
} from './equipment-parts.ts'
import { equipmentsTable } from './equipment-tables.ts'

type Problems = Record<string, string[]>
export type Written = WriteValues<typeof equipmentsModel>
export type EquipmentRow = RowOf<typeof equipmentsModel>
type Before = Partial<EquipmentRow> | null
export interface Surroundings {
  isCable?: boolean
  provider?: ProviderCode | null
  installer?: InstallerCode | null
  familyOf?: number | null
}

type Pointer = Exclude<keyof Written, keyof EquipmentRow>
const referenceIds = ({ manufacture, productFamily, category }: Partial<EquipmentRow>): { [K in Pointer]: Written[K] } => ({
  manufactureId: manufacture?.id,
  productFamilyId: productFamily?.id ?? null,
  categoryId: category?.id,
})

export function assignField<K extends keyof Written>(values: Written, key: K, value: Written[K]) {
  values[key] = value
}

export function toWriteValues(row: Partial<EquipmentRow>): Written {
  const own: Written = row
  const values: Written = {}
  for (const key of typedKeys(equipmentsModel.fields)) assignField(values, key, own[key])
  return { ...values, ...referenceIds(row) }
}

/** Merges new values into the current row, with references as ids. */
export function asWritten(values: Written, before: Before): Written {
  const now: Written = before ? toWriteValues(before) : {}
  for (const key of typedKeys(equipmentsModel.fields)) if (values[key] !== undefined) assignField(now, key, values[key])
  return now
}

async function loadSurroundings(ctx: Context, now: Written): Promise<Surroundings> {
  const [found] = await ctx.rows(
    {
      isCable: is.boolean,
      provider: orNull(is.choice(ProviderCode)),
      installer: orNull(is.choice(InstallerCode)),
      familyOf: orNull(is.number),
    },
    `select c.is_cable, c.default_provider as provider, c.default_installer as installer,
       (select manufacture_id from product_families where id = $2) as "familyOf" from categories c where c.id = $1`,
    [now.categoryId, now.productFamilyId],
  )
  return found ?? {}
}

export function findProblems(now: Written, { isCable, familyOf }: Surroundings): Problems {
  const problems: Problems = {}
  const refuse = (key: keyof Written, message: string) => {
    problems[key] = [message]
  }
  if (now.productFamilyId != null && familyOf !== now.manufactureId)
    refuse('productFamilyId', 'This product family belongs to another manufacturer.')
  if (lacksRackUnits(now)) refuse('rackUnits', messages.required)
  if (now.cableSpec && !isCable) refuse('cableSpec', 'Only equipment in a cable category has cable data.')
  return problems
}

type Derived = Required<Pick<Written, 'defaultProvider' | 'defaultInstaller' | 'priceDate'>> & Pick<EquipmentRow, 'watts'>
export const derivedValues = (now: Written, before: Before, { provider, installer }: Surroundings): Derived => ({
  defaultProvider: now.defaultProvider ?? provider ?? null,
  defaultInstaller: now.defaultInstaller ?? installer ?? null,
  priceDate: confirmedPriceDate(now, before),
  watts: wattsOfEquipment(now),
})

/** Date of the last price confirmation: today if the price changes, unless the caller specifies it. */
export function confirmedPriceDate(now: Written, before: Before): string | null {
  const today = todayUtc()
  if (!before) return now.priceDate ?? (now.msrpPrice ? today : null)
  const { priceDate = null } = now
  if (priceDate !== null && priceDate !== before.priceDate) return priceDate
  return now.msrpPrice === before.msrpPrice ? (before.priceDate ?? null) : today
}

async function checkCable(ctx: Context, cable: Written['cableSpec'], before: Written['cableSpec']): Promise<Problems> {
  const problems: Problems = {}
  for (const side of ['A', 'B'] as const) {
    const connector = cable?.sides?.[side]?.connectorPhysicalTypeId
    if (!connector || connector === before?.sides?.[side]?.connectorPhysicalTypeId) continue
    if ((await missingConnectors(ctx, [connector])).length > 0)
      problems[`cableSpec.sides.${side}.connectorPhysicalTypeId`] = ['Connector not found.']
  }
  return problems
}

/** Matches a manufacturer's exact name, otherwise part of a name. */
const makesFilter = (makes: string[], p: Params) => {
  const names = p.add(makes)
  const parts = p.add(makes.map((make) => searchPatterns(make.replaceAll(' ', '\u00a0'))[0]?.replaceAll('\u00a0', ' ') ?? ''))
  return `t.manufacture_id in (select m.id from manufacturers m, unnest(${names}::text[], ${parts}::text[]) as asked(name, part)
    where dna_fold(m.name) = dna_fold(asked.name) or (dna_fold(m.name) like dna_fold(asked.part)
      and not exists (select from manufacturers x where dna_fold(x.name) = dna_fold(asked.name) and not x.is_deleted)))`
}

export const equipments = serve({
  resource: equipmentsModel,
  table: equipmentsTable,
  elsewhere: {
    ports: 'equipment_ports',
    revitFamilyFile: 'only in the detail',
    projectsCount: 'only in the detail',
    spacesCount: 'only in the detail',
    templatesCount: 'only in the detail',
    totalQuantity: 'only in the detail',
  },
  copies: { manufactureName: 'manufacture.name' },
  orders: { manufacture: `t.manufacture_name collate ${naturalOrder}` },
  /** Ranks exact tags first, then exact models, then part numbers, then prefixes. */
  nearness(typed, p) {
    const text = `lower(${p.add(typed)}::text)`
    const names = ['lower(t.tag)', 'lower(t.model)', `lower(coalesce(t.part_number, ''))`]
    const exactly = names.map((name, index) => `when ${name} = ${text} then ${index}`).join(' ')
    const any = (test: (name: string) => string) => names.map(test).join(' or ')
    return `case ${exactly} when ${any((name) => `starts_with(${name}, ${text})`)} then 3
      when ${any((name) => `position(${text} in ${name}) > 0`)} then 4 else 5 end`
  },
  filters: {
    makes: makesFilter,
    missing: (facts: string[]) => `(${facts.map((fact) => missingFacts[fact]).join(' or ')})`,
    isInUse: (isInUse: boolean) => `${isInUse ? '' : 'not '}${isUsed('t')}`,
  },

  async beforeWrite(ctx, values, before) {
    const now = asWritten(values, before)
    const around = await loadSurroundings(ctx, now)
    const problems = findProblems(now, around)
    Object.assign(problems, await checkCable(ctx, now.cableSpec, before?.cableSpec))
    if (Object.keys(problems).length > 0) throw badRequest(problems)

    if (values.ports) await checkPorts(ctx, values.ports, before?.ports ?? [])
    if (values.revitFamilyFileId && values.revitFamilyFileId !== before?.revitFamilyFileId)
      await checkFiles(ctx, [{ fileId: values.revitFamilyFileId, at: 'revitFamilyFileId' }])
    return {
      ...(values.technicalDocuments && {
        technicalDocuments: await storedDocuments(ctx, values.technicalDocuments, before?.technicalDocuments ?? []),
      }),
      ...derivedValues(now, before, around),
    }
  },

  async afterWrite(ctx, row, { ports }, before) {
    if (ports) await writePorts(ctx, row.id, ports, before?.ports ?? [])
  },

  /** Manufacturer or category may have been deleted since. */
  async beforeRestore(ctx, row) {
    const deletedRefs = await ctx.rows(
      { manufacturer: orNull(is.text), category: orNull(is.text) },
      `select (select name from manufacturers where id = $1 and is_deleted) as manufacturer, (select name from categories where id = $2 and is_deleted) as category`,
      [row.manufacture.id, row.category.id],
    )
    const { manufacturer, category } = onlyRow(deletedRefs)
    const name = manufacturer ?? category
    if (name) throw conflict(`${row.model} cannot be restored because ${name} has been deleted.`)
  },

  parts: [portsPart],
  detail: async (ctx, row, read) => ({ ports: shownPorts(ctx, read(portsPart)), ...(await shownFiles(ctx, row)) }),
})
