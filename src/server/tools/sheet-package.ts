import { escapeXml, xmlElement, xmlFile } from './xml-writing.ts'

export interface SheetPicture {
  data: Uint8Array
  extension: 'png' | 'jpeg'
  width: number
  height: number
}

/** A picture at its size in pixels, below and right of the corner of a cell; rows and columns from 0. */
export interface PlacedPicture {
  picture: SheetPicture
  description: string
  row: number
  column: number
  left: number
  top: number
  width: number
  height: number
}

export interface PackedSheet {
  name: string
  isHidden: boolean
  titleRow?: number
  /** Columns repeated on each horizontal page, as an absolute reference. */
  titleColumns?: string
  filtered?: string
  hasPictures: boolean
  /** Complete once the sheet is written. */
  pictures: PlacedPicture[]
  /** Cells with external links in the order of their relationship ids; complete once the sheet is written. */
  links: { cell: string; address: string }[]
}

const open = 'http://schemas.openxmlformats.org'
const relations = `${open}/officeDocument/2006/relationships`
const main = `${open}/spreadsheetml/2006/main`
const relationshipXml = (number: number, kind: string, Target: string, TargetMode?: 'External') =>
  xmlElement('Relationship', { Id: `rId${number}`, Type: `${relations}/${kind}`, Target, TargetMode })
const relationshipsXml = (parts: string[]) =>
  xmlFile(xmlElement('Relationships', { xmlns: `${open}/package/2006/relationships` }, parts.join('')))

export const worksheetOpens = `<worksheet xmlns="${main}" xmlns:r="${relations}">`
export const quotedName = (name: string) => `'${name.replaceAll("'", "''")}'`

/** Relationship ids of the drawing and of the first link of a sheet. */
export const drawingNumber = 1
export const firstLinkNumber = 2

type Part = [name: string, content: string | Uint8Array]

