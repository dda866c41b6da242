import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createCategory, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPlan, planForm, planPdf } from '../../../test/kit/fixtures/plans.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel, readUnits } from '../../../test/kit/fixtures/projects.ts'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const Plan = 9
const eighth = `1/8" = 1'-0"`

const speakers = await createCategory(app, { name: 'Ceiling loudspeakers' })
/** A project with a calibrated plan, a room of 100 by 40 ft, two devices, and a plan sheet at 1/8 inch. */
async function createDrawn({ rotation = 0 } = {}) {
  const project = await createProject(app)
  const space = await createSpace(app, project, { name: 'Łódź hall', spaceNumber: '101' })
  await createLine(app, space, await createProduct(app, { tag: 'SPK', model: 'Ceiling 8', categoryId: speakers.id }), { quantity: 2 })
  const fields = { levelId: firstLevel(project).id, kind: 1, name: 'First floor' }
  const size = rotation % 180 === 0 ? { width: 1200, height: 800 } : { width: 800, height: 1200 }
  const made = await admin('POST', `/api/projects/${project.id}/Plans`, planForm(await planPdf({ ...size, rotation }), fields))
  const plan = made.body
  const at = `/api/projects/${project.id}/Plans/${plan.id}`
  await admin('PUT', `${at}/Calibrate`, { scale: eighth })
  const points = [
    [10, 10],
    [110, 10],
    [110, 50],
    [10, 50],
  ].map(([x, y]) => ({ x, y }))
  await admin('PUT', `${at}/Outlines`, [{ spaceId: space.id, points }])
  const units = await readUnits(app, project, { sortBy: 'label' })
  const spots = units.map(({ id }, index) => ({ unitId: id, x: 20 + 30 * index, y: 30, rotation: 90 * index, mountingHeightIn: 108 }))
  expect((await admin('PUT', `${at}/Placements`, spots)).status).toBe(200)
  const view = await createRow(app, '/api/layoutViews', { name: `Floor Plan ${project.id}`, scale: eighth })
  const document = await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, {
    documentType: Plan,
    associateType: 2,
    associateId: firstLevel(project).id,
    title: 'First floor AV plan',
    layoutViewIds: [view.id],
  })
  return { project, space, plan, units, document, at: `/api/projects/${project.id}/DrawingDocuments/${document.id}/Sheet` }
}
async function download(path: string, format: string): Promise<Buffer> {
  const task = await admin('GET', path, undefined, { query: { format } })
  expect(task.status).toBe(202)
  const { url } = await waitForFile(admin, task.body.id)
  const { body } = await admin('GET', url)
  return Buffer.isBuffer(body) ? body : Buffer.from(String(body))
}

type Matrix = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]
/** Reads the straight lines of a content stream, forms included, and returns their lengths on paper in inches. */
function lineLengths(pdf: PDFDocument): number[] {
  const lengths: number[] = []
  const contentsOf = (ref: unknown): string => {
    const object = ref instanceof PDFRef ? pdf.context.lookup(ref) : ref
    if (object instanceof PDFArray) return object.asArray().map(contentsOf).join('\n')
    return object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : ''
  }
  const run = (content: string, resources: PDFDict | undefined, start: Matrix) => {
    let matrix = start
    const saved: Matrix[] = []
    let operands: number[] = []
    let [name, point] = ['', [0, 0] as [number, number]]
    const onPaper = (x: number, y: number): [number, number] => [
      matrix[0] * x + matrix[2] * y + matrix[4],
      matrix[1] * x + matrix[3] * y + matrix[5],
    ]
    for (const token of content.split(/\s+/)) {
      if (/^-?[\d.]+$/.test(token)) operands.push(Number(token))
      else if (token.startsWith('/')) name = token.slice(1)
      else {
        const [x = 0, y = 0] = operands.slice(-2)
        if (token === 'q') saved.push(matrix)
        else if (token === 'Q') matrix = saved.pop() ?? start
        else if (token === 'cm') matrix = times(operands.slice(-6) as Matrix, matrix)
        else if (token === 'm') point = onPaper(x, y)
        else if (token === 'l') {
          const to = onPaper(x, y)
          lengths.push(Math.hypot(to[0] - point[0], to[1] - point[1]) / 72)
          point = to
        } else if (token === 'Do') {
          const forms = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict)
          const form = forms?.lookup(PDFName.of(name))
          if (form instanceof PDFRawStream && form.dict.lookup(PDFName.of('Subtype'))?.toString() === '/Form') {
            const own = form.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray)?.asArray().map(Number) as Matrix | undefined
            run(contentsOf(form), form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict), own ? times(own, matrix) : matrix)
          }
        }
        operands = []
      }
    }
  }
  for (const page of pdf.getPages()) run(contentsOf(page.node.Contents()), page.node.Resources(), [1, 0, 0, 1, 0, 0])
  return lengths
}
const within = (lengths: readonly number[], inches: number) => lengths.filter((length) => Math.abs(length - inches) <= 0.005)

