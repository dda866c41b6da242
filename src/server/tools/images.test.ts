import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { readImage, tiffToPng } from './images.ts'
import { closeWorkers } from './run-in-worker.ts'
import { cleanSvg } from './svg.ts'

onCleanup(closeWorkers)

const createPlainImage = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const createSvg = (inside: string, attributes = 'width="10" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`)
const cleaned = async (inside: string) => (await readImage(createSvg(inside))).data.toString()

describe('image', () => {
  it('is recognized by its content and unchanged without metadata', async () => {
    const jpeg = await createPlainImage().jpeg().toBuffer()
    const png = await createPlainImage().png().toBuffer()
    expect(await readImage(jpeg)).toEqual({ contentType: 'image/jpeg', extension: 'jpg', width: 60, height: 40, data: jpeg })
    expect(await readImage(png)).toEqual({ contentType: 'image/png', extension: 'png', width: 60, height: 40, data: png })
  })

  it('ends where the picture ends', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const picture = await createPlainImage().toFormat(format).toBuffer()
      const { data } = await readImage(Buffer.concat([picture, Buffer.from('PK\x03\x04 an archive \xff\xd9')]))
      expect(data.equals(picture)).toBe(true)
    }
  })

  it('is stripped of location and author', async () => {
    const notes = { IFD0: { Artist: 'Jane Roe' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    for (const format of ['jpeg', 'png'] as const) {
      const upload = await createPlainImage().withExif(notes).toFormat(format).toBuffer()
      expect(upload.toString('latin1')).toContain('Jane Roe')
      const { data, width, height } = await readImage(upload)
      expect(data.toString('latin1')).not.toContain('Jane Roe')
      expect([width, height]).toEqual([60, 40])
      const metadata = await sharp(data).metadata()
      expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual([format, 60, 40, undefined])
    }
  })

  it('is rotated to its orientation', async () => {
    const upload = await createPlainImage().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { data, width, height } = await readImage(upload)
    expect([width, height]).toEqual([40, 60])
    const metadata = await sharp(data).metadata()
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([40, 60, undefined])
  })

  it.each([
    ['a text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html><svg xmlns="http://www.w3.org/2000/svg"/></html>')],
    ['a page behind a comment', Buffer.from('<!-- <svg> --><html/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('rejects data of no supported type: %s', async (_what, upload) => {
    await expect(readImage(upload)).rejects.toMatchObject({ reason: 'type' })
  })

  it('rejects other formats that the decoder supports', async () => {
    for (const format of ['webp', 'gif', 'tiff', 'avif'] as const) {
      await expect(readImage(await createPlainImage().toFormat(format).toBuffer())).rejects.toMatchObject({ reason: 'type' })
    }
  })

  it('rejects too many bytes or pixels before decoding', async () => {
    const png = await createPlainImage().png().toBuffer()
    await expect(readImage(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))).rejects.toMatchObject({ reason: 'size' })
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    await expect(readImage(bomb)).rejects.toMatchObject({ reason: 'size' })
    const wide = await createPlainImage(8000, 5001).png().toBuffer()
    await expect(readImage(wide)).rejects.toMatchObject({ reason: 'size' })
  })

  it('rejects truncated or damaged data', async () => {
    const noise = sharp({
      create: { width: 300, height: 300, channels: 3, noise: { type: 'gaussian', mean: 99, sigma: 40 }, background: 'red' },
    })
    for (const fullImage of [await noise.clone().jpeg().toBuffer(), await noise.clone().png().toBuffer()]) {
      await expect(readImage(fullImage.subarray(0, fullImage.length / 2))).rejects.toMatchObject({ reason: 'broken' })
      await expect(readImage(fullImage.subarray(0, 30))).rejects.toMatchObject({ reason: 'broken' })
    }
  })
})

describe('SVG drawing', () => {
  it('keeps its shapes, gradients, clips and inner references', async () => {
    const inside =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><rect width="5" height="5"/></clipPath></defs><g clip-path="url(#c)" transform="scale(2)"><path d="M0 0L1 1" fill="url(#g)" style="stroke:red"/></g><text>A &amp; B<tspan>é</tspan></text><textPath xlink:href="#p">x</textPath>'
    expect(await readImage(createSvg(inside, 'viewBox="0 0 100 200"'))).toEqual({
      contentType: 'image/svg+xml',
      extension: 'svg',
      width: 100,
      height: 200,
      data: createSvg(inside, 'viewBox="0 0 100 200"'),
    })
  })

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT xmlns="http://www.w3.org/1999/xhtml">alert(1)</SCRIPT>',
    '<style>@import url(http://evil)</style>',
    '<a href="http://evil"><text>x</text></a>',
    '<a xlink:href="javascript:evil()"/>',
    '<rect onload="evil()"/>',
    '<rect cursor="url(http://evil), auto"/>',
    '<g xml:base="http://evil/"><textPath href="#a">x</textPath></g>',
    '<animate attributeName="href" to="javascript:evil()"/>',
    '<set attributeName="onload" to="evil()"/>',
    '<?xml-stylesheet href="http://evil"?>',
    '<!-- evil -->',
    '<handler xmlns="http://www.w3.org/2001/xml-events">evil()</handler>',
  ])('is stripped of scripts and external references: %s', async (inside) => {
    const svg = await cleaned(`${inside}<rect id="kept"/>`)
    expect(svg).not.toMatch(/evil|alert|script|@import|on(load|click)=/i)
    expect(svg).toContain('<rect id="kept"/>')
  })

  it.each([
    ['<image href="http://evil/x.png"/>', 'an embedded picture'],
    ['<image xlink:href="data:image/png;base64,evil"/>', 'an embedded picture'],
    ['<feImage href="http://evil"/>', 'an embedded picture'],
    ['<filter id="f"><feImage xlink:href="http://evil"/></filter>', 'an embedded picture'],
    ['<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil"/></foreignObject>', 'embedded HTML'],
    ['<use href="http://evil/x.svg#a"/>', 'outside of it (use)'],
    ['<rect fill="url(http://evil/x)"/>', 'outside of it (fill)'],
    ['<rect fill="url( &quot;http://evil/x&quot;)"/>', 'outside of it (fill)'],
    ['<rect style="fill:u\\72l(http://evil/x)"/>', 'outside of it (style)'],
    ['<rect style="background:image-set(&quot;http://evil/x&quot; 1x)"/>', 'outside of it (style)'],
    ['<textPath href="http://evil#a">x</textPath>', 'outside of it (textPath)'],
    ['<style>.a{fill:url(http://evil)}</style>', 'outside of it (fill)'],
    ['<style>@media (min-width:9px){.a{fill:red}}</style>', '@media (min-width:9px)'],
    ['<style>@font-face{font-family:x;src:url(data:a)}</style><text>A</text>', 'an embedded font'],
  ])('is rejected with the reason if it would look different: %s', async (inside, reason) => {
    await expect(readImage(createSvg(inside))).rejects.toMatchObject({ reason: 'broken', message: expect.stringContaining(reason) })
  })

  it('keeps its style sheet as styles of the elements, in the order of the cascade', async () => {
    const style =
      '<style type="text/css">/* a */ @charset "utf-8"; .a{fill:#c00;stroke:blue} rect{fill:green} #b,.c{opacity:.5} .a:hover{fill:pink} .d{fill:red!important}@media print{.a{fill:none}}</style>'
    const svg = await cleaned(`${style}<rect class="a"/><rect id="b" style="opacity:1"/><g class="c"/><path class="d" style="fill:blue"/>`)
    expect(svg).toContain('<rect class="a" style="fill:#c00;stroke:blue"/>')
    expect(svg).toContain('<rect id="b" style="fill:green;opacity:1"/>')
    expect(svg).toContain('<g class="c" style="opacity:.5"/>')
    expect(svg).toContain('<path class="d" style="fill:red"/>')
  })

  it('keeps the contents of links, and copies of elements', async () => {
    const svg = await cleaned(
      '<defs><path id="p" d="M0 0"/></defs><a href="http://evil"><rect/></a><use href="#p" x="2" y="3" fill="red"/>',
    )
    expect(svg).toContain('<defs><path id="p" d="M0 0"/></defs><rect/><g fill="red" transform="translate(2 3)"><path d="M0 0"/></g>')
    const symbol = await cleaned('<symbol id="s" viewBox="0 0 4 4"><rect/></symbol><use xlink:href="#s" width="8" height="8"/>')
    expect(symbol).toContain('<g><svg viewBox="0 0 4 4" width="8" height="8" x="0" y="0"><rect/></svg></g>')
  })

  it('limits copies of elements', async () => {
    const levels = Array.from({ length: 12 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`)
    await expect(readImage(createSvg(`<g id="g0"><rect/></g>${levels.join('')}`))).rejects.toMatchObject({ reason: 'broken' })
    expect(await cleaned('<g id="a"><use href="#a"/><rect/></g>')).toContain('<g id="a"><rect/></g>')
  })

  it('may have prefixed names, and another encoding', async () => {
    const prefixed = '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="4" height="2"><svg:rect fill="red"/></svg:svg>'
    expect((await readImage(Buffer.from(prefixed))).data.toString()).toMatch(/^<svg [^>]*><rect fill="red"\/><\/svg>$/)
    const declared = `<?xml version="1.0" encoding="UTF-16"?>${createSvg('<text>é</text>')}`
    for (const text of [`\ufeff${declared}`, declared]) {
      const little = Buffer.from(text, 'utf16le')
      for (const data of [little, Buffer.from(little).swap16()]) expect((await readImage(data)).data.toString()).toContain('<text>é</text>')
    }
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${createSvg('<text>é</text>')}`, 'latin1')
    expect((await readImage(latin)).data.toString()).toContain('<text>é</text>')
  })

  it('accepts a byte order mark, a declaration, a comment and a document type', async () => {
    const start =
      '\ufeff<?xml version="1.0"?>\n<!-- made > by -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x" [<!ENTITY red "#f00">]>\n'
    const { data } = await readImage(Buffer.concat([Buffer.from(start), createSvg('<rect fill="&red;"/>')]))
    expect(data.toString()).toMatch(/^<svg [^>]*><rect fill="#f00"\/><\/svg>$/)
  })

  it.each([
    ['width="30px" height="40"', [30, 40]],
    ['width="10mm" height="20mm" viewBox="0 0 5.4,7"', [5, 7]],
    ['width="100%"', [300, 150]],
    ['viewBox="0 0 0 0"', [300, 150]],
    ['viewBox="nonsense"', [300, 150]],
  ])('returns a size: %s', async (attributes, size) => {
    const { width, height } = await readImage(createSvg('', attributes))
    expect([width, height]).toEqual(size)
  })

  it('rejects elements with too many attributes quickly, in every position', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `a${index}=""`).join(' ')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${many}>`
    for (const text of [
      `${svg}</svg>`,
      createSvg(`<g ${many.split(' ').slice(0, 201).join(' ')}/>`).toString(),
      createSvg('<path a="" b="" c="" d=""/>'.repeat(30_000)).toString(),
      // Text that does not count as a tag here must not be one for the parser.
      `<!DOCTYPE svg [<!ENTITY x "a>b<!--">]>${svg}<!-- --></svg>`,
      `<?x > <!-- ?>${svg}<!-- --></svg>`,
    ]) {
      const begun = performance.now()
      expect(() => cleanSvg(text)).toThrow('the drawing is too large')
      expect(performance.now() - begun).toBeLessThan(timeoutMs(1000))
    }
    const usual = Array.from({ length: 60 }, (_, index) => `data-a${index}=""`).join(' ')
    expect(cleanSvg(createSvg(`<rect ${usual}/>`).toString()).svg).toContain('<rect')
  })

  it('rejects data that is no drawing', async () => {
    for (const svg of [
      '<svg >',
      '<svg><rect></svg>',
      '<svg xmlns="http://www.w3.org/1999/xhtml"/>',
      '<svg xmlns="http://www.w3.org/2000/svg">&undefined;</svg>',
    ]) {
      await expect(readImage(Buffer.from(svg))).rejects.toMatchObject({ reason: 'broken' })
    }
  })
})

describe('TIFF', () => {
  it('is converted to a PNG for browsers', async () => {
    const png = await tiffToPng(await createPlainImage(80, 50).tiff({ compression: 'lzw' }).toBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 80, height: 50 })
  })

  it('is scaled down for a large sheet', async () => {
    const scan = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: 'white' } })
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'ccittfax4' })
      .toBuffer()
    const { width, height } = await sharp(await tiffToPng(scan)).metadata()
    expect([width, height]).toEqual([5000, 3750])
  })

  it('is rejected by decoded size, unless it is a scan', async () => {
    const sheet = (width: number, height: number, channels: 3 | 4 = 3) =>
      sharp({ create: { width, height, channels, background: 'white' } })
    const gray = await sheet(8000, 5200).toColourspace('b-w').tiff({ compression: 'lzw' }).toBuffer()
    const deep = await sheet(5400, 5400, 3).pipelineColourspace('rgb16').toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer()
    for (const tiff of [gray, deep])
      await expect(tiffToPng(tiff)).rejects.toMatchObject({ reason: 'size', message: 'The picture has too many pixels.' })
    const small = await sheet(300, 300).pipelineColourspace('rgb16').toColourspace('rgb16').tiff().toBuffer()
    expect(await sharp(await tiffToPng(small)).metadata()).toMatchObject({ width: 300, height: 300 })
  })

  it('is rejected when damaged or another format', async () => {
    await expect(tiffToPng(await createPlainImage().png().toBuffer())).rejects.toMatchObject({ reason: 'type' })
    const tiff = await createPlainImage(300, 300).tiff({ compression: 'lzw' }).toBuffer()
    await expect(tiffToPng(tiff.subarray(0, 100))).rejects.toMatchObject({ reason: 'broken' })
  })
})
