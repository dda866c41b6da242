import { expect, it, onTestFinished } from 'vitest'
import { createCategory, createEquipment, createManufacturer } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { closeWorkers, runInWorker, workerLimits } from '../tools/run-in-worker.ts'

const app = await startApp()
const { admin } = app

/** More than the number of database connections. */
const many = 14

it('does not block other requests while files wait to be read or written', async () => {
  const manufactureId = (await createManufacturer(app)).id
  const categoryId = (await createCategory(app)).id
  await createEquipment(app, { manufactureId, categoryId })
  const project = await createProject(app)
  // Blocks workers until later.
  await closeWorkers()
  const { processes } = workerLimits
  onTestFinished(() => {
    workerLimits.processes = processes
  })
  workerLimits.processes = 0
  const upload = (n: number) => {
    const form = new FormData()
    form.append('mapping', JSON.stringify({ model: 0 }))
    form.append('manufactureId', String(manufactureId))
    form.append('categoryId', String(categoryId))
    form.append('file', new Blob([`Model\nM ${n}\n`]), 'a.csv')
    return admin('POST', '/api/equipments/Import', form)
  }
  const numbers = Array.from({ length: many }, (_, n) => n)
  const waiting = Promise.all([
    ...numbers.map((n) =>
      admin('GET', n % 2 ? '/api/equipments/download' : `/api/equipments/${manufactureId}/ExportFilledManufactureEquipments`),
    ),
    ...numbers.map(upload),
  ])
  let areDone = false
  void waiting.then(() => {
    areDone = true
  })
  for (let round = 0; round < 20; round++) expect((await admin('GET', '/api/clients')).status).toBe(200)
  const note = await admin('POST', `/api/projects/${project.id}/Notes`, { title: 'Note', body: '<p class="x">text</p>' })
  expect([note.status, note.body.body]).toEqual([201, '<p>text</p>'])
  expect(areDone).toBe(false)
  workerLimits.processes = processes
  await runInWorker('sheet', { sheets: [{ name: 'A', columns: [{ header: 'A' }], rows: [] }] })
  expect((await waiting).map(({ status }) => status)).toEqual(Array(2 * many).fill(200))
})
