import { randomUUID } from 'node:crypto'
import { ConnectorGender, PinStyle, PortDirection, PortMarker } from '../../model/catalog/enums.ts'
import { type Port, type PortInput, shownPort, type technicalDocuments } from '../../model/catalog/equipment-parts.ts'
import type { ValueIn } from '../../model/kit/description.ts'
import { rowPart } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, orNull, personRef, type RowOfShape } from '../kit/sql/row-types.ts'
import { equipmentPortsTable } from './equipment-tables.ts'

async function missingIds(ctx: Context, table: 'connector_physical_types' | 'signal_types', ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const uniqueIds = [...new Set(ids)]
  const found = await ctx.rows({ id: is.number }, `select id from ${table} where id = any($1) and not is_deleted`, [uniqueIds])
  const known = new Set(found.map(({ id }) => id))
  return uniqueIds.filter((id) => !known.has(id))
}
export const missingConnectors = (ctx: Context, ids: number[]) => missingIds(ctx, 'connector_physical_types', ids)
const missingSignals = (ctx: Context, ids: number[]) => missingIds(ctx, 'signal_types', ids)

const portShape = {
  id: is.number,
  name: is.text,
  direction: is.choice(PortDirection),
  connectorPhysicalTypeId: is.number,
  gender: orNull(is.choice(ConnectorGender)),
  signalTypeIds: is.numbers,
  pinStyle: is.choice(PinStyle),
  marker: is.choice(PortMarker),
  label: orNull(is.text),
  order: is.number,
}

const portsShown = is.listOf(is.jsonOfFields(shownPort))
/** SQL of a device's ports in responses: inputs first, in order. `t` is the device. */
export const portsPart = rowPart(
  portsShown,
  `(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'direction', p.direction,
    'connectorPhysicalTypeId', p.connector_physical_type_id, 'gender', p.gender, 'signalTypeIds', p.signal_type_ids,
    'pinStyle', p.pin_style, 'marker', p.marker, 'label', p.label, 'order', p."order",
    'connectorPhysicalType', json_build_object('id', c.id, 'name', c.name, 'code', c.code, 'imageUrl', c.image_url),
    'signalTypes', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'abbreviation', s.abbreviation, 'color', s.color)
      order by array_position(p.signal_type_ids, s.id)), '[]') from signal_types s where s.id = any(p.signal_type_ids)))
    order by p.direction, p."order", p.id), '[]')
  from equipment_ports p join connector_physical_types c on c.id = p.connector_physical_type_id where p.equipment_id = t.id)`,
)

export function shownPorts({ addresses }: Context, ports: Port[]): Port[] {
  for (const { connectorPhysicalType: connector } of ports) connector.imageUrl = addresses.stripSignature(connector.imageUrl)
  return ports
}

export async function readPorts(ctx: Context, equipmentId: number): Promise<Port[]> {
  const [row] = await ctx.rows({ ports: portsShown }, `select ${portsPart.sql} as ports from equipments t where t.id = $1`, [equipmentId])
  return shownPorts(ctx, row?.ports ?? [])
}

type StoredPort = RowOfShape<typeof portShape>
export const portKeys: readonly (keyof StoredPort)[] = [
  'name',
  'direction',
  'connectorPhysicalTypeId',
  'gender',
  'signalTypeIds',
  'pinStyle',
  'marker',
  'label',
  'order',
]

export async function loadPorts(ctx: Context, equipmentIds: number[]): Promise<Map<number, StoredPort[]>> {
  const rows = await ctx.rows(
    { equipmentId: is.number, ...portShape },
    `select equipment_id, id, name, direction, connector_physical_type_id, gender,
       signal_type_ids, pin_style, marker, label, "order"
     from equipment_ports where equipment_id = any($1) order by equipment_id, direction, "order", id`,
    [equipmentIds],
  )
  const found = new Map<number, StoredPort[]>(equipmentIds.map((id) => [id, []]))
  for (const { equipmentId, ...port } of rows) found.get(equipmentId)?.push(port)
  return found
}

/** Restores the ports of many devices; ports that still match by name and direction keep their id. */
export async function replacePorts(ctx: Context, ports: Map<number, StoredPort[]>) {
  const rows = [...ports].flatMap(([equipmentId, own]) =>
    own.map((port) => ({ equipmentId, ...Object.fromEntries(portKeys.map((key) => [key, port[key]])) })),
  )
  const inputRows = `jsonb_to_recordset($1) as g("equipmentId" bigint, name text, direction smallint, "connectorPhysicalTypeId" bigint, gender smallint,
    "signalTypeIds" bigint[], "pinStyle" smallint, marker smallint, label text, "order" integer)`
  const json = JSON.stringify(rows)
  await ctx.run(
    `delete from equipment_ports p where p.equipment_id = any($2)
       and not exists (select from ${inputRows} where g."equipmentId" = p.equipment_id and g.name = p.name and g.direction = p.direction)`,
    [json, [...ports.keys()]],
  )
  const columns = 'connector_physical_type_id, gender, signal_type_ids, pin_style, marker, label, "order"'
  const values = 'g."connectorPhysicalTypeId", g.gender, g."signalTypeIds", g."pinStyle", g.marker, g.label, g."order"'
  await ctx.run(
    `update equipment_ports p set (${columns}) = row(${values}) from ${inputRows} where g."equipmentId" = p.equipment_id and g.name = p.name and g.direction = p.direction`,
    [json],
  )
  await ctx.run(
    `insert into equipment_ports (equipment_id, name, direction, ${columns}) select g."equipmentId", g.name, g.direction, ${values} from ${inputRows}
     where not exists (select from equipment_ports p where g."equipmentId" = p.equipment_id and g.name = p.name and g.direction = p.direction)`,
    [json],
  )
}

