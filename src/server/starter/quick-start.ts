import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import type { Permission } from '../../model/permissions.ts'
import { suggestAbbreviations } from '../../model/starter/abbreviation.ts'
import { type NotFound, type QuickLine, type QuickRoom, quickStart } from '../../model/starter/starter-calls.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { findProducts, type NamedProduct } from '../catalog/public.ts'
import { clients, findClientNames } from '../companies/public.ts'
import { diffRows } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { type ManyRowsEntity, readMany } from '../kit/resource/many-rows.ts'
import { projects } from '../projects/public.ts'
import { buildings, firstLevel, levels, spaces } from '../spaces/public.ts'
import { findUsableTemplates } from '../templates/public.ts'

type Body = HandlerRequest<typeof quickStart>['body']

interface ClientChoice {
  id: number | null
  createdIds: number[]
}

/** Finds the client by id or name, or creates it with an abbreviation of its name. */
async function findOrCreateClient(ctx: Context, { clientId, clientName }: Body): Promise<ClientChoice> {
  if (clientId != null || clientName == null) return { id: clientId ?? null, createdIds: [] }
  const candidates = suggestAbbreviations(clientName)
  const known = await findClientNames(ctx, clientName, candidates)
  const named = known.find(({ isNamed }) => isNamed)
  if (named) return { id: named.id, createdIds: [] }
  if (!ctx.actor.held.has('Clients.Create')) throw forbidden('Clients.Create')
  const taken = new Set(known.map(({ abbreviation }) => abbreviation))
  const abbreviatedName = candidates.find((candidate) => !taken.has(candidate))
  if (abbreviatedName === undefined)
    throw badRequest({ clientName: ['All abbreviations of this name are taken. Create the client first.'] })
  const { id } = await clients.create(ctx, { name: clientName, abbreviatedName })
  return { id, createdIds: [id] }
}

interface ResolvedRoom {
  name: string
  templateId: number | null
  lines: { equipmentId: number; quantity: number; unitPriceOverride: number | null }[]
  notFound: NotFound[]
}

/** Finds the templates and the equipment of all rooms with a few statements. */
async function resolveRooms(ctx: Context, rooms: readonly QuickRoom[]): Promise<ResolvedRoom[]> {
  const usable = await findUsableTemplates(
    ctx,
    rooms.flatMap(({ templateId }) => templateId ?? []),
  )
  const products = await findProducts(
    ctx,
    rooms.flatMap(({ lines }) => (lines ?? []).map(lineText)),
  )
  let at = 0
  return rooms.map(({ name, templateId, lines }) => {
    const isUsable = templateId == null || usable.has(templateId)
    const room: ResolvedRoom = { name, templateId: isUsable ? (templateId ?? null) : null, lines: [], notFound: [] }
    if (!isUsable) room.notFound.push({ row: null, text: `Space template ${templateId}`, reason: 'template' })
    for (const [index, line] of (lines ?? []).entries()) resolveLine(room, index + 1, line, products[at++] ?? [])
    return room
  })
}

const lineText = ({ tag, model }: QuickLine) => (tag ?? model ?? '').trim()

function resolveLine(room: ResolvedRoom, row: number, line: QuickLine, products: NamedProduct[]) {
  const candidates = products.filter(({ manufacturer }) => isOfMaker(manufacturer, line))
  const [first, second] = candidates.filter(({ isDeprecated }) => !isDeprecated)
  if (first && !second) {
    room.lines.push({ equipmentId: first.id, quantity: line.quantity, unitPriceOverride: line.unitPrice ?? null })
    return
  }
  const reason = second ? 'ambiguous' : candidates.length > 0 ? 'deprecated' : 'unknown'
  room.notFound.push({ row, text: [line.manufacturer, lineText(line)].filter(Boolean).join(' '), reason })
}

const isOfMaker = (manufacturer: string, line: QuickLine) =>
  !line.manufacturer || caseFoldedKey(manufacturer).includes(caseFoldedKey(line.manufacturer))

