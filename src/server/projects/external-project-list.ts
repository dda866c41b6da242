import { dollarsOf } from '../../model/kit/money.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import {
  externalContacts,
  externalProject,
  externalProjects,
  type IssuedRevision,
  type OpenedPart,
} from '../../model/projects/external-projects.ts'
import { projects } from '../../model/projects/projects.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, namedShape, onlyRow, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { loadContacts } from './project-contacts.ts'
import { namesOnList, seesAsViewer } from './scope.ts'

/** Merges the entries of `p`'s external list for the actor: any entry grants (domain 4.4). */
const entriesFor = (actor: Actor, values: StatementValues) => {
  const id = `${values.add(actor.userId)}::uuid`
  return `cross join lateral (select ${mergedFlags}
      from project_external_access_entries e where e.project_id = p.id and ${namesOnList(id)}${seesAsViewer(actor, values, 'p')} having count(*) > 0) x`
}
/** Projects with an entry for the actor, read from the entries: a person sees few of all projects. */
const grantedTo = (actor: Actor, values: StatementValues) => {
  const id = `${values.add(actor.userId)}::uuid`
  return `(select e.project_id, ${mergedFlags} from (
      select e.* from project_external_access_entries e where e.user_id = ${id}
      union all select e.* from group_members m join project_external_access_entries e on e.access_group_id = m.access_group_id
        where m.user_id = ${id}) e group by e.project_id)`
}
/** Columns of an access entry that open each part. */
const flagColumns = {
  prices: 'show_prices',
  equipment: 'show_equipment',
  documents: 'show_documents',
  reports: 'show_reports',
  cables: 'show_cables',
  comments: 'can_comment',
  approves: 'can_approve',
  site: 'can_site',
  live: 'is_live',
}
const mergedFlags = Object.entries(flagColumns)
  .map(([name, column]) => `bool_or(e.${column}) as ${name}`)
  .join(', ')
const isThere = `not p.is_deleted and p.stage <> ${ProjectStage.Lead}`

export interface Opened {
  id: number
  prices: boolean
  equipment: boolean
  documents: boolean
  reports: boolean
  cables: boolean
  comments: boolean
  approves: boolean
  /** Shows the site items of the person's company. */
  site: boolean
  /** Shows live contents; otherwise those of the latest issued revision. */
  isLive: boolean
}

const openedShape = {
  prices: is.boolean,
  equipment: is.boolean,
  documents: is.boolean,
  reports: is.boolean,
  cables: is.boolean,
  comments: is.boolean,
  approves: is.boolean,
  site: is.boolean,
  isLive: is.boolean,
}
const openedColumns = 'x.prices, x.equipment, x.documents, x.reports, x.cables, x.comments, x.approves, x.site, x.live as "isLive"'

/** Returns what the actor may see of the project, or undefined if they have no access. */
export async function findOpened(ctx: Context, projectId: number): Promise<Opened | undefined> {
  if (!ctx.actor.isExternal || !ctx.actor.held.has('ExternalProjects.View')) return undefined
  const p = new Params()
  const from = `from projects p ${entriesFor(ctx.actor, p)} where p.id = ${p.add(projectId)} and ${isThere}`
  const [row] = await ctx.rows({ id: is.number, ...openedShape }, `select p.id, ${openedColumns} ${from}`, p.values)
  return row
}

/** Like `findOpened`, but throws a 404 without access, as for a missing project. */
export async function getOpened(ctx: Context, projectId: number): Promise<Opened> {
  const row = await findOpened(ctx, projectId)
  if (!row) throw notFound('Project')
  return row
}

/** Money in cents. */
const counts = { spaces: is.number, items: is.number, msrp: is.number, documents: is.number }
type Counts = RowOfShape<typeof counts>
const issuedRow = {
  ...counts,
  id: is.number,
  code: is.text,
  title: is.text,
  issueDate: is.date,
  issuedBy: orNull(is.text),
  fingerprint: is.text,
}
const projectRow = {
  id: is.number,
  name: is.text,
  number: orNull(is.text),
  stage: is.choice(ProjectStage),
  projectStatus: orNull(is.choice(ProjectStatus)),
  client: orNull(is.jsonOf({ id: is.number, name: is.text, logoUrl: orNull(is.text) })),
  address: is.jsonOfField(projects.fields.address),
  now: is.jsonOf(counts),
  issued: orNull(is.jsonOf(issuedRow)),
  ...openedShape,
}
const columnsWith = (
  documents: (isLive: boolean) => string,
) => `p.id, p.name, p.number, p.stage, p.project_status as "projectStatus", p.address,
  (select json_build_object('id', c.id, 'name', c.name, 'logoUrl', c.logo_url) from client_names c where c.id = p.client_id) as client,
  json_build_object('spaces', p.space_count, 'items', p.equipment_count, 'msrp', p.total_msrp_price, 'documents', ${documents(true)}) as now,
  (select json_build_object('spaces', r.space_count, 'items', r.equipment_count, 'msrp', r.total_msrp_price, 'documents', ${documents(false)}, 'id', r.id, 'code', r.code,
    'title', r.title, 'issueDate', r.issue_date, 'issuedBy', r.issued_by, 'fingerprint', r.fingerprint) from issued_revisions r where r.project_id = p.id) as issued,
  ${openedColumns}`
