import { modelTag } from '../../model/catalog/device-types.ts'
import { EquipmentAvailability, PowerSpecAvailability, PowerSpecType } from '../../model/catalog/enums.ts'
import { equipments as equipmentOf } from '../../model/catalog/equipment.ts'
import { IntegrationAction } from '../../model/integrations/enums.ts'
import { round } from '../../model/kit/money.ts'
import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import type { Permission } from '../../model/permissions.ts'
import { type CadItem, cadKey } from '../../model/wire-cad/cad-items.ts'
import { type ComparedField, findDifferences } from '../../model/wire-cad/cad-matching.ts'
import { equipments, modelKey } from '../catalog/public.ts'
import { manufacturers } from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { asFields } from './as-fields.ts'
import { portsFor } from './cad-ports.ts'
import { loadProducts } from './match-items.ts'
import type { StoredItem } from './store-items.ts'

type Equipment = RowOf<typeof equipmentOf>
type Written = WriteValues<typeof equipmentOf>

export async function createManufacturerLookup(ctx: Context, names: readonly string[]): Promise<(name: string) => number | undefined> {
  const { items } = await manufacturers.list(
    ctx,
    {},
    {
      isWhole: true,
      extra: (_, p) => `${modelKey('t.name')} in (select ${modelKey('n.name')} from unnest(${p.add(names)}::text[]) n(name))`,
    },
  )
  const ids = new Map(items.map(({ id, name }) => [cadKey(name ?? ''), id]))
  return (name) => ids.get(cadKey(name))
}

/** The approver may have lost a permission since. */
function requireApproverPermission({ actor }: Context, permission: Permission) {
  if (!actor.held.has(permission)) throw conflict(`The approver does not hold ${permission}.`)
}

async function makerFor(ctx: Context, name: string): Promise<number> {
  const known = (await createManufacturerLookup(ctx, [name]))(name)
  if (known !== undefined) return known
  requireApproverPermission(ctx, 'Manufacturers.Create')
  return (await manufacturers.create(ctx, asFields(manufacturers.resource, { name }))).id
}

const cadLinkKeys = ({ wireCadId, cadManufacturer, cadModel }: CadItem) => ({
  id: wireCadId,
  manufacturerName: cadManufacturer,
  equipmentName: cadModel,
})

export interface Applied {
  equipmentId: number
  notes: string[]
}

/** Applies the chosen action of an item (domain 13.2). */
export async function applyItem(ctx: Context, item: StoredItem): Promise<Applied> {
  if (item.action === IntegrationAction.Create) return createFromItem(ctx, item)
  return linkEquipment(ctx, item, item.action === IntegrationAction.LinkAndUpdate)
}

async function createFromItem(ctx: Context, item: StoredItem): Promise<Applied> {
  requireApproverPermission(ctx, 'Equipments.Create')
  const notes: string[] = []
  const ports = await portsFor(ctx, item.cadPorts, [], notes)
  const hasPower = item.cadWatts !== null || item.cadVoltage !== null
  const values = asFields(equipmentOf, {
    tag: modelTag(item.cadModel),
    model: item.cadModel,
    description: item.cadDescription,
    manufactureId: await makerFor(ctx, item.cadManufacturer),
    categoryId: item.chosenCategoryId ?? undefined,
    availability: EquipmentAvailability.RequireReview,
    weightLb: item.cadWeightLb,
    heightIn: item.cadHeightIn,
    widthIn: item.cadWidthIn,
    depthIn: item.cadDepthIn,
    powerSpecs: hasPower ? [acSupply(item)] : [],
    ports,
    wireCadLink: cadLinkKeys(item),
  })
  const { id } = await equipments.create(ctx, values, { notes: 'From WireCAD' })
  return { equipmentId: id, notes }
}

