import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject, createProjectClient, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { namingTemplates } from './naming-templates.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const createSegment = (type: string, more: Row = {}) => ({ type, value: null, padding: null, ...more })
const textPart = (value: string) => createSegment('Text', { value })

entityContract(namingTemplates, app, {
  valid: {
    name: 'Drawings',
    description: 'For sheets',
    documentTypes: [1, 3],
    segments: [createSegment('DocumentType'), textPart(' - '), createSegment('Sequence', { padding: 3 })],
  },
  invalid: [
    ['name', '', messages.required],
    ['documentTypes[0]', 99, messages.unknown],
    ['segments', [], messages.selectOne],
    ['segments', Array.from({ length: 21 }, () => createSegment('SpaceName')), messages.maximum(20)],
    ['segments[0].type', 'Weather', messages.unknown],
    ['segments[1].value', null, messages.required],
    ['segments[1].value', 'x'.repeat(51), messages.maxLength(50)],
    ['segments[0].value', 'IAV', 'Only a text segment can have its own text.'],
    ['segments[0].padding', 2, 'Only sequences and numbers have digits.'],
    ['segments[2].padding', 7, messages.maximum(6)],
  ],
})

it('starts with two templates and returns an example of each', async () => {
  const { body } = await admin('GET', '/api/namingTemplates', undefined, { query: { search: 'Type-' } })
  expect(body.items.map(({ name, example }: Row) => [name, example]).sort()).toEqual([
    ['Type-Building.Level-Space', 'IAV-MB.L2-204'],
    ['Type-Sequence', 'IAV-007'],
  ])
})

it('previews a name in a project, with the missing values', async () => {
  const client = await createProjectClient(app, { abbreviatedName: 'ACME' })
  const project = await createProject(app, { clientId: client.id })
  const space = await createSpace(app, project, { spaceNumber: '204' })
  const [category] = await app.sql('select id, name, number from categories order by number limit 1')
  const evaluate = async (segments: Row[], context: Row = {}, more: Row = {}) =>
    (await admin('POST', '/api/namingTemplates/Evaluate', { segments, context: { projectId: project.id, ...context }, ...more })).body
  const place = [
    createSegment('DocumentType'),
    textPart('-'),
    createSegment('BuildingShortName'),
    textPart('.'),
    createSegment('LevelShortName'),
    textPart('-'),
    createSegment('SpaceNumber'),
  ]
  expect(await evaluate(place, { spaceId: space.id, documentType: 1 })).toEqual({ value: 'IAV-MB.L1-204', missing: [] })
  expect(await evaluate(place, { levelId: firstLevel(project).id, documentType: 9 })).toEqual({
    value: 'PLN-MB.L1',
    missing: ['SpaceNumber'],
  })
  expect(await evaluate(place, { buildingId: project.buildings[0].id, documentType: 8 })).toEqual({
    value: 'SPEC-MB',
    missing: ['LevelShortName', 'SpaceNumber'],
  })
  const client_ = [
    createSegment('ClientAbbreviatedName'),
    textPart('_'),
    createSegment('DocumentType'),
    textPart('_'),
    createSegment('Sequence', { padding: 3 }),
  ]
  expect(await evaluate(client_, { documentType: 2, sequence: 7 })).toEqual({ value: 'ACME_SCD_007', missing: [] })
  const ofCategory = [createSegment('EquipmentCategoryNumber'), textPart(' '), createSegment('EquipmentCategoryName')]
  expect((await evaluate(ofCategory, { categoryId: category!.id })).value).toBe(`${category!.number} ${category!.name}`)

  const saved = await createRow(app, '/api/namingTemplates', { name: uniqueName('Naming'), segments: client_ })
  const byId = await admin('POST', '/api/namingTemplates/Evaluate', {
    id: saved.id,
    context: { projectId: project.id, documentType: 2, sequence: 1 },
  })
  expect(byId.body.value).toBe('ACME_SCD_001')

  const other = await createProject(app)
  expect((await evaluate(place, { levelId: firstLevel(other).id })).fields).toEqual({ 'context.levelId': ['Level not found.'] })
  expect((await evaluate(place, { projectId: 999_999_999 })).fields).toEqual({ 'context.projectId': ['Project not found.'] })
  expect((await admin('POST', '/api/namingTemplates/Evaluate', { context: { projectId: project.id } })).status).toBe(400)
  expect((await admin('POST', '/api/namingTemplates/Evaluate', { id: 999_999_999, context: { projectId: project.id } })).status).toBe(400)
  await addToAccessList(app, project, admin.userId)
  const stranger = await app.signInAs(['NamingTemplates.View', 'Projects.View'])
  const hidden = await stranger('POST', '/api/namingTemplates/Evaluate', { segments: place, context: { projectId: project.id } })
  expect(hidden.body.fields).toEqual({ 'context.projectId': ['Project not found.'] })
  expect(
    (
      await (
        await app.signInAs(['Projects.View'])
      )('POST', '/api/namingTemplates/Evaluate', { segments: place, context: { projectId: other.id } })
    ).status,
  ).toBe(403)
})
