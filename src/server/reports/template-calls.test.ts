import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'
import { PaperKind } from '../../model/reports/report-templates.ts'
import { writeDocx } from '../tools/docx-writing.ts'

const app = await startApp()
const { admin } = app

async function upload(name: string, data: Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(data)]), name)
  const file = (await admin('POST', '/api/files', form)).body
  await createRow(app, '/api/assets', { name: uniqueName('Template'), category: 4, fileId: file.id })
  return file.id
}
const checkTemplateFile = (kind: string, fileId?: string, caller = admin) =>
  caller('GET', `/api/reportTemplates/${kind}/Check`, undefined, { query: fileId ? { fileId } : {} })
const own = await upload(
  'own.docx',
  await writeDocx({
    title: 'Own',
    head: [],
    foot: [],
    body: [
      { text: 'Our paper for {{Project.Name}}, {{seats}} seats' },
      { text: '{{bin.spaces}}' },
      { text: '{{bin.everything}} {{project name}}' },
    ],
  }),
)

it('lists unknown placeholders of a file before it becomes a template', async () => {
  expect((await checkTemplateFile('bin', own)).body).toEqual({
    problem: null,
    known: ['Project.Name', 'bin.spaces'],
    variables: ['seats'],
    unknown: ['bin.everything', 'project name'],
  })
  expect((await checkTemplateFile('proposalAv', own)).body.unknown).toContain('bin.spaces')
  expect((await checkTemplateFile('bin', await upload('no.docx', Buffer.from('no')))).body.problem).toBe(
    'This is not a Word document (docx).',
  )
  expect((await checkTemplateFile('nothing', own)).status).toBe(404)
  expect((await checkTemplateFile('bin', own, await app.signInAs(['Projects.View']))).status).toBe(403)
  // Files cannot be accessed by checking them as a template or by setting them as the firm's template.
  const form = new FormData()
  form.set('file', new Blob(['PK']), 'theirs.docx')
  const theirFileId = (await admin('POST', '/api/files', form)).body.id
  const keeper = await app.signInAs(['AppSettings.View', 'AppSettings.Update'])
  expect((await checkTemplateFile('bin', theirFileId, keeper)).body.fields).toEqual({ fileId: ['File not found.'] })
  for (const key of ['reports.binTemplateFileId', 'general.logoFileId'])
    expect((await keeper('PUT', `/api/appSettings/${key}`, { value: theirFileId })).body.fields, key).toEqual({
      value: ['File not found.'],
    })
})

it('recognizes every placeholder of the built-in files, which settings viewers can download', async () => {
  for (const { value } of PaperKind.values) {
    const { body } = await checkTemplateFile(value)
    expect([value, body.unknown, body.variables]).toEqual([value, [], []])
    expect(body.known.length).toBeGreaterThan(5)
  }
  const { body, status } = await admin('POST', '/api/reportTemplates/bin/BuiltIn', {})
  expect(status).toBe(202)
  const { url, fileName } = await waitForFile(admin, body.id)
  expect(fileName).toBe('Template - Building infrastructure narrative.docx')
  expect(readWord((await admin('GET', url)).body).paragraphs).toContain('{{bin.spaces}}')
})

it('uses the template file of the firm, or with a warning the built-in one if unusable', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const bin = async (options: object = {}) => {
    const { body } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 6, scope: 1, options })
    const task = await waitForFile(admin, body.id)
    return { task, word: readWord((await admin('GET', task.url)).body) }
  }
  const use = async (value: string | null) =>
    expect((await admin('PUT', '/api/appSettings/reports.binTemplateFileId', { value })).status).toBe(200)
  await use(own)
  const { task, word } = await bin()
  expect(word.paragraphs).toContain(`Our paper for ${project.name}, {{seats}} seats`)
  expect(word.headings.map(({ text }) => text)).toContain(space.name)
  expect(task.warnings).toEqual(['seats', 'bin.everything', 'project name'].map((name) => `Unknown placeholder: {{${name}}}`))
  const revision = { code: uniqueName('R'), title: 'Design', issueDate: '2026-06-12' }
  const { id } = await createRow(app, `/api/projects/${project.id}/Revisions`, revision)
  expect((await bin({ revisionId: id })).task.warnings[0]).toBe(
    'The template does not show which revision this is: add the paragraph {{report.revision}}.',
  )
  await use(await upload('broken.docx', Buffer.from('PK')))
  expect((await bin()).task.warnings).toEqual(['The template of the firm was not used: This is not a Word document (docx).'])
  await use(null)
  expect((await bin()).task.warnings).toEqual([])
})