const inLists = columnsWith(() => '0')
const onPage = columnsWith((isLive) => `(select count(*) from guest_documents d where d.project_id = p.id and d.is_live = ${isLive})`)

const nothingYet: Counts = { spaces: 0, items: 0, msrp: 0, documents: 0 }
const openedParts = ({ equipment, documents, reports, cables, comments, approves, site }: Omit<Opened, 'id'>): OpenedPart[] =>
  (
    [
      ['Equipment', equipment],
      ['Documents', documents],
      ['Reports', reports],
      ['Cables', cables && equipment],
      ['Comments', comments],
      ['Approval', approves],
      ['Site', site],
    ] as const
  ).flatMap(([part, isOpen]) => (isOpen ? [part] : []))

/** Counts are zero before the first issue, except with live access. */
async function readProjects(ctx: Context, text: string, values: unknown[], isPage = false) {
  const rows = await ctx.rows(projectRow, text, values)
  return rows.map(({ now, issued, client, ...row }) => {
    const { prices, equipment, documents, reports: _, cables: _c, comments: _o, approves, site: _s, ...project } = row
    const shown = row.isLive ? now : (issued ?? nothingYet)
    const revision: IssuedRevision | null = issued && {
      id: issued.id,
      code: issued.code,
      title: issued.title,
      issueDate: issued.issueDate,
      issuedBy: issued.issuedBy,
      ...(approves && { fingerprint: issued.fingerprint }),
    }
    return {
      ...project,
      client: client && { ...client, logoUrl: ctx.addresses.stripSignature(client.logoUrl) },
      spaceCount: shown.spaces,
      ...(equipment && { equipmentCount: shown.items }),
      ...(documents && isPage && { documentCount: shown.documents }),
      ...(prices && { totalMsrpPrice: dollarsOf(shown.msrp) }),
      revision,
      opened: openedParts(row),
    }
  })
}

export async function listOpened(ctx: Context, { search, page, itemsPerPage }: HandlerRequest<typeof externalProjects>['query']) {
  if (!ctx.actor.isExternal) return { items: [], total: 0 }
  const p = new Params()
  const pattern = search ? p.add(`%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined
  const found = pattern ? ` and (dna_fold(p.name) like dna_fold(${pattern}) or dna_fold(p.number) like dna_fold(${pattern}))` : ''
  const from = `from ${grantedTo(ctx.actor, p)} x join projects p on p.id = x.project_id where ${isThere}${seesAsViewer(ctx.actor, p, 'p')}${found}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 200 : Math.min(200, itemsPerPage)
  const items = await readProjects(
    ctx,
    `select ${inLists} ${from} order by p.name collate natural_order, p.id limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  return { items, total }
}

async function readOpened(ctx: Context, projectId: number) {
  const { id, isLive } = await getOpened(ctx, projectId)
  const p = new Params()
  const text = `select ${onPage} from projects p ${entriesFor(ctx.actor, p)} where p.id = ${p.add(id)}`
  const project = onlyRow(await readProjects(ctx, text, p.values, true))
  const buildings = await ctx.rows(
    { id: is.number, name: is.text, levels: is.listOf(namedShape) },
    isLive
      ? `select b.id, b.name, (select coalesce(json_agg(json_build_object('id', l->'id', 'name', l->'name')), '[]') from json_array_elements(b.levels) l) as levels
         from building_trees b where b.project_id = $1 order by b."order", b.id`
      : `select l.building_id as id, min(l.building) as name, json_agg(json_build_object('id', l.level_id, 'name', l.level) order by l.place) as levels
         from (select s.building_id, min(s.building) as building, s.level_id, min(s.level) as level, min(s.place) as place from guest_spaces s
           where s.project_id = $1 and not s.is_live group by s.building_id, s.level_id) l group by l.building_id order by min(l.place)`,
    [id],
  )
  return { ...project, buildings }
}

async function listShared(ctx: Context, projectId: number) {
  const { id } = await getOpened(ctx, projectId)
  const { items } = await loadContacts(ctx, id)
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
  defineRoute(externalProjects, (ctx, { query }) => listOpened(ctx, query)),
  defineRoute(externalProject, (ctx, { params }) => readOpened(ctx, params.id)),
  defineRoute(externalContacts, (ctx, { params }) => listShared(ctx, params.id)),
]