/** New references must point to existing types; references to types deleted since stay valid. */
export async function checkPorts(ctx: Context, ports: PortInput[], before: Port[]) {
  const problems: Record<string, string[]> = {}
  const known = new Set(before.map(({ id }) => id))
  const connectors = new Set(before.map(({ connectorPhysicalTypeId }) => connectorPhysicalTypeId))
  const signals = new Set(before.flatMap(({ signalTypeIds }) => signalTypeIds))
  const noConnectors = await missingConnectors(
    ctx,
    ports.map((port) => port.connectorPhysicalTypeId).filter((id) => !connectors.has(id)),
  )
  const noSignals = await missingSignals(
    ctx,
    ports.flatMap((port) => port.signalTypeIds).filter((id) => !signals.has(id)),
  )
  const seen = new Set<number>()
  ports.forEach((port, index) => {
    if (noConnectors.includes(port.connectorPhysicalTypeId)) problems[`ports[${index}].connectorPhysicalTypeId`] = ['Connector not found.']
    if (port.signalTypeIds.some((id) => noSignals.includes(id))) problems[`ports[${index}].signalTypeIds`] = ['Signal type not found.']
    if (port.id && (!known.has(port.id) || seen.has(port.id))) problems[`ports[${index}].id`] = ['Port not found.']
    if (port.id) seen.add(port.id)
  })
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

/** Stores the ports; existing ones keep their id, because the CAD tool and drawings reference it. */
export async function writePorts(ctx: Context, equipmentId: number, ports: PortInput[], before: Port[]) {
  const rows = ports.map((port, index) => ({
    equipmentId,
    id: port.id,
    name: port.name,
    direction: port.direction,
    connectorPhysicalTypeId: port.connectorPhysicalTypeId,
    gender: port.gender,
    signalTypeIds: port.signalTypeIds,
    pinStyle: port.pinStyle,
    marker: port.marker,
    label: port.label,
    order: port.order ?? index,
  }))
  const keptIds = new Set(ports.map(({ id }) => id))
  const removedIds = before.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id)
  if (removedIds.length > 0)
    await ctx.run('delete from equipment_ports where equipment_id = $1 and id = any($2)', [equipmentId, removedIds])
  const known = rows.flatMap(({ id, ...port }) => (id ? [{ id, ...port }] : []))
  await ctx.updateMany(equipmentPortsTable, known, { by: ['id', 'equipmentId'] })
  await ctx.insertMany(
    equipmentPortsTable,
    rows.flatMap(({ id, ...port }) => (id ? [] : [port])),
  )
}

type Document = ValueIn<typeof technicalDocuments>[number]
export const documentKeys: readonly (keyof Document)[] = ['id', 'type', 'name', 'fileId', 'url', 'revisionDate']

export async function storedDocuments(ctx: Context, documents: Document[], before: Document[]): Promise<Document[]> {
  const known = new Set(before.map(({ fileId }) => fileId))
  await checkFiles(
    ctx,
    documents.flatMap(({ fileId }, index) => (fileId && !known.has(fileId) ? [{ fileId, at: `technicalDocuments[${index}].fileId` }] : [])),
  )
  return documents.map(({ id, type, name, fileId, url, revisionDate }) => ({
    id: id ?? randomUUID(),
    type,
    name,
    fileId: fileId ?? null,
    url: fileId ? null : url,
    revisionDate: revisionDate ?? null,
  }))
}

export async function checkFiles(ctx: Context, files: { fileId: string; at: string }[]) {
  if (files.length === 0) return
  const found = await ctx.rows({ id: is.uuid }, `select id from files where id = any($1) and purpose = 'file'`, [
    files.map(({ fileId }) => fileId),
  ])
  const known = new Set(found.map(({ id }) => id))
  const lost = files.filter(({ fileId }) => !known.has(fileId.toLowerCase()))
  if (lost.length > 0) throw badRequest(Object.fromEntries(lost.map(({ at }) => [at, ['File not found.']])))
}

export async function readFiles(ctx: Context, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.rows(
          {
            id: is.uuid,
            name: is.text,
            contentType: is.text,
            size: is.number,
            createDate: is.instant,
            createdBy: orNull(personRef),
          },
          `select f.id, f.name, f.content_type, f.size, f.create_date,
       u.person as "createdBy"
     from files f left join people u on u.id = f.created_by_id where f.id = any($1)`,
          [ids],
        )
  return new Map(
    rows.map((file) => [file.id, { ...file, url: ctx.addresses.signed(`/api/files/${file.id}/${encodeURIComponent(file.name)}`) }]),
  )
}

async function shownDocuments<D extends { fileId: string | null }>(ctx: Context, documents: D[]) {
  const files = await readFiles(
    ctx,
    documents.flatMap(({ fileId }) => fileId ?? []),
  )
  return documents.map((document) => {
    const file = files.get(document.fileId ?? '')
    return {
      ...document,
      fileUrl: file?.url ?? null,
      fileName: file?.name ?? null,
      contentType: file?.contentType ?? null,
      size: file?.size ?? null,
    }
  })
}

export async function shownFiles<D extends { fileId: string | null }>(
  ctx: Context,
  { revitFamilyFileId, technicalDocuments }: { revitFamilyFileId: string | null; technicalDocuments: D[] },
) {
  const family = revitFamilyFileId ? (await readFiles(ctx, [revitFamilyFileId])).get(revitFamilyFileId) : undefined
  return {
    technicalDocuments: await shownDocuments(ctx, technicalDocuments),
    revitFamilyFile: family ? { id: family.id, name: family.name, url: family.url, size: family.size } : null,
  }
}