it.each([0, 90, 180, 270])('draws a wall of 100 ft at 1/8 inch as 12.5 inches, with the page turned by %i', async (rotation) => {
  const { at } = await createDrawn({ rotation })
  const pdf = await PDFDocument.load(await download(at, 'pdf'))
  expect(pdf.getPages().map((page) => page.getSize())).toEqual([{ width: 2592, height: 1728 }])
  // Two sides of the outline, and the line of 900 points in the drawing of the architect, which stays vector.
  expect(within(lineLengths(pdf), 12.5).length).toBe(3)
})

it('has title block, legend, schedule and tags as text in any alphabet', async () => {
  const { at, project, units } = await createDrawn()
  const data = await download(at, 'pdf')
  const texts = (await textOfPdf(data)).join('\n')
  for (const text of [
    project.name,
    'First floor AV plan',
    '101 Łódź hall',
    ...units.map(({ label }) => label),
    'Device schedule',
    'Ceiling 8',
    eighth,
    '1 of 1',
  ])
    expect(texts).toContain(text)
})

/** Reads group codes and values, without the writer. */
function readDxf(data: Buffer) {
  const lines = data.toString('latin1').split('\r\n')
  const entities: { type: string; values: Map<number, string> }[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const [code, value] = [Number(lines[index]), lines[index + 1] ?? '']
    if (code === 0) entities.push({ type: value, values: new Map() })
    else entities.at(-1)?.values.set(code, value)
  }
  return entities
}

it('writes DXF with layers, blocks and attributes in inches', async () => {
  const { at, units } = await createDrawn()
  const entities = readDxf(await download(at, 'dxf'))
  expect(entities.at(-1)?.type).toBe('EOF')
  const inserts = entities.filter(({ type }) => type === 'INSERT')
  expect(inserts.map(({ values }) => values.get(8))).toContain('T-AV-SPKR')
  const blocks = new Set(entities.filter(({ type }) => type === 'BLOCK').map(({ values }) => values.get(2)))
  for (const { values } of inserts) expect(blocks).toContain(values.get(2))
  const attributes = entities.filter(({ type }) => type === 'ATTRIB').map(({ values }) => [values.get(2), values.get(1)])
  for (const { label } of units) expect(attributes).toContainEqual(['TAG', label])
  expect(attributes).toContainEqual(['MODEL', 'Ceiling 8'])
  expect(attributes).toContainEqual(['HEIGHT', '108'])
  const layers = new Set(entities.filter(({ type }) => type === 'LAYER').map(({ values }) => values.get(2)))
  for (const { values } of entities) if (values.has(8)) expect(layers).toContain(values.get(8))
  // Vertices of the outline: a side of 100 ft is 12.5 inches.
  const room = entities
    .filter(({ type, values }) => type === 'VERTEX' && values.get(8) === 'A-AREA')
    .map(({ values }) => [Number(values.get(10)), Number(values.get(20))])
  const [a, b] = room as [[number, number], [number, number]]
  expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeCloseTo(12.5, 3)
  // The places of both devices are 30 ft, that is 3.75 inches, apart.
  const [one, two] = inserts.filter(({ values }) => values.get(8) === 'T-AV-SPKR').map(({ values }) => Number(values.get(10))) as [
    number,
    number,
  ]
  expect(Math.abs(one - two)).toBeCloseTo(3.75, 3)
})

