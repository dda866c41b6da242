import { blocksXml, type DocxBlock } from './docx-blocks.ts'
import { numberingPart, stylesPart } from './docx-styles.ts'
import { escapeXml, xmlElement, xmlFile } from './xml-writing.ts'
import { zipWriter } from './zip-writing.ts'

/** A Word file as plain data; head and foot repeat on every page. */
interface DocxFile {
  title: string
  head: readonly DocxBlock[]
  foot: readonly DocxBlock[]
  body: readonly DocxBlock[]
}

const open = 'http://schemas.openxmlformats.org'
const relations = `${open}/officeDocument/2006/relationships`
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const names = { 'xmlns:w': `${open}/wordprocessingml/2006/main`, 'xmlns:r': relations }

const parts = [
  ['styles', 'styles'],
  ['numbering', 'numbering'],
  ['settings', 'settings'],
  ['header1', 'header'],
  ['footer1', 'footer'],
] as const

const contentTypesXml = () =>
  xmlElement(
    'Types',
    { xmlns: `${open}/package/2006/content-types` },
    [
      xmlElement('Default', { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' }),
      xmlElement('Default', { Extension: 'xml', ContentType: 'application/xml' }),
      xmlElement('Override', { PartName: '/word/document.xml', ContentType: `${wordType}.document.main+xml` }),
      ...parts.map(([name, kind]) => xmlElement('Override', { PartName: `/word/${name}.xml`, ContentType: `${wordType}.${kind}+xml` })),
      xmlElement('Override', { PartName: '/docProps/core.xml', ContentType: 'application/vnd.openxmlformats-package.core-properties+xml' }),
    ].join(''),
  )

const relationshipsXml = (all: readonly (readonly [type: string, target: string])[]) =>
  xmlElement(
    'Relationships',
    { xmlns: `${open}/package/2006/relationships` },
    all.map(([type, target], index) => xmlElement('Relationship', { Id: `rId${index + 1}`, Type: type, Target: target })).join(''),
  )

const core = (title: string) =>
  `<cp:coreProperties xmlns:cp="${open}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:language>en-US</dc:language></cp:coreProperties>`

const section =
  '<w:sectPr><w:headerReference w:type="default" r:id="rId4"/><w:footerReference w:type="default" r:id="rId5"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1700" w:right="1440" w:bottom="1300" w:left="1440" w:header="720" w:footer="620" w:gutter="0"/></w:sectPr>'

export async function writeDocx({ title, head, foot, body }: DocxFile): Promise<Buffer> {
  const zip = zipWriter()
  const add = (name: string, content: string) => zip.add(name, [xmlFile(content)])
  await add('[Content_Types].xml', contentTypesXml())
  await add(
    '_rels/.rels',
    relationshipsXml([
      [`${relations}/officeDocument`, 'word/document.xml'],
      [`${open}/package/2006/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  )
  await add('docProps/core.xml', core(title))
  await add('word/document.xml', xmlElement('w:document', names, `<w:body>${blocksXml(body)}${section}</w:body>`))
  await add('word/_rels/document.xml.rels', relationshipsXml(parts.map(([name, kind]) => [`${relations}/${kind}`, `${name}.xml`])))
  await add('word/styles.xml', stylesPart())
  await add('word/numbering.xml', numberingPart())
  await add(
    'word/settings.xml',
    xmlElement(
      'w:settings',
      names,
      '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>',
    ),
  )
  await add('word/header1.xml', xmlElement('w:hdr', names, blocksXml(head)))
  await add('word/footer1.xml', xmlElement('w:ftr', names, blocksXml(foot)))
  return zip.finish()
}
