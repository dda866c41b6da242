import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { uploadTestFile } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { openWorkbook, type TestSheet } from '../../../test/kit/workbook.ts'
import { TechnicalDocumentType } from '../../model/catalog/enums.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'

const app = await startApp()
const { admin } = app

it('separates families with name and file from those with a name only, and links to them', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const fullProduct = await createProduct(app, {
    revitFamilyName: 'Amplifier',
    revitTypeName: '2 RU',
    revitFamilyFileId: await uploadTestFile(app, 'amplifier.rfa'),
    technicalDocuments: [
      { type: TechnicalDocumentType.Model2D, name: 'Plan', fileId: await uploadTestFile(app, 'amplifier.dwg') },
      { type: TechnicalDocumentType.Model3D, name: 'Model', url: 'https://example.com/amplifier.skp' },
    ],
  })
  const named = await createProduct(app, { manufactureId: fullProduct.manufacture.id, revitFamilyName: 'Mixer' })
  const missing = await createProduct(app)
  for (const [product, quantity] of [
    [fullProduct, 2],
    [named, 1],
    [missing, 3],
  ] as const)
    await createLine(app, space, product, { quantity })
  const body = { reportType: ReportType.RevitFamilies, scope: ReportScope.AllSpaces }
  const { body: task } = await admin('POST', `/api/projects/${project.id}/Reports`, body)
  const book = openWorkbook((await admin('GET', (await waitForFile(admin, task.id)).url)).body)

  const rowOf = (sheet: TestSheet, text: unknown) => {
    const cell = [...sheet.cells].find(([, { value }]) => value === text)?.[0]
    return cell?.replace(/\D+/, '') ?? ''
  }
  const cellsWith = (sheet: TestSheet, text: unknown, columns: string) =>
    [...columns].map((column) => sheet.cells.get(`${column}${rowOf(sheet, text)}`)?.value ?? null)
  const families = book.sheet('Families')
  expect(cellsWith(families, fullProduct.tag, 'FGHIJKL')).toEqual(['Amplifier', '2 RU', 'Yes', 'Yes', 'Yes', 2, 'Complete'])
  expect(cellsWith(families, named.tag, 'FGHIJKL')).toEqual(['Mixer', null, 'No', 'No', 'No', 1, 'Name only'])
  expect(cellsWith(families, missing.tag, 'FGHIJKL')).toEqual([null, null, 'No', 'No', 'No', 3, 'Missing'])
  const row = rowOf(families, fullProduct.tag)
  expect([...families.xml.matchAll(/<hyperlink ref="([A-Z]+\d+)"/g)].map(([, ref]) => ref)).toEqual(
    expect.arrayContaining([`H${row}`, `I${row}`, `J${row}`]),
  )
  const targets = book.part('xl/worksheets/_rels/sheet1.xml.rels')
  expect(targets).toContain(`/equipment/${fullProduct.id}"`)
  expect(targets).toContain('Target="https://example.com/amplifier.skp"')

  const tags = [fullProduct, named, missing].filter(({ tag }) => rowOf(book.sheet('Missing'), tag)).map(({ tag }) => tag)
  expect(tags).toEqual([missing.tag])
  expect(cellsWith(book.sheet('Counts'), fullProduct.manufacture.name, 'BCDE')).toEqual([1, 1, 0, 2])
  expect(cellsWith(book.sheet('Counts'), missing.manufacture.name, 'BCDE')).toEqual([0, 0, 1, 1])
  expect(cellsWith(book.sheet('Counts'), 'Total', 'BCDE')).toEqual([1, 1, 1, 3])
})
