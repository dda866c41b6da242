import { dollarsOf } from '../../model/kit/money.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import {
  type BuildingIn,
  externalContacts,
  externalProject,
  externalProjects,
  type OpenedPart,
} from '../../model/projects/external-projects.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context, Values } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { answer, type Given, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { contactsOf } from './project-contacts.ts'
import { namesOnList } from './scope.ts'

/** The entries of the external list of `p` that name whoever asks, as one: any of them grants (domain 4.4). */
const entriesFor = (actor: Actor, values: Values) => {
  const id = `${values.add(actor.userId)}::uuid`
  return `cross join lateral (select bool_or(e.show_prices) as prices, bool_or(e.show_equipment) as equipment, bool_or(e.show_reports) as reports,
      bool_or(e.is_live) as live from project_external_access_entries e where e.project_id = p.id and ${namesOnList(id)} having count(*) > 0) x`
}
const isThere = `not p.is_deleted and p.stage <> ${ProjectStage.of.Lead}`

/** What somebody from outside may see of a project. */
export interface Opened {
  id: number
  prices: boolean
  equipment: boolean
  /** Contents are shown as of the latest issued revision, or as they are now to whom the entry says so. */
  isLive: boolean
}

/** The project as far as it is open to whoever asks; one that is not answers like one that does not exist. */
export async function getOpened(ctx: Context, projectId: number): Promise<Opened> {
  const p = new Params()
  const from = `from projects p ${entriesFor(ctx.actor, p)} where p.id = ${p.add(projectId)} and ${isThere}`
  const [row] = ctx.actor.isExternal
    ? await ctx.rows(
        { id: is.number, prices: is.boolean, equipment: is.boolean, isLive: is.boolean },
        `select p.id, x.prices, x.equipment, x.live as "isLive" ${from}`,
        p.values,
      )
    : []
  if (!row) throw notFound('Project')
  return row
}

const projectRow = {
  id: is.number,
  name: is.text,
  number: orNull(is.text),
  stage: is.choice(ProjectStage),
  projectStatus: orNull(is.choice(ProjectStatus)),
  client: orNull(is.json<{ id: number; name: string; logoUrl: string | null }>()),
  address: orNull(is.json<Record<string, string | null>>()),
  spaces: is.number,
  equipment: is.number,
  msrp: is.number,
  prices: is.boolean,
  showsEquipment: is.boolean,
  reports: is.boolean,
  isLive: is.boolean,
}
const columns = `p.id, p.name, p.number, p.stage, p.project_status as "projectStatus", p.address,
  (select json_build_object('id', c.id, 'name', c.name, 'logoUrl', c.logo_url) from client_names c where c.id = p.client_id) as client,
  p.space_count as spaces, p.equipment_count as equipment, p.total_msrp_price as msrp, x.prices, x.equipment as "showsEquipment", x.reports, x.live as "isLive"`

/** What was not issued yet counts nothing, except for whom it is live. */
async function readProjects(ctx: Context, text: string, values: unknown[]) {
  const rows = await ctx.rows(projectRow, text, values)
  return rows.map(({ spaces, equipment, msrp, prices, showsEquipment, reports, client, ...row }) => {
    const opened: OpenedPart[] = [...(showsEquipment ? (['Equipment'] as const) : []), ...(reports ? (['Reports'] as const) : [])]
    return {
      ...row,
      client: client && { ...client, logoUrl: ctx.services.addresses.shown(client.logoUrl) },
      spaceCount: row.isLive ? spaces : 0,
      ...(showsEquipment && { equipmentCount: row.isLive ? equipment : 0 }),
      ...(prices && { totalMsrpPrice: row.isLive ? dollarsOf(msrp) : 0 }),
      revision: null,
      opened,
    }
  })
}

/** Projects open to whoever asks, by name. */
export async function listOpened(ctx: Context, { search, page, itemsPerPage }: Given<typeof externalProjects>['query']) {
  if (!ctx.actor.isExternal) return { items: [], total: 0 }
  const p = new Params()
  const pattern = search ? p.add(`%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined
  const found = pattern ? ` and (dna_fold(p.name) like dna_fold(${pattern}) or dna_fold(p.number) like dna_fold(${pattern}))` : ''
  const from = `from projects p ${entriesFor(ctx.actor, p)} where ${isThere}${found}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 200 : Math.min(200, itemsPerPage)
  const items = await readProjects(
    ctx,
    `select ${columns} ${from} order by p.name collate natural_order, p.id limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  return { items, total }
}

async function readOpened(ctx: Context, projectId: number) {
  const { id, isLive } = await getOpened(ctx, projectId)
  const p = new Params()
  const text = `select ${columns} from projects p ${entriesFor(ctx.actor, p)} where p.id = ${p.add(id)}`
  const project = onlyRow(await readProjects(ctx, text, p.values))
  const buildings = isLive
    ? await ctx.rows(
        { id: is.number, name: is.text, levels: is.json<BuildingIn['levels']>() },
        `select b.id, b.name, (select coalesce(json_agg(json_build_object('id', l->'id', 'name', l->'name')), '[]') from json_array_elements(b.levels) l) as levels
         from building_trees b where b.project_id = $1 order by b."order", b.id`,
        [id],
      )
    : []
  return { ...project, buildings }
}

async function listShared(ctx: Context, projectId: number) {
  const { id } = await getOpened(ctx, projectId)
  const { items } = await contactsOf(ctx, id)
  const shared = items.filter(({ isSharedExternally }) => isSharedExternally)
  return {
    items: shared.map(({ name, companyName, contact, email, phone }) => ({
      name,
      company: companyName,
      jobTitle: contact?.jobTitle ?? null,
      email,
      phone,
    })),
  }
}

export const guestProjectRoutes: Route[] = [
  answer(externalProjects, (ctx, { query }) => listOpened(ctx, query)),
  answer(externalProject, (ctx, { params }) => readOpened(ctx, params.id)),
  answer(externalContacts, (ctx, { params }) => listShared(ctx, params.id)),
]
