import { elementAttributes, scanXml } from '../../src/server/tools/xml-scan.ts'
import { openZip } from '../../src/server/tools/zip-reading.ts'

/** Returns problems of an Office file that would trigger a repair or confuse a reader. Empty if the file is valid. */
export function officeFaults(data: Uint8Array): string[] {
  const zip = openZip(data, { entries: 2000, unpackedBytes: 500_000_000, keepsCase: true })
  const part = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  const faults: string[] = []
  const types = part('[Content_Types].xml')
  const known = new Set(elementAttributes(types, 'Override').map(({ PartName }) => PartName))
  const endings = new Set(elementAttributes(types, 'Default').map(({ Extension }) => Extension))
  for (const name of zip.names) {
    if (!known.has(`/${name}`) && !endings.has(name.slice(name.lastIndexOf('.') + 1))) faults.push(`${name} has no type`)
    if (!/\.(xml|rels)$/.test(name)) continue
    const open: string[] = []
    scanXml(part(name), {
      open: (tag) => open.push(tag),
      close: (tag) => void (open.pop() !== tag && faults.push(`${name} closes ${tag} in the wrong place`)),
    })
    if (open.length > 0) faults.push(`${name} does not end`)
    faults.push(...faultsOfPointers(name))
    if (/^xl\/worksheets\/[^/]+$/.test(name)) faults.push(...faultsOfSheet(part(name)).map((fault) => `${name}: ${fault}`))
    if (/^word\/(document|header|footer)/.test(name)) faults.push(...faultsOfWords(part(name)).map((fault) => `${name}: ${fault}`))
  }
  for (const name of known) if (!zip.names.includes(String(name).slice(1))) faults.push(`${name} is not there`)
  return faults

  /** Checks that every `r:id` has a relationship and every target exists. */
  function faultsOfPointers(name: string): string[] {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const targets = elementAttributes(part(`${folder}_rels/${name.slice(folder.length)}.rels`), 'Relationship')
    const ids = new Set(targets.map(({ Id }) => Id))
    const referencedIds = [...part(name).matchAll(/ r:(?:id|embed)="([^"]*)"/g)].map(([, id]) => id)
    const lost = referencedIds.filter((id) => !ids.has(id)).map((id) => `${name} asks for ${id}`)
    const inside = targets.filter(({ TargetMode }) => TargetMode !== 'External').map(({ Target = '' }) => resolved(folder, Target))
    return [...lost, ...inside.filter((target) => !zip.names.includes(target)).map((target) => `${name} leads to ${target}`)]
  }
}

const resolved = (folder: string, target: string) => new URL(target, `file:///${folder}`).pathname.slice(1)

/** Checks that merged cells do not overlap, page breaks ascend, no cell has a formula and text cells contain text. */
function faultsOfSheet(xml: string): string[] {
  const faults = /<f[ >/]/.test(xml) ? ['has a formula'] : []
  const areas = elementAttributes(xml, 'mergeCell').map(({ ref = '' }) => parseCellRange(ref))
  for (const [at, one] of areas.entries())
    for (const other of areas.slice(at + 1))
      if (one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom)
        faults.push(`${one.ref} lies over ${other.ref}`)
  const breaks = elementAttributes(xml, 'brk').map(({ id }) => Number(id))
  if (breaks.some((row, index) => row <= (breaks[index - 1] ?? 0))) faults.push('breaks go up')
  for (const [, ref, type, inside = ''] of xml.matchAll(/<c r="([A-Z]+\d+)" s="\d+"(?: t="(\w+)")?>(.*?)<\/c>/gs))
    if (type !== 'inlineStr' && !/^<v>-?\d+(\.\d+)?(e-?\d+)?<\/v>$/.test(inside)) faults.push(`${ref} is no number`)
  return faults
}
function parseCellRange(ref: string) {
  const numberOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const [, a = '', top, b = '', bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? []
  return { ref, left: numberOf(a), right: numberOf(b), top: Number(top), bottom: Number(bottom) }
}

/**
 * Checks that tables have headers and descriptions, images have alternative text, heading levels are not skipped and bookmark names are
 * unique.
 */
function faultsOfWords(xml: string): string[] {
  const faults: string[] = []
  const tables = xml.match(/<w:tbl>.*?<\/w:tbl>/gs) ?? []
  for (const table of tables) {
    if (!/<w:tblHeader\/>/.test(table.slice(0, table.indexOf('</w:tr>')))) faults.push('a table has no head')
    if (!elementAttributes(table, 'tblCaption')[0]?.val) faults.push('a table does not say what it is about')
  }
  if (elementAttributes(xml, 'docPr').some(({ descr }) => !descr)) faults.push('a picture has no text')
  const levels = [...xml.matchAll(/<w:pStyle w:val="Heading(\d)"\/>/g)].map(([, level]) => Number(level))
  for (const [at, level] of levels.entries()) if (level > (levels[at - 1] ?? 0) + 1) faults.push(`heading ${at + 1} leaves out a level`)
  const marks = elementAttributes(xml, 'bookmarkStart').map(({ name }) => name)
  if (new Set(marks).size < marks.length) faults.push('two bookmarks have one name')
  const fields = [...xml.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(([, field = '']) => field.trim().split(' ')[0] ?? '')
  for (const field of fields) if (!['PAGE', 'NUMPAGES', 'PAGEREF', 'TOC'].includes(field)) faults.push(`there is a field ${field}`)
  return faults
}
