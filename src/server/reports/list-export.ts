import type { Field } from '../../model/kit/description.ts'
import { companionKeys, isMissingZero } from '../../model/kit/field.ts'
import { responseFields } from '../../model/kit/resource.ts'
import { isPermission, type Permission } from '../../model/permissions.ts'
import { formatLogValue } from '../kit/entity/audit.ts'
import type { Row } from '../kit/entity/rows.ts'
import { commonFields, type Params } from '../kit/entity/rows.ts'
import type { ListQuery, Served } from '../kit/entity/served.ts'
import { listKeys } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { packRows, type Sheet, type SheetColumn } from '../tools/sheet.ts'
import { type Maker, renderWorkbook } from './making.ts'
import { page, type ReportColumn } from './report-table.ts'

/** Enough for a complete catalog. */
const mostRows = 100_000
/** Small pages let other requests run in between, and their garbage is collected cheaply. */
const atOnce = 500

interface ListParameters {
  path: string
  query: ListQuery
  columns?: readonly string[] | null
  parentId?: unknown
}

/** Permission of the list's export call, which can differ from that to view one row. */
export function exportPermission({ resource, routes, calls }: Served): Permission {
  const path = calls.export?.path
  const permission = routes.find(({ call }) => call.method === 'GET' && call.path === path)?.call.permission
  return isPermission(permission) ? permission : resource.permission.view
}

/** Exports the rows of a list as its page shows them (domain 12.2): same search, filters, order, and columns. Reads the ids first. */
export const makeList: Maker<'list'> = async (making) => {
  const { read, parameters, progress, signal } = making
  const sheet = await read((ctx) => {
    const entity = ctx.services.extensions.entities.find(({ resource }) => resource.path === parameters.path)
    if (!entity) throw new Error('This list is not known.')
    requireAccess(ctx.actor, exportPermission(entity))
    return sheetOfList(ctx, entity, parameters, mostRows, (percent) => {
      signal.throwIfAborted()
      progress(percent / 2)
    })
  })
  return renderWorkbook(making, { sheets: [sheet] })
}

export async function sheetOfList(
  ctx: Context,
  entity: Served,
  { query, columns, parentId }: Omit<ListParameters, 'path'>,
  most: number,
  progress: (percent: number) => void = () => {},
): Promise<Sheet> {
  const seen = exportColumns(entity, columns).filter(({ mask }) => !mask || ctx.actor.held.has(mask))
  const chunks: Uint8Array[] = []
  let count = 0
  const ids = await idsInOrder(ctx, entity, query, most, parentId)
  const keys = new Set(['id', ...seen.flatMap(({ key, beside }) => [key, ...beside])])
  for (let at = 0; at < ids.length; at += atOnce) {
    const chunk = ids.slice(at, at + atOnce)
    const extra = (_: unknown, p: Params) => `t.id = any(${p.add(chunk)})`
    const { items } = await entity.list(ctx, { page: 1 }, { limit: chunk.length, parentId, keys, extra })
    const byId = new Map<unknown, Row>(items.map((item) => [item.id, item]))
    const rows = chunk.flatMap((id) => byId.get(id) ?? [])
    chunks.push(packRows(rows.map((row) => seen.map(({ value }) => value(row)))))
    count += rows.length
    progress(Math.round((100 * count) / ids.length))
  }
  return {
    name: entity.resource.names.many,
    columns: seen.map(({ header, kind, width }) => ({ header, kind, width })),
    rows: [],
    packed: { count, chunks },
    ...page,
  }
}

/** Sorts once instead of per page; rows are then read by id from the same snapshot. */
async function idsInOrder(ctx: Context, entity: Served, query: ListQuery, most: number, parentId: unknown): Promise<unknown[]> {
  const sorted = (query.sortBy ?? []).map((key) => key.replace(/^-/, ''))
  const { items } = await entity.list(ctx, { ...query, page: 1 }, { limit: most, parentId, keys: new Set(['id', ...sorted]) })
  return items.map(({ id }) => id)
}

interface ListColumn extends ReportColumn<Row> {
  key: string
  mask: Field['mask']
  /** Columns read but not shown. */
  beside: string[]
  value(row: Row): ReturnType<typeof exportCell>
}

function exportColumns(entity: Served, requestedColumns: readonly string[] | null | undefined): ListColumn[] {
  const known: Record<string, Field> = {
    ...responseFields(entity.resource),
    id: commonFields.id!,
    createDate: commonFields.createDate!,
    updateDate: commonFields.updateDate!,
    createdBy: commonFields.createdById!,
    updatedBy: commonFields.updatedById!,
  }
  const allowed = listKeys(entity.resource)
  const keys = (requestedColumns?.length ? requestedColumns : entity.resource.list.columns).filter(
    (key) => allowed.has(key) && known[key] && known[key].kind !== 'image',
  )
  return ['id', ...keys.filter((key) => key !== 'id')].map((key) => {
    const field = known[key]!
    return { key, mask: field.mask, beside: companionKeys(field), ...sheetColumn(field), value: (row) => exportCell(field, row[key], row) }
  })
}

function sheetColumn(field: Field): SheetColumn {
  const header = field.unit ? `${field.label} (${field.unit})` : field.label
  const kinds: Record<string, SheetColumn['kind']> = {
    money: 'money',
    integer: 'integer',
    id: 'integer',
    number: 'number',
    factor: 'number',
    percent: 'number',
    hours: 'number',
    date: 'date',
    instant: 'instant',
    url: 'link',
  }
  const kind = kinds[field.kind] ?? 'text'
  return { header, kind, width: kind === 'text' ? 24 : 14 }
}

function exportCell(field: Field, value: unknown, row: Row): string | number | Date | null {
  if (value === null || value === undefined || isMissingZero(field, value, row)) return null
  if (typeof value === 'number' && !field.options) return value
  if (field.kind === 'instant' || field.kind === 'date') return new Date(value as string)
  return formatLogValue(field, value)
}

declare module '../kit/request/context.ts' {
  interface FileParameters {
    list: ListParameters
  }
}
