import { equipments } from '../../model/catalog/equipment.ts'
import { clients } from '../../model/companies/clients.ts'
import { standardCalls } from '../../model/kit/call.ts'
import type { AnyCall } from '../../model/kit/description.ts'
import { webhooks } from '../../model/programs/webhooks.ts'
import { projects } from '../../model/projects/projects.ts'
import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { addEquipment } from '../../model/spaces/space-calls.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { spaces } from '../../model/spaces/spaces.ts'

type Values = Readonly<Record<string, unknown>>

/** Sample API call. Its code is generated from the call definition, so it cannot become outdated. */
interface Example {
  title: string
  call: AnyCall
  callText: string
  imports: string
  params?: Values
  query?: Values
  body?: Values
}

const imported = (name: string, file: string) => `import { ${name} } from './src/model/${file}.ts'`
const ofProjects = imported('projects', 'projects/projects')
const ofClients = imported('clients', 'companies/clients')

function needed(call: AnyCall | undefined): AnyCall {
  if (!call) throw new Error('An example asks for a call that is not there')
  return call
}

export const examples: readonly Example[] = [
  {
    title: 'Find projects by a word',
    call: standardCalls(projects).list,
    callText: 'of(projects).list',
    imports: ofProjects,
    query: { search: 'museum', itemsPerPage: 50 },
  },
  { title: 'Get one project', call: standardCalls(projects).read, callText: 'of(projects).read', imports: ofProjects, params: { id: 12 } },
  {
    title: 'List the spaces of a project',
    call: standardCalls(spaces).list,
    callText: 'of(spaces).list',
    imports: imported('spaces', 'spaces/spaces'),
    query: { projectId: [12], itemsPerPage: 200 },
  },
  {
    title: 'List the equipment of a project',
    call: standardCalls(spaceEquipment).list,
    callText: 'of(spaceEquipment).list',
    imports: imported('spaceEquipment', 'spaces/space-equipment'),
    params: { id: 12 },
    query: { itemsPerPage: -1 },
  },
  {
    title: 'Add equipment to a space',
    call: addEquipment,
    callText: 'call(addEquipment, …)',
    imports: imported('addEquipment', 'spaces/space-calls'),
    params: { id: 34 },
    body: { equipmentId: 56, quantity: 2 },
  },
  {
    title: 'Find equipment of the catalog',
    call: standardCalls(equipments).list,
    callText: 'of(equipments).list',
    imports: imported('equipments', 'catalog/equipment'),
    query: { search: 'DIS-75', sortBy: ['tag'] },
  },
  {
    title: 'Create a client',
    call: needed(standardCalls(clients).create),
    callText: 'of(clients).create',
    imports: ofClients,
    body: { name: 'City Museum', abbreviatedName: 'CMUS' },
  },
  {
    title: 'Update a client, unless someone else has',
    call: needed(standardCalls(clients).update),
    callText: 'of(clients).update',
    imports: ofClients,
    params: { id: 78 },
    body: { name: 'City Museum', abbreviatedName: 'CMUS', rowVersion: 3 },
  },
  {
    title: 'Check the progress of a file after requesting an export',
    call: standardCalls(downloadTasks).read,
    callText: 'of(downloadTasks).read',
    imports: imported('downloadTasks', 'reports/download-tasks'),
    params: { id: 90 },
  },
  {
    title: 'Get notified of changes by a webhook',
    call: needed(standardCalls(webhooks).create),
    callText: 'of(webhooks).create',
    imports: imported('webhooks', 'programs/webhooks'),
    body: { address: 'https://hooks.example.com/dna', events: ['project.updated', 'client.created'] },
  },
]

function exampleUrl({ call, params = {}, query = {} }: Example, origin: string): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((item): [string, string] => [key, String(item)])),
  )
  return `${origin}/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Shell command. The token comes from the environment, so it does not appear in the shell history. */
export function curlExample(example: Example, origin: string): string {
  const { method } = example.call
  const words = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${exampleUrl(example, origin)}"`,
    '-H "Authorization: Bearer $DNA_TOKEN"',
    ...(example.body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example.body)}'`] : []),
  ]
  return words.join(' \\\n  ')
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${toLiteral(inner)}`)
      .join(', ')} }`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

export function typescriptExample({ callText, imports, params, query, body }: Example, origin: string): string {
  const argEntries = Object.entries({ params, query, body }).filter(([, value]) => value !== undefined)
  const args = argEntries.length > 0 ? toLiteral(Object.fromEntries(argEntries)) : ''
  const codeText = callText.startsWith('call(')
    ? callText.replace('…', args)
    : `${callText}${/\.(create|update)$/.test(callText) ? '?.' : ''}(${args})`
  return [
    `import { connect } from './src/client/dna-client.ts'`,
    imports,
    '',
    `const dna = connect({ address: '${origin}', token: process.env.DNA_TOKEN ?? '' })`,
    `const answer = await dna.${codeText}`,
  ].join('\n')
}