const acSupply = ({ cadWatts, cadVoltage }: CadItem): Equipment['powerSpecs'][number] => ({
  type: PowerSpecType.AC,
  availability: PowerSpecAvailability.Required,
  voltage: cadVoltage,
  currentAmps: null,
  watts: cadWatts,
  poeType: null,
  plug: null,
  quantity: 1,
})

async function linkEquipment(ctx: Context, item: StoredItem, isUpdate: boolean): Promise<Applied> {
  requireApproverPermission(ctx, 'Equipments.Update')
  const id = item.chosenEquipmentId ?? item.equipmentId ?? 0
  const equipment = await equipments.detailed(ctx, await equipments.get(ctx, id, { lock: true }))
  checkLink(item, equipment)
  const notes: string[] = []
  const values = isUpdate ? await differing(ctx, item, equipment, notes) : {}
  await equipments.update(ctx, id, { ...values, wireCadLink: cadLinkKeys(item) }, { notes: 'From WireCAD' })
  return { equipmentId: id, notes }
}

/** Equipment is linked to at most one definition. */
function checkLink(item: CadItem, { model, wireCadLink }: Equipment) {
  if (!wireCadLink) return
  const { id, manufacturerName, equipmentName } = wireCadLink
  const isById = id !== null && item.wireCadId !== null && id.toLowerCase() === item.wireCadId.toLowerCase()
  const isByName = cadKey(manufacturerName) === cadKey(item.cadManufacturer) && cadKey(equipmentName) === cadKey(item.cadModel)
  if (!isById && !isByName) throw conflict(`${model} is linked to ${manufacturerName} ${equipmentName} in WireCAD.`)
}

/** Fields that differ, with the values of the CAD tool. */
async function differing(ctx: Context, item: StoredItem, equipment: Equipment, notes: string[]): Promise<Written> {
  const product = (await loadProducts(ctx, [equipment.id])).get(equipment.id)
  if (!product) return {}
  const fields = new Set<ComparedField>(findDifferences(item, product).map(({ field }) => field))
  const chosenValues = <K extends ComparedField>(field: K, values: () => Written) => (fields.has(field) ? values() : {})
  return {
    ...chosenValues('model', () => ({ model: item.cadModel })),
    ...chosenValues('description', () => ({ description: item.cadDescription })),
    ...chosenValues('weightLb', () => ({ weightLb: item.cadWeightLb })),
    ...chosenValues('heightIn', () => ({ heightIn: item.cadHeightIn })),
    ...chosenValues('widthIn', () => ({ widthIn: item.cadWidthIn })),
    ...chosenValues('depthIn', () => ({ depthIn: item.cadDepthIn })),
    ...((fields.has('watts') || fields.has('voltage')) && mergePower(item, equipment)),
    // A product family belongs to one manufacturer.
    ...(fields.has('manufacturer') && { manufactureId: await makerFor(ctx, item.cadManufacturer), productFamilyId: null }),
    ...(fields.has('ports') && { ports: await portsFor(ctx, item.cadPorts, ownPorts(equipment), notes) }),
  }
}

const ownPorts = ({ ports }: Equipment) =>
  ports.map(({ connectorPhysicalType, signalTypes, ...port }) => ({
    ...port,
    connectorPhysicalTypeId: connectorPhysicalType.id,
    signalTypeIds: signalTypes.map(({ id }) => id),
  }))

/** A single power supply takes the CAD values. With several supplies the match is unknown, so their total is stored as the heat load. */
function mergePower(item: CadItem, { powerSpecs, heatLoadWatts }: Equipment): Written {
  const [first, ...more] = powerSpecs
  const single = first ?? acSupply(item)
  const voltage = item.cadVoltage ?? single.voltage
  const isSum = more.length > 0 || heatLoadWatts !== null
  const watts = isSum || item.cadWatts === null ? single.watts : round(item.cadWatts / (single.quantity || 1), 2)
  return {
    powerSpecs: [{ ...single, voltage, watts }, ...more],
    ...(isSum && item.cadWatts !== null && { heatLoadWatts: item.cadWatts }),
  }
}
