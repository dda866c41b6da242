import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { onCleanup } from '../kit/cleanup.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings, gate, toastMs } from './browser.ts'

const app = await startApp()
const visit = browse(app)
/** A page that only opens files, built from the app's own modules. */
const built = mkdtempSync(join(tmpdir(), 'dna-viewer-'))
let policy = ''

beforeAll(async () => {
  await build({
    root: join(import.meta.dirname, 'viewer-page'),
    configFile: false,
    base: '/viewer/',
    logLevel: 'error',
    build: { outDir: built, emptyOutDir: true, reportCompressedSize: false },
  })
  policy = (await app.call('GET', '/login')).headers.get('content-security-policy') ?? ''
})
onCleanup(() => rmSync(built, { recursive: true, force: true }))

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' }

async function openPage(look: Parameters<typeof visit>[1] = {}) {
  const page = await visit(app.admin, look)
  await page.context().route(`${app.url}/viewer/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/viewer/', '') || 'index.html'
    return route.fulfill({
      body: readFileSync(join(built, path)),
      headers: { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'content-security-policy': policy },
    })
  })
  await page.goto('/viewer/')
  await page.getByRole('heading', { name: 'A page with files' }).waitFor()
  return page
}

async function upload(name: string, content: Buffer | string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return (await app.admin('POST', '/api/files', form)).body.url
}
const show = (page: Page, file: { name: string; url?: string | null; mayDownload?: boolean }) =>
  page.evaluate((file) => (window as unknown as { openFile(file: object): void }).openFile(file), file)
const fileDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

function createPdf(pages: number): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>']
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`)
  objects.push(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let at = 1; at <= pages; at++) {
    const text = `BT /F1 36 Tf 72 600 Td (This is page ${at}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    )
  }
  return assemblePdf(objects)
}

function assemblePdf(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const xrefOffset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return xrefOffset
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`
  return Buffer.from(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`, 'latin1')
}

it('shows every image format, including TIFF', async () => {
  const page = await openPage()
  const blue = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0055aa' } })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#05a"/></svg>'
  const bmp = Buffer.alloc(58)
  bmp.write('BM')
  for (const [value, at] of [
    [58, 2],
    [54, 10],
    [40, 14],
    [1, 18],
    [1, 22],
    [4, 34],
  ] as const)
    bmp.writeUInt32LE(value, at)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  const pictures: [string, Buffer | string, string][] = [
    ['plan.png', await blue.png().toBuffer(), '300 × 200 px'],
    ['photo.JPG', await blue.jpeg().toBuffer(), '300 × 200 px'],
    ['photo.jpeg', await blue.jpeg().toBuffer(), '300 × 200 px'],
    ['anim.gif', await blue.gif().toBuffer(), '300 × 200 px'],
    ['old.bmp', bmp, '1 × 1 px'],
    ['symbol.svg', svg, '300 × 200 px'],
    ['photo.webp', await blue.webp().toBuffer(), '300 × 200 px'],
    ['scan.tiff', await blue.tiff().toBuffer(), '300 × 200 px'],
  ]
  for (const [name, content, size] of pictures) {
    await show(page, { name, url: await upload(name, content) })
    const panel = fileDialog(page, name)
    await panel.getByText(size).waitFor()
    await expect.poll(() => panel.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  }
})

it('is 1100 px wide, full width on a phone, and zooms', async () => {
  const url = await upload(
    'plan.png',
    await sharp({ create: { width: 2400, height: 900, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const page = await openPage()
  await show(page, { name: 'plan.png', url })
  const panel = fileDialog(page, 'plan.png')
  const image = panel.getByRole('img', { name: 'plan.png' })
  await panel.getByText('2400 × 900 px').waitFor()
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(1100)
  const fitted = (await image.boundingBox())!.width
  expect(fitted).toBeLessThan(1100)
  await panel.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await image.boundingBox())!.width).toBeGreaterThan(fitted)
  await panel.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(async () => (await image.boundingBox())!.width).toBeCloseTo(fitted, 0)

  const phone = await openPage({ width: 390, height: 844 })
  await show(phone, { name: 'plan.png', url })
  await fileDialog(phone, 'plan.png').getByRole('img', { name: 'plan.png' }).waitFor()
  await expect.poll(async () => (await fileDialog(phone, 'plan.png').boundingBox())?.width).toBe(390)
})

it('highlights text files and runs none of them', async () => {
  const page = await openPage()
  const cases: [name: string, content: string, mark: string, marked: string][] = [
    ['a.json', '{"name": "Lectern", "ports": 4}', 'name', '"name"'],
    ['a.html', '<b title="x">Hi</b><script>document.title = "run"</script>', 'name', 'b'],
    ['a.xml', '<rack units="42"/>', 'value', '"42"'],
    ['a.log', '2026-01-05 10:00:00 ERROR no signal', 'failure', 'ERROR'],
    ['a.config', '[display]\nwidth = 3840', 'name', '[display]'],
    ['web.config', '<add key="a"/>', 'name', 'add'],
  ]
  for (const [name, content, mark, marked] of cases) {
    await show(page, { name, url: await upload(name, content) })
    const panel = fileDialog(page, name)
    const source = panel.getByRole('region', { name: 'Text' })
    await source.waitFor()
    await expect.poll(() => source.locator(`[data-mark="${mark}"]`).first().textContent(), { message: name }).toBe(marked)
    await expect
      .poll(async () => (await source.locator('code').textContent())?.replace(/\s/g, ''), { message: name })
      .toBe(content.replace(/\s/g, ''))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  }
  await expect.poll(() => page.title()).toBe('Viewer')
})

it("shows a loading state, and closes with the server's message when a text fails to load", async () => {
  const page = await openPage({ clock: true })
  const answer = gate()
  await page.route('**/api/files/**', async (route) => {
    await answer.passed
    await route.fulfill({ status: 410, contentType: 'text/plain', body: 'The file has expired.' })
  })
  await show(page, { name: 'a.log', url: '/api/files/0b1f5a1e-3c5d-4b8f-9a37-1f0c2d3e4f50/a.log' })
  const panel = fileDialog(page, 'a.log')
  await panel.getByText('Fetching File...').waitFor()
  const lasted = await toastMs(page, 'The file has expired.')
  answer.open()
  await page.getByRole('alert').getByText('The file has expired.').waitFor()
  await panel.waitFor({ state: 'hidden' })
  expect(Math.abs((await lasted()) - 3000)).toBeLessThan(1500)

  await show(page, { name: 'b.json', url: '' })
  await page.getByText('Error Fetching File Content!').waitFor()
})

/** Builds a two-page PDF. The first page has links to page 2, to the web and to a script, and an annotation. */
function linkedPdf(): Buffer {
  const page = (number: number, annotations: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number} 0 R /Annots [${annotations}] >>`
  const text = (content: string) =>
    `<< /Length ${content.length + 36} >>\nstream\nBT /F1 36 Tf 72 600 Td (${content.padEnd(5)}) Tj ET\nendstream`
  const link = (bottom: number, action: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [72 ${bottom} 372 ${bottom + 40}] /Border [0 0 0] ${action} >>`
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R 5 0 R] /Count 2 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    page(6, '8 0 R 9 0 R 10 0 R 11 0 R'),
    page(7, ''),
    text('First sheet'),
    text('Second sheet'),
    link(590, '/Dest [5 0 R /Fit]'),
    link(500, '/A << /S /URI /URI (https://example.com/plan) >>'),
    link(400, '/A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
    '<< /Type /Annot /Subtype /Text /Rect [400 700 424 724] /T (Ann Lee) /Contents (Move the rack) /Name /Comment >>',
  ])
}

it('follows internal links of a document, opens external ones in a tab, and shows annotations', async () => {
  const page = await openPage()
  await show(page, { name: 'linked.pdf', url: await upload('linked.pdf', linkedPdf()) })
  const panel = fileDialog(page, 'linked.pdf')
  await panel.getByText('First sheet', { exact: true }).waitFor()
  const links = panel.locator('[data-page="1"] .linkAnnotation a')
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual(['#', 'https://example.com/plan'])
  expect(await links.nth(1).evaluate((link: HTMLAnchorElement) => [link.target, link.rel])).toEqual([
    '_blank',
    'noopener noreferrer nofollow',
  ])
  await panel.locator('.textAnnotation').hover()
  await panel.getByText('Move the rack').waitFor()
  const [iconSource] = await panel.locator('.textAnnotation img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))
  expect((await page.request.get(iconSource!)).headers()['content-type']).toContain('image/svg')

  expect(await panel.getByLabel('Page', { exact: true }).inputValue()).toBe('1')
  await links.nth(0).click()
  await expect.poll(() => panel.getByLabel('Page', { exact: true }).inputValue()).toBe('2')
})

it('allows selecting and copying document text', async () => {
  const page = await openPage()
  await show(page, { name: 'sheets.pdf', url: await upload('sheets.pdf', createPdf(2)) })
  const text = fileDialog(page, 'sheets.pdf').getByText('This is page 1', { exact: true })
  const [textBox, picture] = await Promise.all([
    text.boundingBox(),
    fileDialog(page, 'sheets.pdf').locator('[data-page="1"] canvas').boundingBox(),
  ])
  expect((textBox!.x - picture!.x) / picture!.width).toBeCloseTo(72 / 612, 2)
  expect((textBox!.y + textBox!.height - picture!.y) / picture!.height).toBeCloseTo((792 - 600) / 792, 1)
  await text.dblclick({ position: { x: 10, y: textBox!.height / 2 } })
  await expect.poll(() => page.evaluate(() => String(getSelection()).trim())).toBe('This')
})

/** PDF with one scanned page, black in its upper half, with the compression of fax machines and copiers. */
async function scannedPdf(): Promise<Buffer> {
  const sheet = Buffer.alloc(64 * 64, 255).fill(0, 0, 64 * 32)
  const tiff = await sharp(sheet, { raw: { width: 64, height: 64, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const directory = tiff.readUInt32LE(4)
  const tag = (wanted: number) => {
    for (let at = 0; at < tiff.readUInt16LE(directory); at++) {
      const entry = directory + 2 + at * 12
      if (tiff.readUInt16LE(entry) === wanted)
        return tiff.readUInt16LE(entry + 2) === 3 ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8)
    }
    throw new Error(`There is no tag ${wanted}.`)
  }
  const isInkOne = tag(262) === 0
  const strip = tiff.subarray(tag(273), tag(273) + tag(279))
  const image = `<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 /BlackIs1 ${!isInkOne} >> /Length ${strip.length} >>`
  const paint = 'q 612 0 0 792 0 0 cm /S Do Q'
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /S 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${paint.length} >>\nstream\n${paint}\nendstream`,
    `${image}\nstream\n${strip.toString('latin1')}\nendstream`,
  ])
}

it('pages through a document, and allows saving unless disabled', async () => {
  const page = await openPage()
  const url = await upload('sheets.pdf', createPdf(12))
  await show(page, { name: 'sheets.pdf', url })
  const panel = fileDialog(page, 'sheets.pdf')
  await panel.getByText('This is page 1', { exact: true }).waitFor()
  await panel.getByText('of 12').waitFor()
  await panel.getByRole('button', { name: 'Next page' }).click()
  await panel.getByText('This is page 2', { exact: true }).waitFor()
  await panel.getByLabel('Page', { exact: true }).fill('11')
  await page.keyboard.press('Enter')
  await panel.getByText('This is page 11', { exact: true }).waitFor()
  await expect.poll(() => panel.getByText('This is page 1', { exact: true }).count()).toBe(0)
  const before = await panel
    .locator('canvas')
    .first()
    .evaluate((canvas) => canvas.getBoundingClientRect().width)
  await panel.getByRole('button', { name: 'Zoom in' }).click()
  await expect
    .poll(() =>
      panel
        .locator('canvas')
        .first()
        .evaluate((canvas) => canvas.getBoundingClientRect().width),
    )
    .toBeGreaterThan(before)

  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Download' }).click()])
  expect(download.suggestedFilename()).toBe('sheets.pdf')
  await page.keyboard.press('Escape')
  await show(page, { name: 'kept.pdf', url, mayDownload: false })
  await fileDialog(page, 'kept.pdf').getByText('This is page 1', { exact: true }).waitFor()
  await expect.poll(() => fileDialog(page, 'kept.pdf').getByRole('button', { name: 'Download' }).count()).toBe(0)
})

it('shows a scan that needs an extra decoder', async () => {
  const page = await openPage()
  await show(page, { name: 'scan.pdf', url: await upload('scan.pdf', await scannedPdf()) })
  const shades = () =>
    fileDialog(page, 'scan.pdf')
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const shade = (part: number) =>
          canvas
            .getContext('2d')!
            .getImageData(canvas.width / 2, canvas.height * part, 1, 1)
            .data.slice(0, 3)
            .join()
        return [shade(0.25), shade(0.75)]
      })
  await expect.poll(shades).toEqual(['0,0,0', '255,255,255'])
})