export function* firstParts(sheets: PackedSheet[], author: string): Generator<Part> {
  yield ['[Content_Types].xml', contentTypesXml(sheets)]
  yield ['_rels/.rels', relationshipsXml([relationshipXml(1, 'officeDocument', 'xl/workbook.xml'), coreRelationship])]
  yield ['docProps/core.xml', coreProperties(author)]
  yield ['xl/workbook.xml', workbook(sheets)]
  const pages = sheets.map((_sheet, index) => relationshipXml(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  yield ['xl/_rels/workbook.xml.rels', relationshipsXml([...pages, relationshipXml(sheets.length + 1, 'styles', 'styles.xml')])]
}

/** Parts that depend on the written sheets: styles, images, and links. A picture that is placed several times is one file. */
export function* lastParts(sheets: PackedSheet[], styles: string): Generator<Part> {
  yield ['xl/styles.xml', xmlFile(styles)]
  const files = new Map<SheetPicture, string>()
  for (const [index, { hasPictures, pictures, links }] of sheets.entries()) {
    const number = index + 1
    const pointers = links.map(({ address }, position) => relationshipXml(firstLinkNumber + position, 'hyperlink', address, 'External'))
    if (hasPictures) pointers.unshift(relationshipXml(drawingNumber, 'drawing', `../drawings/drawing${number}.xml`))
    if (pointers.length > 0) yield [`xl/worksheets/_rels/sheet${number}.xml.rels`, relationshipsXml(pointers)]
    if (!hasPictures) continue
    const used = [...new Set(pictures.map(({ picture }) => picture))]
    for (const picture of used) {
      if (files.has(picture)) continue
      const file = `image${files.size + 1}.${picture.extension}`
      files.set(picture, file)
      yield [`xl/media/${file}`, picture.data]
    }
    yield [`xl/drawings/drawing${number}.xml`, drawingXml(pictures, used)]
    const targets = used.map((picture, at) => relationshipXml(at + 1, 'image', `../media/${files.get(picture)}`))
    yield [`xl/drawings/_rels/drawing${number}.xml.rels`, relationshipsXml(targets)]
  }
}

const coreRelationship = xmlElement('Relationship', {
  Id: 'rId2',
  Type: `${open}/package/2006/relationships/metadata/core-properties`,
  Target: 'docProps/core.xml',
})

function contentTypesXml(sheets: PackedSheet[]): string {
  const office = 'application/vnd.openxmlformats-officedocument'
  const kindOf = (Extension: string, ContentType: string) => xmlElement('Default', { Extension, ContentType })
  const part = (PartName: string, ContentType: string) => xmlElement('Override', { PartName, ContentType })
  const types = [
    kindOf('rels', 'application/vnd.openxmlformats-package.relationships+xml'),
    kindOf('xml', 'application/xml'),
    kindOf('png', 'image/png'),
    kindOf('jpeg', 'image/jpeg'),
    part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    part('/xl/workbook.xml', `${office}.spreadsheetml.sheet.main+xml`),
    part('/xl/styles.xml', `${office}.spreadsheetml.styles+xml`),
    ...sheets.map((_, index) => part(`/xl/worksheets/sheet${index + 1}.xml`, `${office}.spreadsheetml.worksheet+xml`)),
    ...sheets.flatMap(({ hasPictures }, index) =>
      hasPictures ? [part(`/xl/drawings/drawing${index + 1}.xml`, `${office}.drawing+xml`)] : [],
    ),
  ]
  return xmlFile(xmlElement('Types', { xmlns: `${open}/package/2006/content-types` }, types.join('')))
}

function coreProperties(author: string): string {
  const now = new Date().toISOString().replace(/\.\d+/, '')
  const instant = (name: string) => xmlElement(name, { 'xsi:type': 'dcterms:W3CDTF' }, now)
  return xmlFile(
    xmlElement(
      'cp:coreProperties',
      {
        'xmlns:cp': `${open}/package/2006/metadata/core-properties`,
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xmlns:dcterms': 'http://purl.org/dc/terms/',
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      },
      [
        xmlElement('dc:creator', {}, escapeXml(author)),
        xmlElement('cp:lastModifiedBy', {}, escapeXml(author)),
        instant('dcterms:created'),
        instant('dcterms:modified'),
      ].join(''),
    ),
  )
}

function workbook(sheets: PackedSheet[]): string {
  const list = sheets.map(({ name, isHidden }, index) =>
    xmlElement('sheet', { name, sheetId: index + 1, state: isHidden ? 'hidden' : undefined, 'r:id': `rId${index + 1}` }),
  )
  const names = sheets.flatMap(({ name, titleRow, titleColumns, filtered }, localSheetId) => {
    const defined = (definedName: string, range: string, hidden?: true) =>
      xmlElement('definedName', { name: `_xlnm.${definedName}`, localSheetId, hidden }, escapeXml(range))
    const titles = [titleColumns, titleRow && `$${titleRow}:$${titleRow}`].flatMap((range) =>
      range ? [`${quotedName(name)}!${range}`] : [],
    )
    return [
      // Excel reads the filter from the sheet, other programs from this name.
      ...(filtered ? [defined('_FilterDatabase', `${quotedName(name)}!${filtered}`, true)] : []),
      ...(titles.length > 0 ? [defined('Print_Titles', titles.join(','))] : []),
    ]
  })
  const first = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  )
  return xmlFile(
    xmlElement(
      'workbook',
      { xmlns: main, 'xmlns:r': relations },
      [
        xmlElement('bookViews', {}, xmlElement('workbookView', { activeTab: first })),
        xmlElement('sheets', {}, list.join('')),
        names.length > 0 ? xmlElement('definedNames', {}, names.join('')) : '',
      ].join(''),
    ),
  )
}

function drawingXml(pictures: readonly PlacedPicture[], used: readonly SheetPicture[]): string {
  const namespace = `${open}/drawingml/2006`
  const emu = (pixels: number) => Math.round(pixels * 9525)
  const numberOf = new Map(used.map((picture, at) => [picture, at + 1]))
  const anchors = pictures.map(({ picture, description, row, column, left, top, width, height }, at) => {
    const from = `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${emu(left)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${emu(top)}</xdr:rowOff></xdr:from>`
    const properties = xmlElement('xdr:cNvPr', { id: at + 1, name: `Picture ${at + 1}`, descr: description })
    const content = [
      `<xdr:nvPicPr>${properties}<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>`,
      `<xdr:blipFill><a:blip xmlns:r="${relations}" r:embed="rId${numberOf.get(picture)}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>`,
      '<xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>',
    ].join('')
    const size = xmlElement('xdr:ext', { cx: emu(width), cy: emu(height) })
    return xmlElement('xdr:oneCellAnchor', {}, `${from}${size}${xmlElement('xdr:pic', {}, content)}<xdr:clientData/>`)
  })
  const names = { 'xmlns:xdr': `${namespace}/spreadsheetDrawing`, 'xmlns:a': `${namespace}/main` }
  return xmlFile(xmlElement('xdr:wsDr', names, anchors.join('')))
}
