import { ReportType, TemplateType } from '../../model/reports/enums.ts'
import {
  type CheckedTemplate,
  checkTemplate,
  isVariableName,
  PaperKind,
  takeBuiltInTemplate,
  templatePlaceholders,
} from '../../model/reports/report-templates.ts'
import { readOwnFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type ParsedRequest, type ReadOnly, type Requester, type Route } from '../kit/request/routes.ts'
import { templateProblem } from '../tools/docx-filling.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { Maker } from './making.ts'
import { createBuiltInTemplate } from './report-templates.ts'

function parsePaperKind(name: unknown): PaperKind {
  const kind = PaperKind.values.find(({ value }) => value === name)
  if (!kind) throw notFound('Template')
  return kind.value
}

async function readTemplate(ctx: Context, kind: PaperKind, fileId: string | null): Promise<Buffer> {
  const template = fileId === null ? await createBuiltInTemplate(kind) : await readOwnFile(ctx, fileId)
  if (!template || (fileId !== null && (await ctx.services.isFileHidden(ctx, fileId)))) throw badRequest({ fileId: ['File not found.'] })
  return template
}

/** A dry run without values, so that every placeholder is reported. */
async function checkTemplateCall(
  { params, query }: ParsedRequest<typeof checkTemplate>,
  readOnly: ReadOnly,
  { signal }: Requester,
): Promise<CheckedTemplate> {
  const kind = parsePaperKind(params.kind)
  const template = await readOnly((ctx) => readTemplate(ctx, kind, query.fileId))
  const problem = templateProblem(template)
  if (problem) return { problem, known: [], variables: [], unknown: [] }
  const { unknown } = await runInWorker('docx', { template, values: {} }, { signal })
  const names = new Set(templatePlaceholders(kind))
  const known = unknown.filter((name) => names.has(name.toLowerCase()))
  const variables = unknown.filter((name) => !known.includes(name) && isVariableName(name))
  return { problem: null, known, variables, unknown: unknown.filter((name) => !known.includes(name) && !variables.includes(name)) }
}

export const createTemplateFile: Maker<'template'> = ({ parameters }) => createBuiltInTemplate(parsePaperKind(parameters.kind))

function takeBuiltIn(ctx: Context, kind: PaperKind) {
  const { BIN, ClientProposal } = ReportType
  return ctx.services.requestFile(ctx, {
    fileName: `Template - ${PaperKind.label(kind)}.docx`,
    templateType: TemplateType.Docx,
    category: ReportType.get(kind === 'bin' ? BIN : ClientProposal).downloadTaskCategory,
    maker: 'template',
    parameters: { kind },
  })
}

export const templateRoutes: Route[] = [
  defineRoute(
    checkTemplate,
    async (_ctx, { params, prepared }) => {
      // An unknown kind is reported before other errors.
      parsePaperKind(params.kind)
      return prepared
    },
    checkTemplateCall,
  ),
  defineRoute(takeBuiltInTemplate, (ctx, { params }) => takeBuiltIn(ctx, parsePaperKind(params.kind))),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    template: { kind: PaperKind }
  }
}