function checkRoomNames(rooms: readonly QuickRoom[]) {
  const seen = new Set<string>()
  const problems: Record<string, string[]> = {}
  for (const [index, { name, lines }] of rooms.entries()) {
    const key = caseFoldedKey(name)
    if (seen.has(key)) problems[`rooms[${index}].name`] = ['Another room has this name.']
    seen.add(key)
    for (const [row, { tag, model }] of (lines ?? []).entries())
      if (!tag?.trim() && !model?.trim()) problems[`rooms[${index}].lines[${row}].model`] = ['A tag or a model is required.']
  }
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

async function startProject(ctx: Context, body: Body) {
  checkRoomNames(body.rooms)
  const resolved = await resolveRooms(ctx, body.rooms)
  const client = await findOrCreateClient(ctx, body)
  const project = await projects.create(ctx, { name: body.name, type: body.type, clientId: client.id })
  const { buildingId, levelId } = await nameFirstLevel(ctx, project.id, body)
  const created: { id: number; notFound: NotFound[] }[] = []
  for (const { name, templateId, lines, notFound } of resolved) {
    const equipment = lines.map((line) => ({ ...newLine, ...line }))
    const { id } = await spaces.create(ctx, { projectId: project.id, levelId, name, spaceTemplateId: templateId, equipment })
    created.push({ id, notFound })
  }
  const spaceIds = created.map(({ id }) => id)
  const changes = [
    ...(await createdRows(ctx, clients, client.createdIds)),
    ...(await createdRows(ctx, projects, [project.id], project.id)),
    ...(await createdRows(ctx, buildings, [buildingId], project.id)),
    ...(await createdRows(ctx, levels, [levelId], project.id)),
    ...(await createdRows(ctx, spaces, spaceIds, project.id)),
  ]
  const permissions: Permission[] = ['Projects.Delete', 'Projects.Update']
  if (client.createdIds.length > 0) permissions.push('Clients.Delete')
  const about = { kind: ChangeSetKind.QuickStart, title: `Quick start: ${project.name}`, permissions }
  const changeSetId = await recordChangeSet(ctx, about, changes)
  const rows = await readMany(ctx, spaces, spaceIds)
  return {
    id: project.id,
    name: project.name,
    number: project.number,
    client: project.client ? { id: project.client.id, name: project.client.name } : null,
    rooms: created.flatMap(({ id, notFound }) => {
      const row = rows.get(String(id))
      return row ? [{ id, name: row.name, equipmentCount: row.equipmentCount, totalMsrpPrice: row.totalMsrpPrice, notFound }] : []
    }),
    changeSetId: changeSetId ?? null,
  }
}

/** Every new project has a building with a level; they get the names that were sent. */
async function nameFirstLevel(ctx: Context, projectId: number, { buildingName, levelName }: Body) {
  const first = await firstLevel(ctx, projectId)
  if (buildingName) await buildings.update(ctx, first.buildingId, { name: buildingName, shortName: null }, { parentId: projectId })
  if (levelName) await levels.update(ctx, first.levelId, { name: levelName, shortName: null }, { parentId: first.buildingId })
  return first
}

const newLine = {
  areaGroupId: null,
  rackId: null,
  provider: null,
  installer: null,
  installerName: null,
  isExisting: false,
  label: null,
  notes: null,
}

/** Change set rows of created entities. They are read last, because creating one row may change those before it. */
async function createdRows(ctx: Context, served: ManyRowsEntity, ids: number[], projectId: number | null = null): Promise<Changed[]> {
  const { resource } = served
  const rows: ReadonlyMap<string, Record<string, unknown>> = await readMany(ctx, served, ids)
  return ids.flatMap((id): Changed[] => {
    const row = rows.get(String(id))
    if (!row) return []
    const { after } = diffRows(resource, null, row)
    return [
      { action: 'Create', entity: resource.entity, entityId: id, entityName: String(row[resource.title]), before: null, after, projectId },
    ]
  })
}

export const quickStartRoutes: Route[] = [defineRoute(quickStart, (ctx, { body }) => startProject(ctx, body))]
