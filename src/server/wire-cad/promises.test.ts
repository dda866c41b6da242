import { randomUUID } from 'node:crypto'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { startFakeWireCad } from '../../../test/kit/fake-wire-cad.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedCadRequests } from './cad-requests.ts'

const wireCadProjectId = randomUUID()
const fake = await startFakeWireCad('a-key', { [wireCadProjectId]: { name: 'There', equipment: [] } })
const app = await startApp({
  settings: { fromEnvironment: { 'integrations.wireCad.baseUrl': fake.url, 'integrations.wireCad.apiKey': 'a-key' } },
})

entityContract(servedCadRequests, app, {
  prepare: async () => ({ projectId: (await createProject(app)).id }),
  valid: { name: 'Devices of the arena', wireCadProjectId, note: 'As drawn', pull: true },
  invalid: [
    ['name', 'Two  spaces', messages.whiteSpaces],
    ['projectId', 999_999_999, 'Project not found.'],
    ['wireCadProjectId', 'no guid', messages.guid],
    ['note', 'x'.repeat(4001), messages.maxLength(4000)],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions,
    ),
})
