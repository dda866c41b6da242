import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { uploadTestFile } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { openWorkbook, type TestSheet } from '../../../test/kit/workbook.ts'
import { TechnicalDocumentType } from '../../model/catalog/enums.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'

const house = await startApp()
const { admin } = house

it('tells families with name and file from those with a name only, and leads to them', async () => {
  const project = await createProject(house)
  const space = await createSpace(house, project)
  const whole = await createProduct(house, {
    revitFamilyName: 'Amplifier',
    revitTypeName: '2 RU',
    revitFamilyFileId: await uploadTestFile(house, 'amplifier.rfa'),
    technicalDocuments: [
      { type: TechnicalDocumentType.Model2D, name: 'Plan', fileId: await uploadTestFile(house, 'amplifier.dwg') },
      { type: TechnicalDocumentType.Model3D, name: 'Model', url: 'https://example.com/amplifier.skp' },
    ],
  })
  const named = await createProduct(house, { manufactureId: whole.manufacture.id, revitFamilyName: 'Mixer' })
  const missing = await createProduct(house)
  for (const [product, quantity] of [
    [whole, 2],
    [named, 1],
    [missing, 3],
  ] as const)
    await createLine(house, space, product, { quantity })
  const body = { reportType: ReportType.RevitFamilies, scope: ReportScope.AllSpaces }
  const { body: task } = await admin('POST', `/api/projects/${project.id}/Reports`, body)
  const book = openWorkbook((await admin('GET', (await waitForFile(admin, task.id)).url)).body)

  const rowOf = (sheet: TestSheet, text: unknown) => {
    const cell = [...sheet.cells].find(([, { value }]) => value === text)?.[0]
    return cell?.replace(/\D+/, '') ?? ''
  }
  const said = (sheet: TestSheet, text: unknown, columns: string) =>
    [...columns].map((column) => sheet.cells.get(`${column}${rowOf(sheet, text)}`)?.value ?? null)
  const families = book.sheet('Families')
  expect(said(families, whole.tag, 'FGHIJKL')).toEqual(['Amplifier', '2 RU', 'Yes', 'Yes', 'Yes', 2, 'Complete'])
  expect(said(families, named.tag, 'FGHIJKL')).toEqual(['Mixer', null, 'No', 'No', 'No', 1, 'Name only'])
  expect(said(families, missing.tag, 'FGHIJKL')).toEqual([null, null, 'No', 'No', 'No', 3, 'Missing'])
  const row = rowOf(families, whole.tag)
  expect([...families.xml.matchAll(/<hyperlink ref="([A-Z]+\d+)"/g)].map(([, ref]) => ref)).toEqual(
    expect.arrayContaining([`H${row}`, `I${row}`, `J${row}`]),
  )
  const targets = book.part('xl/worksheets/_rels/sheet1.xml.rels')
  expect(targets).toContain(`/equipment/${whole.id}"`)
  expect(targets).toContain('Target="https://example.com/amplifier.skp"')

  const tags = [whole, named, missing].filter(({ tag }) => rowOf(book.sheet('Missing'), tag)).map(({ tag }) => tag)
  expect(tags).toEqual([missing.tag])
  expect(said(book.sheet('Counts'), whole.manufacture.name, 'BCDE')).toEqual([1, 1, 0, 2])
  expect(said(book.sheet('Counts'), missing.manufacture.name, 'BCDE')).toEqual([0, 0, 1, 1])
  expect(said(book.sheet('Counts'), 'Total', 'BCDE')).toEqual([1, 1, 1, 3])
})
