import { ProjectVariableType } from '../../model/projects/enums.ts'
import {
  copyVariablesFromClient,
  type ProjectVariable,
  readProjectVariables,
  writeProjectVariables,
} from '../../model/projects/project-variables.ts'
import {
  checkVariables,
  cleaningVariables,
  clientVariablesOf,
  opensPicture,
  shownVariable,
  storeVariables,
  variableShape,
  variablesOf,
  type WrittenVariable,
} from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { Project } from './parts.ts'
import { recordProjectChange } from './project-traces.ts'
import { openProject, projects } from './projects.ts'
import { loadPartVersion, nextVersion } from './versions.ts'

const { NamingTemplate } = ProjectVariableType
type Stored = Omit<ProjectVariable, 'isFromClient'>

const shape = {
  ...variableShape,
  type: is.choice(ProjectVariableType),
  value: orNull(is.plain('string', 'number', 'boolean')),
  printed: orNull(is.text),
}
/** A naming template is printed as its example. */
const variableStorage = {
  table: 'project_variables',
  owner: 'project_id',
  more: `(select n.example from naming_templates n where v.type = ${NamingTemplate} and n.id = (v.value #>> '{}')::bigint) as printed`,
  rows: (ctx: Context, text: string, values: unknown[]) => ctx.rows(shape, text, values),
} as const

export const loadProjectVariables = (ctx: Context, projectId: number) => variablesOf(ctx, variableStorage, projectId)

const ofClient = async (ctx: Context, project: Project) => (project.client ? await clientVariablesOf(ctx, project.client.id) : [])
const variableKey = ({ name }: { name: string }) => name.toLowerCase()

async function variablesResponse(ctx: Context, project: Project) {
  const own = await loadProjectVariables(ctx, project.id)
  const clientVariables = await ofClient(ctx, project)
  const known = new Set(clientVariables.map(variableKey))
  return {
    items: own.map((item) => ({ ...shownVariable(ctx, item), isFromClient: known.has(variableKey(item)) })),
    total: own.length,
    rowVersion: await loadPartVersion(ctx, project.id, 'variables'),
    clientVariables: clientVariables.map((clientVariable) => shownVariable(ctx, clientVariable)),
  }
}

/** Errors for naming templates that do not exist. A template that was deleted after it was chosen may stay. */
async function unknownTemplates(ctx: Context, items: WrittenVariable[], before: Stored[]) {
  const named = items.flatMap(({ type, value }, index) => (type === NamingTemplate && value !== null ? [{ at: index, value }] : []))
  if (named.length === 0) return {}
  const found = await ctx.rows(
    { id: is.number },
    'select id from naming_templates where id = any($1) and not is_deleted order by id for share',
    [named.map(({ value }) => value)],
  )
  const known = new Set<unknown>([
    ...found.map(({ id }) => id),
    ...before.filter(({ type }) => type === NamingTemplate).map(({ value }) => value),
  ])
  return Object.fromEntries(
    named.filter(({ value }) => !known.has(value)).map(({ at }) => [`items[${at}].value`, ['Naming template not found.']]),
  )
}

async function storeAndRecord(ctx: Context, project: Project, items: WrittenVariable[], title: string) {
  const { before, after, changes } = await storeVariables(ctx, variableStorage, project.id, items)
  if (changes.length > 0)
    await recordProjectChange(ctx, project, {
      title,
      before: { variables: before },
      after: { variables: after },
      changes,
      needs: 'ProjectVariables.View',
    })
}

/** Locks the open project. Throws a conflict if the list's version differs from the request's. */
async function openForVariables(ctx: Context, id: number, rowVersion: number | null) {
  const project = await projects.get(ctx, id)
  await openProject(ctx, id)
  await nextVersion(ctx, project, { part: 'variables', rowVersion, current: () => variablesResponse(ctx, project) })
  return project
}

async function writeVariables(ctx: Context, id: number, { items, rowVersion }: HandlerRequest<typeof writeProjectVariables>['body']) {
  const project = await openForVariables(ctx, id, rowVersion)
  const before = await loadProjectVariables(ctx, id)
  await checkVariables(ctx, items, before, await unknownTemplates(ctx, items, before))
  await storeAndRecord(ctx, project, items, 'Variables changed')
  return variablesResponse(ctx, project)
}

/** Appends client variables the project lacks. With `overwrite`, existing ones take the client's type, label, and value. */
async function copyFromClient(ctx: Context, id: number, { overwrite, rowVersion }: HandlerRequest<typeof copyVariablesFromClient>['body']) {
  const project = await openForVariables(ctx, id, rowVersion)
  if (!project.client) throw conflict('The project has no client.')
  const own = await loadProjectVariables(ctx, id)
  const clientVariables = await ofClient(ctx, project)
  const known = new Set(own.map(variableKey))
  const same = new Map(clientVariables.map((clientVariable) => [variableKey(clientVariable), clientVariable]))
  const merged = own.map((item) => {
    const other = overwrite ? same.get(variableKey(item)) : undefined
    return other ? { ...item, label: other.label, type: other.type, value: other.value } : item
  })
  const added = clientVariables
    .filter((clientVariable) => !known.has(variableKey(clientVariable)))
    .map((clientVariable) => ({ ...clientVariable, id: null }))
  await storeAndRecord(ctx, project, [...merged, ...added], 'Variables copied from the client')
  return variablesResponse(ctx, project)
}

/** Copies the client's variables to a new project; a former lead may have some already. */
export async function takeClientVariables(ctx: Context, projectId: number) {
  await ctx.run(
    `insert into project_variables (project_id, name, label, type, value, "order")
     select p.id, v.name, v.label, v.type, v.value, v."order" from projects p join client_variables v on v.client_id = p.client_id
     where p.id = $1 and not exists (select from project_variables o where o.project_id = p.id and dna_key(o.name) = dna_key(v.name))`,
    [projectId],
  )
}

export const opensVariablePicture = (ctx: Context, fileId: string) =>
  opensPicture(
    ctx,
    variableStorage,
    fileId,
    async (id) => ctx.actor.held.has('ProjectVariables.View') && (await projects.find(ctx, id)) !== undefined,
  )

export const variableRoutes: Route[] = [
  defineRoute(readProjectVariables, async (ctx, { params }) => variablesResponse(ctx, await projects.get(ctx, params.id))),
  defineRoute(
    writeProjectVariables,
    (ctx, { params, body }) => writeVariables(ctx, params.id, body),
    cleaningVariables(loadProjectVariables),
  ),
  defineRoute(copyVariablesFromClient, (ctx, { params, body }) => copyFromClient(ctx, params.id, body)),
]
