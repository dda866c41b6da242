import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()

it.each([
  { msrpPrice: 0.05, installationFactor: 0.5, installation: 0.03 },
  { msrpPrice: 0.07, installationFactor: 0.25, installation: 0.02 },
  { msrpPrice: 33.33, installationFactor: 0.4, installation: 13.33 },
  { msrpPrice: 12.34, installationFactor: 0.25, installation: 3.09 },
])('calculates for $msrpPrice and $installationFactor the BOM installation $installation', async (item) => {
  const project = await createProject(app, { installationFactor: item.installationFactor })
  const product = await createProduct(app, { msrpPrice: item.msrpPrice })
  await createLine(app, await createSpace(app, project), product)
  const { body: task } = await app.admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 1, scope: 1 })
  const reportFile = await waitForFile(app.admin, task.id)
  const rows = readWorkbook((await app.admin('GET', reportFile.url)).body)[0]!.rows.map(({ values }) => values)
  const column = rows.find((values) => values.includes('Extended MSRP'))!.indexOf('Extended MSRP')
  const amount = (label: string) => rows.find((values) => String(values[1]).startsWith(label))![column]
  expect(amount('Installation')).toBe(item.installation)
  expect(amount('Total')).toBeCloseTo(item.msrpPrice + item.installation, 6)
})
