import type { Context } from '../kit/request/context.ts'
import type { DocxBlock } from '../tools/docx-blocks.ts'
import { builtInPaper } from './papers.ts'

const about = (label: string, value: string): DocxBlock => ({
  text: [{ text: label, bold: true }, { tab: true }, { text: value }],
  style: 'Lead',
})
const heading = (text: string, level: 1 | 2 = 1): DocxBlock => ({ heading: text, level })
const block = (name: string): DocxBlock => ({ text: `{{${name}}}` })

const bin = (): DocxBlock[] => [
  { text: '{{report.title}}', style: 'Title' },
  { text: '{{project.name}}', style: 'Subtitle' },
  about('Project', '{{project.number}}'),
  about('Client', '{{client.name}}'),
  about('Address', '{{project.address}}'),
  about('Phase', '{{project.phase}}'),
  about('Scope', '{{report.scope}}'),
  about('Date', '{{report.date}}'),
  about('Author', '{{report.author}}'),
  { pageBreak: true },
  block('report.contents'),
  { pageBreak: true },
  heading('Introduction'),
  block('project.description'),
  heading('Companies and contacts', 2),
  block('project.companies'),
  block('project.contacts'),
  heading('General requirements'),
  block('bin.general'),
  heading('Spaces'),
  block('bin.spaces'),
  heading('Summary'),
  block('bin.summary'),
  heading('Responsibilities'),
  block('bin.responsibilities'),
]

/** The papers that are written into a template, by the name of their kind. */
const papers = {
  bin: { title: 'Building infrastructure narrative', body: bin },
}
export type PaperKind = keyof typeof papers

const builtInOf = (kind: PaperKind) => builtInPaper(papers[kind].title, '{{project.number}} {{project.name}}', papers[kind].body())

/** The Word file a paper is written into. */
export const templateOf = (_ctx: Context, kind: PaperKind): Promise<Uint8Array> => builtInOf(kind)
