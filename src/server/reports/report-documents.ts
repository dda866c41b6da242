import { formatCount } from '../../model/kit/plural.ts'
import type { Context } from '../kit/request/context.ts'
import type { DocxBlock } from '../tools/docx-blocks.ts'
import type { DocxValue } from '../tools/docx-filling.ts'
import { writeDocx } from '../tools/docx-writing.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { MadeFile, Making } from './making.ts'
import type { ReportRequest } from './report-book.ts'
import type { ReportScopeData } from './report-scope.ts'

export interface ReportDocument {
  template: Uint8Array
  values: Record<string, DocxValue>
  warnings?: string[]
}

export function builtInPaper(title: string, foot: string, body: readonly DocxBlock[]): Promise<Buffer> {
  return writeDocx({
    title,
    head: [{ text: [{ text: '{{firm.logo}} {{firm.name}}' }, { tab: true }, { text: '{{project.number}}' }], style: 'Letterhead' }],
    foot: [
      {
        text: [{ text: foot }, { tab: true }, { text: 'Page ' }, { field: 'PAGE' }, { text: ' of ' }, { field: 'NUMPAGES' }],
        style: 'Footer',
      },
    ],
    body,
  })
}

export type PaperOf = (ctx: Context, scope: ReportScopeData, reportRequest: ReportRequest) => Promise<ReportDocument>

const mostNamed = 20
const revisionUnnamed = 'The template does not show which revision this is: add the paragraph {{report.revision}}.'

/** Reads one snapshot and renders it in a worker. Unknown placeholders remain visible and are reported as warnings. */
export async function madePaper({ read, progress, signal }: Making, gather: (ctx: Context) => Promise<ReportDocument>): Promise<MadeFile> {
  const { template, values, warnings = [] } = await read(gather)
  progress(50)
  const named = [values['report.title'], values['project.name']].filter((item) => typeof item === 'string')
  const { file, unknown, used } = await runInWorker('docx', { template, values, title: named.join(', ') }, { signal })
  const revision = values['report.revision']
  const isUnnamed = Array.isArray(revision) && revision.length > 0 && !used.includes('report.revision')
  const rest = unknown.length - mostNamed
  const more = rest > 0 ? [`And ${formatCount(rest, 'more unknown placeholder')}.`] : []
  return {
    file: Buffer.from(file),
    warnings: [
      ...warnings,
      ...(isUnnamed ? [revisionUnnamed] : []),
      ...unknown.slice(0, mostNamed).map((name) => `Unknown placeholder: {{${name}}}`),
      ...more,
    ],
  }
}
