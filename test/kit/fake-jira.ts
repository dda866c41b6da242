import { type FakeResponse, startFakeService } from './fake-service.ts'

interface JiraProject {
  id: string
  key: string
  name: string
  description: string
  properties: Record<string, unknown>
}

export async function startFakeJira(email: string, token: string) {
  const projects: JiraProject[] = []
  let lastId = 10_000
  const basic = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  const missing = (key: string): FakeResponse => ({
    status: 404,
    body: { errorMessages: [`No project could be found with key '${key}'.`], errors: {} },
  })
  const badRequest = (errors: Record<string, string>): FakeResponse => ({ status: 400, body: { errorMessages: [], errors } })
  const add = (key: string, name: string, description = '', properties: Record<string, unknown> = {}) => {
    const created = { id: String(++lastId), key, name, description, properties }
    projects.push(created)
    return created
  }

  function create(body: Record<string, unknown>): FakeResponse {
    const { key, name, leadAccountId, projectTypeKey, description = '' } = body
    if (!leadAccountId) return badRequest({ projectLead: 'You must specify a valid project lead.' })
    if (!['business', 'software', 'service_desk'].includes(String(projectTypeKey)))
      return badRequest({ projectTypeKey: 'Not a project type.' })
    const same = projects.find((item) => item.key === key)
    if (same) return badRequest({ projectKey: `Project '${same.name}' uses this project key.` })
    if (!/^[A-Z][A-Z0-9]{1,9}$/.test(String(key))) return badRequest({ projectKey: 'Project keys must start with an uppercase letter.' })
    if (projects.some((item) => item.name === name)) return badRequest({ projectName: 'A project with that name already exists.' })
    const { id } = add(String(key), String(name), String(description))
    return { status: 201, body: { id: Number(id), key, self: `https://jira.example/rest/api/3/project/${id}` } }
  }

  const fake = await startFakeService(({ method, path, query, headers, body }): FakeResponse => {
    if (headers.authorization !== basic) return { status: 401, body: { message: 'Client must be authenticated to access this resource.' } }
    if (path.endsWith('/rest/api/3/myself')) return { status: 200, body: { accountId: '1', displayName: 'DNA Robot' } }
    if (path.endsWith('/rest/api/3/serverInfo'))
      return { status: 200, body: { baseUrl: 'https://firm.atlassian.net', deploymentType: 'Cloud' } }
    if (method === 'POST' && path.endsWith('/rest/api/3/project')) return create(body)
    if (path.endsWith('/rest/api/3/project/search')) {
      const searchText = (query.get('query') ?? '').toLowerCase()
      const values = projects.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(searchText))
      return { status: 200, body: { values, total: values.length, isLast: true } }
    }
    const [, name = '', property] = /\/rest\/api\/3\/project\/([^/]+)(?:\/properties\/([^/]+))?$/.exec(path) ?? []
    const project = projects.find(({ id, key }) => id === name || key === name)
    if (!project) return missing(name)
    if (property === undefined) return { status: 200, body: project }
    if (method === 'PUT') {
      const isNew = !(property in project.properties)
      project.properties[property] = body
      return { status: isNew ? 201 : 200 }
    }
    if (!(property in project.properties)) return { status: 404, body: { errorMessages: [`The property ${property} does not exist.`] } }
    return { status: 200, body: { key: property, value: project.properties[property] } }
  })
  return { ...fake, projects, add }
}
