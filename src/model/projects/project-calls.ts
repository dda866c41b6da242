import { accessListCalls, externalListCalls } from '../access/access-lists.ts'
import { call, row, standardCalls, value } from '../kit/call.ts'
import { boolean, id, integer, longText, name, optional, text } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { statsCall } from '../kit/stats.ts'
import { projects } from './projects.ts'
import { projectSteps } from './stages.ts'

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

/** Log of the project and everything below it, with the permission of that tab. */
export const projectLogs = { ...standardCalls(projects).logs!, permission: 'ProjectActivityLogs.View' as const }

export const projectNameExists = call({
  method: 'GET',
  path: '/projects/Name/Exist',
  permission: 'Projects.View',
  summary: 'Check whether a project name is taken for a client',
  query: { name: name('Name'), clientId: optional(id('Client')), excludeId: optional(id('Except')) },
  response: value(boolean('Exists')),
})

export const projectStepCalls = typedKeys(projectSteps).map((step) => ({
  step,
  call: call({
    method: 'PUT',
    path: `/projects/:id/${step}`,
    permission: projectSteps[step].permission,
    summary: `${projectSteps[step].label} a project`,
    body: { comment: optional(longText('Comment')), ...version },
    response: row(projects),
  }),
}))

export const setProjectStatus = call({
  method: 'PUT',
  path: '/projects/:id/SetStatus',
  permission: 'Projects.Update',
  summary: 'Set the status of a project within its stage',
  body: { status: integer('Status'), comment: optional(longText('Comment')), ...version },
  response: row(projects),
})

export const updateProjectNumber = call({
  method: 'PUT',
  path: '/projects/:id/Number',
  permission: 'Projects.UpdateProjectNumber',
  summary: 'Change the number of a project',
  body: { number: text('Number', { min: 1, max: 50 }), ...version },
  response: row(projects),
})

export const projectStats = statsCall(projects, {
  spacesCount: integer('Spaces'),
  equipmentCount: integer('Equipment'),
  documentsCount: integer('Documents'),
  contractsCount: integer('Contracts'),
  notesCount: integer('Notes'),
  buildingsCount: integer('Buildings'),
})

export const projectAccessList = accessListCalls('projects/:id/AccessList', 'a project', 'ProjectAccessList')
export const projectExternalAccessList = externalListCalls('projects/:id/ExternalAccessList', 'a project', 'ProjectExternalAccessList')