it('explains why a file cannot be shown', async () => {
  const page = await openPage({ clock: true })
  await show(page, { name: 'none.pdf', url: null })
  await fileDialog(page, 'none.pdf').getByText('Invalid File Url').waitFor()
  await page.keyboard.press('Escape')
  await show(page, { name: 'broken.pdf', url: await upload('broken.pdf', 'not a document') })
  await fileDialog(page, 'broken.pdf').getByText('Error Fetching File Content!').waitFor()
  await page.keyboard.press('Escape')
  await show(page, { name: 'broken.png', url: await upload('broken.png', 'not a picture') })
  await fileDialog(page, 'broken.png').getByText('Error Fetching File Content!').waitFor()
  await page.keyboard.press('Escape')

  const lasted = await toastMs(page, 'No supported viewer for this file type!')
  await show(page, { name: 'list.xlsx', url: await upload('list.xlsx', 'PK') })
  const warning = page.getByRole('alert').getByText('No supported viewer for this file type!')
  await warning.waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(Math.abs((await lasted()) - 5000)).toBeLessThan(1500)
})

it('has no axe findings in every viewer, in both themes', async () => {
  const files: [string, string][] = [
    [
      'plan.png',
      await upload(
        'plan.png',
        await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      ),
    ],
    ['a.json', await upload('a.json', '{"name": "Lectern", "ports": 4, "on": true, "of": null}')],
    ['a.log', await upload('a.log', '2026-01-05 10:00:00 WARN "low" light\n2026-01-05 10:00:00 ERROR none\nINFO x')],
    ['a.xml', await upload('a.xml', '<!-- rack --><rack units="42">x</rack>')],
    ['sheets.pdf', await upload('sheets.pdf', createPdf(2))],
  ]
  for (const dark of [false, true]) {
    const page = await openPage({ dark })
    for (const [name, url] of files) {
      await show(page, { name, url })
      await fileDialog(page, name).getByRole('region').waitFor()
      if (name.endsWith('pdf')) await page.getByText('This is page 1', { exact: true }).waitFor()
      expect.soft(await findings(page, '[role="dialog"]'), `${name} ${dark ? 'dark' : 'light'}`).toEqual([])
      await page.keyboard.press('Escape')
      await fileDialog(page, name).waitFor({ state: 'hidden' })
    }
  }
})