it('answers the preview as SVG at once, in real size', async () => {
  const { at, units } = await createDrawn()
  const { status, headers, body } = await admin('GET', at, undefined, { query: { preview: '1' } })
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  const svg = String(body)
  expect(svg).toMatch(/^<svg [^>]*width="36in" height="24in" viewBox="0 0 2592 1728"/)
  for (const { label } of units) expect(svg).toContain(`data-tag="${label}"`)
  const [, x1, x2] = /data-layer="A-AREA" d="M([\d.]+) [\d.]+L([\d.]+) /.exec(svg) ?? []
  expect((Number(x2) - Number(x1)) / 72).toBeCloseTo(12.5, 3)
})

it('shows on the sheet that a view does not fit, and why one is empty', async () => {
  const { project, document, at } = await createDrawn()
  const view = await createRow(app, '/api/layoutViews', { name: `Enlarged plan ${project.id}`, scale: '1" = 1\'-0"' })
  const path = `/api/projects/${project.id}/DrawingDocuments/${document.id}`
  await admin('PUT', path, { layoutViewIds: [view.id] })
  expect(String((await admin('GET', at, undefined, { query: { preview: '1' } })).body)).toMatch(
    /Does not fit at this scale: 133\.3 × 88\.9 in are needed/,
  )
  await createPlan(app, project, { name: 'Ceiling', kind: 2 })
  const ceiling = await createRow(app, '/api/layoutViews', { name: `Reflected Ceiling Plan ${project.id}` })
  await admin('PUT', path, { layoutViewIds: [ceiling.id] })
  expect(String((await admin('GET', at, undefined, { query: { preview: '1' } })).body)).toContain('The plan Ceiling is not calibrated.')
})

it('issues a set with index, bookmarks and changes since the last set', async () => {
  const { project, document, units, plan } = await createDrawn()
  const path = `/api/projects/${project.id}/DrawingSets`
  const first = await admin('POST', path, { documentIds: [document.id], title: 'Design development', paper: 'ansi-d', fileTypes: ['pdf'] })
  expect(first.status).toBe(202)
  const { url } = await waitForFile(admin, first.body.id)
  const data = (await admin('GET', url)).body
  const pdf = await PDFDocument.load(data)
  expect(pdf.getPages().map((page) => page.getSize())).toEqual(Array.from({ length: 2 }, () => ({ width: 2448, height: 1584 })))
  expect(pdf.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('Count'))?.toString()).toBe('2')
  expect((await textOfPdf(data)).join('\n')).toContain('Sheet index')
  await admin('PUT', `/api/projects/${project.id}/Plans/${plan.id}/Placements`, [{ unitId: units[0]!.id, x: 44, y: 33 }])
  const second = await admin('POST', path, { documentIds: [document.id], title: 'Construction', fileTypes: ['pdf', 'dxf', 'svg'] })
  const zip = (await admin('GET', (await waitForFile(admin, second.body.id)).url)).body as Buffer
  for (const name of ['Construction.pdf', 'dxf/', 'svg/']) expect(zip.toString('latin1')).toContain(name)
  const list = await admin('GET', path)
  expect(list.body.total).toBe(2)
  expect(list.body.items.map(({ title, sequence }: Row) => [title, sequence])).toEqual([
    ['Construction', 2],
    ['Design development', 1],
  ])
  const set = (await admin('GET', `${path}/${second.body.setId}`)).body
  expect(set.sheets).toMatchObject([{ documentId: document.id, devices: 2, changes: '1 device moved' }])
  for (const [body, field] of [
    [{ documentIds: [999_999_999], title: 'X' }, 'documentIds'],
    [{ documentIds: [], title: 'X' }, 'documentIds'],
    [{ documentIds: [document.id], title: '' }, 'title'],
    [{ documentIds: [document.id], title: 'X', revisionId: 999_999_999 }, 'revisionId'],
    [{ documentIds: [document.id], title: 'X', paper: 'letter' }, 'paper'],
  ] as const) {
    const answer = await admin('POST', path, body)
    expect([field, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([field, 400, [field]])
  }
})
