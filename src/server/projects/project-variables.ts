import { ProjectVariableType } from '../../model/projects/enums.ts'
import {
  copyVariablesFromClient,
  type ProjectVariable,
  readProjectVariables,
  writeProjectVariables,
} from '../../model/projects/project-variables.ts'
import { clientVariablesOf } from '../companies/public.ts'
import type { Change } from '../kit/audit.ts'
import type { Context, Row } from '../kit/context.ts'
import { conflict, invalid } from '../kit/errors.ts'
import { cleanRichText, signedText } from '../kit/rich-text.ts'
import { answer, type Route } from '../kit/serve.ts'
import { tellOfProject } from './project-traces.ts'
import { openProject, projects } from './projects.ts'
import { nextVersion, versionOf } from './versions.ts'

const { RichText, NamingTemplate } = ProjectVariableType.of
type Stored = Omit<ProjectVariable, 'isFromClient'>

/** As they are stored, in their order. */
export const projectVariablesOf = (ctx: Context, projectId: number) =>
  ctx.rows<Stored>('select id, name, label, type, value from project_variables where project_id = $1 order by "order", id', [projectId])

const ofClient = async (ctx: Context, project: Row) => (project.client ? await clientVariablesOf(ctx, project.client.id) : [])
const keyOf = ({ name }: { name: string }) => name.toLowerCase()
const shownValue = <V extends { type: number; value: unknown }>(one: V): V =>
  one.type === RichText ? { ...one, value: signedText(one.value) } : one

async function answered(ctx: Context, project: Row) {
  const own = await projectVariablesOf(ctx, project.id)
  const clientVariables = await ofClient(ctx, project)
  const known = new Set(clientVariables.map(keyOf))
  return {
    items: own.map((one) => ({ ...shownValue(one), isFromClient: known.has(keyOf(one)) })),
    total: own.length,
    rowVersion: await versionOf(ctx, project.id, 'variables'),
    clientVariables: clientVariables.map(shownValue),
  }
}

/** Formatted text is stored cleaned, as everywhere; what points to another row must find it. */
async function cleaned(items: Row[], before: Stored[]) {
  const problems: Record<string, string[]> = {}
  for (const [at, item] of items.entries()) {
    // There are no naming templates to choose yet.
    if (item.type === NamingTemplate && item.value !== null) problems[`items[${at}].value`] = ['Naming template not found.']
    if (item.type !== RichText || typeof item.value !== 'string') continue
    const former = before.find(({ id }) => id === item.id)?.value
    const said: string[] = []
    item.value = (await cleanRichText(item.value, typeof former === 'string' ? former : undefined, (message) => said.push(message))) || null
    if (said.length > 0) problems[`items[${at}].value`] = said
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

const told = ({ type, value }: Stored) =>
  value === null ? null : type === RichText ? 'formatted text' : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

function changesOf(before: Stored[], after: Stored[]): Change[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  return names.flatMap((name) => {
    const old = before.find((one) => one.name === name)
    const now = after.find((one) => one.name === name)
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return [
      { field: `variables.${name}`, label: now?.label ?? old?.label ?? name, from: old ? told(old) : null, to: now ? told(now) : null },
    ]
  })
}

/** Writes the whole list; known variables keep their id. */
async function store(ctx: Context, project: Row, items: Row[], title: string) {
  const before = await projectVariablesOf(ctx, project.id)
  // Away first, so that two may exchange their names.
  await ctx.rows('delete from project_variables where project_id = $1', [project.id])
  await ctx.rows(
    `insert into project_variables (id, project_id, name, label, type, value, "order") overriding system value
     select coalesce(g.id, nextval(pg_get_serial_sequence('project_variables', 'id'))), $1, g.name, g.label, g.type, nullif(g.value, 'null'), g."order"
     from jsonb_to_recordset($2) as g(id bigint, name text, label text, type smallint, value jsonb, "order" integer)`,
    [project.id, JSON.stringify(items.map(({ id, name, label, type, value }, order) => ({ id, name, label, type, value, order })))],
  )
  const after = await projectVariablesOf(ctx, project.id)
  const changes = changesOf(before, after)
  if (changes.length > 0) await tellOfProject(ctx, project, { title, before: { variables: before }, after: { variables: after }, changes })
}

/** The project, open and locked, at the version of the list that the caller read. */
async function openForVariables(ctx: Context, id: number, rowVersion: number | null) {
  const project = await projects.get(ctx, id)
  await openProject(ctx, id)
  await nextVersion(ctx, project, { part: 'variables', rowVersion, current: () => answered(ctx, project) })
  return project
}

async function write(ctx: Context, id: number, { items, rowVersion }: Row) {
  const project = await openForVariables(ctx, id, rowVersion)
  const before = await projectVariablesOf(ctx, id)
  await cleaned(items, before)
  const known = new Set(before.map((one) => one.id))
  const strange = items.findIndex((item: Row) => item.id !== null && !known.has(item.id))
  if (strange >= 0) throw invalid({ [`items[${strange}].id`]: ['Variable not found.'] })
  const kept = items.map((item: Row) => item.id).filter((one: number | null) => one !== null)
  if (new Set(kept).size < kept.length) throw invalid({ items: ['A variable is named twice.'] })
  await store(ctx, project, items, 'Variables changed')
  return answered(ctx, project)
}

/** What the project lacks, behind its own; with `overwrite` it takes the client's type, label and value of those it has. */
async function copyFromClient(ctx: Context, id: number, { overwrite, rowVersion }: Row) {
  const project = await openForVariables(ctx, id, rowVersion)
  if (!project.client) throw conflict('The project has no client.')
  const own: Row[] = await projectVariablesOf(ctx, id)
  const theirs = await ofClient(ctx, project)
  const known = new Set(own.map((one) => keyOf(one as Stored)))
  const same = new Map(theirs.map((one) => [keyOf(one), one]))
  const kept = own.map((one) => {
    const other = overwrite ? same.get(keyOf(one as Stored)) : undefined
    return other ? { ...one, label: other.label, type: other.type, value: other.value } : one
  })
  const added = theirs.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, id: null }))
  await store(ctx, project, [...kept, ...added], 'Variables copied from the client')
  return answered(ctx, project)
}

/** A new project starts with what its client has; one that was a lead may have its own already. */
export async function takeClientVariables(ctx: Context, projectId: number) {
  await ctx.rows(
    `insert into project_variables (project_id, name, label, type, value, "order")
     select p.id, v.name, v.label, v.type, v.value, v."order" from projects p join client_variables v on v.client_id = p.client_id
     where p.id = $1 and not exists (select from project_variables o where o.project_id = p.id and dna_key(o.name) = dna_key(v.name))`,
    [projectId],
  )
}

export const variableRoutes: Route[] = [
  answer(readProjectVariables, async (ctx, { params }) => answered(ctx, await projects.get(ctx, params.id))),
  answer(writeProjectVariables, (ctx, { params, body }) => write(ctx, params.id, body)),
  answer(copyVariablesFromClient, (ctx, { params, body }) => copyFromClient(ctx, params.id, body)),
]
