import sharp from 'sharp'
import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { ReportType } from '../../model/reports/enums.ts'
import { openZip } from '../tools/zip-reading.ts'

const app = await startApp()
const { admin } = app

const project = await createProject(app)
const rooms = [await createSpace(app, project), await createSpace(app, project)]
const products = [
  await createProduct(app, { tag: 'PHO', imageUrl: await uploadPicture(app, 'equipments') }),
  await createProduct(app, { tag: 'DRW' }),
  await createProduct(app, { tag: 'RCK', rackUnits: 2 }),
]
for (const room of rooms) for (const product of products) await createLine(app, room, product)

async function picturesIn(body: object) {
  const { body: task } = await admin('POST', `/api/projects/${project.id}/Reports`, { scope: 1, ...body })
  const zip = openZip((await admin('GET', (await waitForFile(admin, task.id)).url)).body, { entries: 100, unpackedBytes: 9e7 })
  const files = zip.names.filter((name) => name.startsWith('xl/media/'))
  const drawing = zip.read('xl/drawings/drawing1.xml')?.toString() ?? ''
  const found = [...drawing.matchAll(/<xdr:row>(\d+)<.*?descr="([^"]*)".*?r:embed="rId(\d+)"/g)].map(([, row, text, id]) => ({
    ...{ row: Number(row), text, id },
  }))
  return { images: await Promise.all(files.map(async (name) => sharp(zip.read(name)).metadata())), found }
}

it.each([ReportType.BOM, ReportType.AreaGroupsBOM])(
  'shows the photo or the drawing of each product, once per file, in report %s',
  async (reportType) => {
    const { images, found } = await picturesIn({ reportType, options: { includePictures: true } })
    const rows = reportType === ReportType.BOM ? 3 : 6
    expect(found).toHaveLength(rows)
    expect(new Set(found.map(({ row }) => row)).size).toBe(rows)
    expect(found.map(({ text }) => text)).toEqual(expect.arrayContaining(products.map(({ model }) => expect.stringContaining(model))))
    expect(new Set(found.map(({ id }) => id)).size).toBe(3)
    // The photo is 8 x 6 pixels and all of one color; the drawings have the proportions of their area.
    expect(images.map(({ format, width, height }) => [format, width, height])).toEqual(Array(3).fill(['png', 240, 180]))
  },
)

it('has no pictures unless they are asked for, and rejects them for other reports', async () => {
  expect(await picturesIn({ reportType: ReportType.BOM })).toEqual({ images: [], found: [] })
  const { status, body } = await admin('POST', `/api/projects/${project.id}/Reports`, {
    ...{ reportType: ReportType.OPC, scope: 1, options: { includePictures: true } },
  })
  expect([status, Object.keys(body.fields)]).toEqual([400, ['options.includePictures']])
})
