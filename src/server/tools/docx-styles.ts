import { xmlElement } from './xml-writing.ts'

const typeface = 'Calibri'
const accent = '0F5F7A'
const gray = '5B6670'

interface Style {
  id: string
  name: string
  basedOn?: string
  next?: string
  paragraph?: string
  run?: string
}

const spacing = (before: number, after: number, line = 264) =>
  `<w:spacing w:before="${before}" w:after="${after}" w:line="${line}" w:lineRule="auto"/>`
const sizeXml = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
const bold = '<w:b/><w:bCs/>'
const colorXml = (value: string) => `<w:color w:val="${value}"/>`
const numberingXml = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`
const outlineLevelXml = (level: number) => `<w:outlineLvl w:val="${level}"/>`
const rightTab = (at: number, leader = '') => `<w:tab w:val="right"${leader && ` w:leader="${leader}"`} w:pos="${at}"/>`

const headingStyle = (level: number, format: { before: number; run: string }): Style => ({
  id: `Heading${level}`,
  name: `heading ${level}`,
  basedOn: 'Normal',
  next: 'Normal',
  paragraph: `<w:keepNext/><w:keepLines/>${numberingXml(level - 1)}${spacing(format.before, 80, 240)}${outlineLevelXml(level - 1)}`,
  run: format.run,
})

const styles: Style[] = [
  { id: 'Normal', name: 'Normal', paragraph: spacing(0, 120) },
  { id: 'Title', name: 'Title', basedOn: 'Normal', next: 'Subtitle', paragraph: spacing(240, 40, 240), run: bold + sizeXml(44) },
  { id: 'Subtitle', name: 'Subtitle', basedOn: 'Normal', paragraph: spacing(0, 320, 240), run: colorXml(gray) + sizeXml(28) },
  {
    id: 'Lead',
    name: 'Lead',
    basedOn: 'Normal',
    paragraph: `<w:tabs><w:tab w:val="left" w:pos="2200"/></w:tabs>${spacing(0, 40)}<w:ind w:left="2200" w:hanging="2200"/>`,
  },
  headingStyle(1, { before: 360, run: `${bold}${colorXml(accent)}${sizeXml(30)}` }),
  headingStyle(2, { before: 280, run: bold + sizeXml(25) }),
  headingStyle(3, { before: 200, run: bold + sizeXml(22) }),
  {
    id: 'ListBullet',
    name: 'List Bullet',
    basedOn: 'Normal',
    paragraph: `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>${spacing(0, 40)}`,
  },
  { id: 'Note', name: 'Note', basedOn: 'Normal', paragraph: spacing(40, 120, 240), run: colorXml(gray) + sizeXml(18) },
  { id: 'TableText', name: 'Table Text', basedOn: 'Normal', paragraph: spacing(30, 30, 240), run: sizeXml(18) },
  { id: 'TableHead', name: 'Table Head', basedOn: 'TableText', run: `${bold}${colorXml(gray)}` },
  { id: 'TableQuiet', name: 'Table Quiet', basedOn: 'TableText', run: colorXml(gray) },
  { id: 'AfterTable', name: 'After Table', basedOn: 'Normal', paragraph: spacing(0, 60, 240), run: sizeXml(10) },
  {
    id: 'TOCHeading',
    name: 'TOC Heading',
    basedOn: 'Normal',
    next: 'Normal',
    paragraph: `<w:keepNext/>${spacing(240, 120, 240)}`,
    run: bold + sizeXml(30),
  },
  {
    id: 'TOC1',
    name: 'toc 1',
    basedOn: 'Normal',
    paragraph: `<w:tabs><w:tab w:val="left" w:pos="480"/>${rightTab(9360, 'dot')}</w:tabs>${spacing(80, 20)}`,
    run: bold,
  },
  {
    id: 'TOC2',
    name: 'toc 2',
    basedOn: 'Normal',
    paragraph: `<w:tabs><w:tab w:val="left" w:pos="1080"/>${rightTab(9360, 'dot')}</w:tabs>${spacing(0, 20)}<w:ind w:left="480"/>`,
  },
  {
    id: 'Letterhead',
    name: 'Letterhead',
    basedOn: 'Normal',
    paragraph: `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="6" w:color="333B43"/></w:pBdr><w:tabs>${rightTab(9360)}</w:tabs>${spacing(0, 200, 240)}`,
    run: bold + sizeXml(22),
  },
  {
    id: 'Footer',
    name: 'footer',
    basedOn: 'Normal',
    paragraph: `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="B4BCC4"/></w:pBdr><w:tabs>${rightTab(9360)}</w:tabs>${spacing(0, 0, 240)}`,
    run: colorXml(gray) + sizeXml(17),
  },
]

const styleXml = ({ id, name, basedOn, next, paragraph = '', run = '' }: Style) =>
  xmlElement(
    'w:style',
    { 'w:type': 'paragraph', ...(id === 'Normal' && { 'w:default': '1' }), 'w:styleId': id },
    [
      xmlElement('w:name', { 'w:val': name }),
      basedOn && xmlElement('w:basedOn', { 'w:val': basedOn }),
      next && xmlElement('w:next', { 'w:val': next }),
      '<w:qFormat/>',
      paragraph && `<w:pPr>${paragraph}</w:pPr>`,
      run && `<w:rPr>${run}</w:rPr>`,
    ]
      .filter(Boolean)
      .join(''),
  )

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const fonts = ['ascii', 'hAnsi', 'eastAsia', 'cs'].map((script) => `w:${script}="${typeface}"`).join(' ')

export const stylesPart = () =>
  xmlElement(
    'w:styles',
    { 'xmlns:w': wordNamespace },
    [
      `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts ${fonts}/>${sizeXml(21)}<w:lang w:val="en-US" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`,
      ...styles.map(styleXml),
    ].join(''),
  )

/** Adds our styles that a file lacks, without numbering, because list numbers are specific to the file. */
export function withOurStyles(xml: string): string {
  const there = new Set([...xml.matchAll(/w:styleId="([^"]*)"/g)].map(([, id]) => id))
  const missing = styles.filter(({ id }) => id !== 'Normal' && !there.has(id))
  const ownStyles = missing.map((style) => styleXml({ ...style, paragraph: style.paragraph?.replace(/<w:numPr>.*?<\/w:numPr>/, '') }))
  return ownStyles.length === 0 ? xml : xml.replace(/<\/w:styles>\s*$/, () => `${ownStyles.join('')}</w:styles>`)
}

export function numberingPart() {
  const levels = [0, 1, 2].map((level) => {
    const text = Array.from({ length: level + 1 }, (_, index) => `%${index + 1}`).join('.')
    const indent = [480, 620, 760][level]
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading${level + 1}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${indent}" w:hanging="${indent}"/></w:pPr></w:lvl>`
  })
  const bullet =
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:pStyle w:val="ListBullet"/><w:lvlText w:val="&#8226;"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="360" w:hanging="240"/></w:pPr></w:lvl>'
  return xmlElement(
    'w:numbering',
    { 'xmlns:w': wordNamespace },
    [
      `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`,
      `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${bullet}</w:abstractNum>`,
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
    ].join(''),
  )
}
