import sharp from 'sharp'
import { formatDate } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import {
  BallInCourt,
  ObservationSeverity,
  ObservationState,
  RfiImpact,
  RfiState,
  SitePaper,
  SubmittalKind,
  SubmittalOutcome,
  SubmittalState,
  TestResult,
} from '../../model/site/enums.ts'
import { sitePaper, siteVisitReport } from '../../model/site/site-calls.ts'
import type { VerificationTest } from '../../model/site/verification.ts'
import { VerificationCategory } from '../../model/templates/enums.ts'
import { readStoredFile } from '../kit/files/files.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { getProject, projects } from '../projects/public.ts'
import type { Maker } from '../reports/public.ts'
import { settingOf } from '../settings/public.ts'
import type { PdfLine, PdfPicture } from '../tools/pdf-writing.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { loadHistory, type Observation, observations } from './observations.ts'
import { rfis } from './rfis.ts'
import { siteVisits } from './site-visits.ts'
import { submittals } from './submittals.ts'
import { loadTests, withUnit } from './verification.ts'

interface PaperRequest {
  kind: SitePaper | 'fieldReport'
  visitId: number | null
}
declare module '../kit/request/context.ts' {
  interface FileParameters {
    sitePaper: PaperRequest
  }
}

interface Column {
  title: string
  x: number
  width: number
}
/** Columns side by side from the left; the last one takes the rest of the page. */
function columnsOf(...widths: [title: string, width: number][]): Column[] {
  let x = 0
  return widths.map(([title, width]) => {
    const column = { title, x, width: width - 6 }
    x += width
    return column
  })
}
const headLine = (columns: Column[]): PdfLine => ({
  parts: columns.map(({ title, x, width }) => ({ text: title, x, width })),
  size: 8,
  isBold: true,
  above: 10,
})
const rowLine = (columns: Column[], cells: readonly (string | null)[]): PdfLine => ({
  parts: columns.map(({ x, width }, at) => ({ text: cells[at] ?? '', x, width })),
  size: 8,
  above: 3,
})
const textLine = (text: string, more: Partial<PdfLine> = {}): PdfLine => ({ parts: [{ text }], ...more })
const detailLine = (label: string, text: string | null): PdfLine[] =>
  text
    ? [
        {
          parts: [
            { text: label, x: 40, width: 90 },
            { text, x: 134, width: 370 },
          ],
          size: 8,
          above: 1,
        },
      ]
    : []

const dateOr = (date: string | null) => (date === null ? '' : formatDate(date))
const spaceOf = (space: { name: string; spaceNumber?: unknown } | null) =>
  space ? [space.spaceNumber, space.name].filter((part) => typeof part === 'string' && part).join(' ') : ''

async function headLines(ctx: Context, projectId: number, title: string): Promise<PdfLine[]> {
  const project = await getProject(ctx, projectId)
  const firm = await settingOf(ctx, 'general.companyName')
  return [
    ...(firm ? [textLine(firm, { size: 9 })] : []),
    textLine(title, { size: 18, isBold: true, above: 4 }),
    textLine([project.number, project.name].filter(Boolean).join(' '), { size: 11, above: 2 }),
    textLine(`Issued ${formatDate(todayUtc())}`, { size: 8, above: 2 }),
  ]
}

const whole = (projectId: number) => ({ parentId: projectId, isWhole: true })

async function submittalLines(ctx: Context, projectId: number): Promise<PdfLine[]> {
  const { items } = await submittals.list(ctx, {}, whole(projectId))
  const columns = columnsOf(['No.', 46], ['Submittal', 150], ['Kind', 64], ['Company', 80], ['Received', 52], ['Due', 52], ['Status', 60])
  return [
    headLine(columns),
    ...items.flatMap((row) => [
      rowLine(columns, [
        row.number,
        row.title,
        SubmittalKind.label(row.kind),
        row.company?.name ?? '',
        dateOr(row.receivedDate),
        dateOr(row.dueDate),
        SubmittalState.label(row.state),
      ]),
      ...detailLine('Outcome', row.outcome === null ? null : SubmittalOutcome.label(row.outcome)),
      ...detailLine(
        'Ball in court',
        row.ballInCourt === null ? null : `${BallInCourt.label(row.ballInCourt)}, ${formatCount(row.daysInCourt ?? 0, 'day')}`,
      ),
      ...detailLine('Comments', row.comments),
    ]),
  ]
}

async function rfiLines(ctx: Context, projectId: number): Promise<PdfLine[]> {
  const { items } = await rfis.list(ctx, {}, whole(projectId))
  const columns = columnsOf(['No.', 54], ['Subject', 180], ['Company', 90], ['Due', 56], ['Cost', 40], ['Schedule', 44], ['Status', 40])
  return [
    headLine(columns),
    ...items.flatMap((row) => [
      rowLine(columns, [
        row.number,
        row.subject,
        row.company?.name ?? '',
        dateOr(row.dueDate),
        RfiImpact.label(row.costImpact),
        RfiImpact.label(row.scheduleImpact),
        row.isOverdue ? 'Overdue' : RfiState.label(row.state),
      ]),
      ...detailLine('Question', row.question),
      ...detailLine('Answer', row.answer),
    ]),
  ]
}

/** Pictures of one item that a document shows, and their longest side in pixels. */
const [mostPictures, pictureSide] = [6, 900]

async function loadPicture(ctx: Context, fileId: string): Promise<PdfPicture[]> {
  const file = await readStoredFile(ctx, fileId)
  if (!file || !/^image\/(jpeg|png)$/.test(file.contentType)) return []
  const picture = sharp(file.data).rotate().resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return [{ jpeg: data, width: info.width, height: info.height }]
}

async function picturesOf(ctx: Context, fileIds: readonly string[]): Promise<PdfPicture[]> {
  const pictures: PdfPicture[] = []
  for (const id of fileIds.slice(-mostPictures)) pictures.push(...(await loadPicture(ctx, id)))
  return pictures
}

const punchColumns = columnsOf(['No.', 44], ['Item', 180], ['Room', 100], ['Severity', 50], ['Company', 74], ['Due', 56])

async function observationLines(ctx: Context, rows: readonly Observation[]): Promise<PdfLine[]> {
  const lines: PdfLine[] = [headLine(punchColumns)]
  for (const row of rows) {
    lines.push(
      rowLine(punchColumns, [
        row.number,
        row.title,
        spaceOf(row.space),
        ObservationSeverity.label(row.severity),
        row.company?.name ?? '',
        dateOr(row.dueDate),
      ]),
      ...detailLine('Status', ObservationState.label(row.state)),
      ...detailLine('Note', row.note),
    )
    if (row.photoCount === 0) continue
    const { history } = await loadHistory(ctx, row.id)
    const pictures = await picturesOf(
      ctx,
      history.flatMap(({ photoIds }) => photoIds),
    )
    if (pictures.length > 0) lines.push(textLine('', { size: 2, pictures }))
  }
  return lines
}

async function punchLines(ctx: Context, projectId: number): Promise<PdfLine[]> {
  const { items } = await observations.list(ctx, { states: [ObservationState.Open, ObservationState.Ready] }, whole(projectId))
  return [textLine(formatCount(items.length, 'open item'), { size: 9, above: 8 }), ...(await observationLines(ctx, items))]
}

function testLines(tests: readonly VerificationTest[]): PdfLine[] {
  const columns = columnsOf(
    ['Item', 54],
    ['Test and method', 160],
    ['Expected', 70],
    ['Measured', 70],
    ['Result', 54],
    ['Tester', 60],
    ['Date', 44],
  )
  const lines: PdfLine[] = []
  let [spaceId, category] = [0, 0]
  for (const test of tests) {
    if (test.spaceId !== spaceId) {
      lines.push(
        textLine([test.space.number, test.space.name].filter(Boolean).join(' '), { size: 12, isBold: true, above: 14 }),
        headLine(columns),
      )
      category = 0
    }
    if (test.category !== category) lines.push(textLine(VerificationCategory.label(test.category), { size: 8, isBold: true, above: 6 }))
    ;[spaceId, category] = [test.spaceId, test.category]
    lines.push(
      rowLine(columns, [
        test.itemKey,
        [test.name, test.method].filter(Boolean).join('\n'),
        test.expected === null ? '' : withUnit(test.expected, test.unit),
        test.measured === null ? '' : withUnit(test.measured, test.unit),
        TestResult.label(test.result),
        test.tester ? fullName(test.tester) : '',
        dateOr(test.testDate?.slice(0, 10) ?? null),
      ]),
      ...detailLine('Note', test.note),
    )
  }
  return lines
}

/** Observations of the visit, and those of its day that name no visit. */
async function fieldLines(ctx: Context, projectId: number, visitId: number): Promise<PdfLine[]> {
  const visit = await siteVisits.get(ctx, visitId, { parentId: projectId })
  const { items } = await observations.list(
    ctx,
    {},
    {
      ...whole(projectId),
      extra: (_, p) => `(t.visit_id = ${p.add(visitId)} or (t.visit_id is null and t.create_date::date = ${p.add(visit.date)}::date))`,
    },
  )
  const pictures = await picturesOf(ctx, visit.fileIds)
  return [
    textLine(formatDate(visit.date), { size: 12, isBold: true, above: 12 }),
    ...detailLine('Present', visit.people.join(', ')),
    ...detailLine('Weather', visit.weather),
    ...(visit.summary ? [textLine(visit.summary, { size: 9, above: 8 })] : []),
    ...(pictures.length > 0 ? [textLine('', { size: 2, pictures })] : []),
    textLine(formatCount(items.length, 'observation'), { size: 11, isBold: true, above: 14 }),
    ...(items.length > 0 ? await observationLines(ctx, items) : []),
  ]
}

function bodyLines(ctx: Context, projectId: number, { kind, visitId }: PaperRequest): Promise<PdfLine[]> | PdfLine[] {
  switch (kind) {
    case SitePaper.PunchList:
      return punchLines(ctx, projectId)
    case SitePaper.SubmittalRegister:
      return submittalLines(ctx, projectId)
    case SitePaper.RfiLog:
      return rfiLines(ctx, projectId)
    case SitePaper.Verification:
      return loadTests(ctx, projectId).then(testLines)
    case 'fieldReport':
      return fieldLines(ctx, projectId, visitId ?? 0)
  }
}

const titleOf = ({ kind }: PaperRequest) => (kind === 'fieldReport' ? 'Field report' : SitePaper.label(kind))

export const makeSitePaper: Maker<'sitePaper'> = async ({ read, task, parameters, progress, signal }) => {
  const projectId = task.projectId ?? 0
  const lines = await read(async (ctx) => {
    requireAccess(ctx.actor, sitePaper.permission)
    return [...(await headLines(ctx, projectId, titleOf(parameters))), ...(await bodyLines(ctx, projectId, parameters))]
  })
  progress(60)
  return Buffer.from(await runInWorker('pdf', { title: titleOf(parameters), lines }, { timeoutMs: 120_000, signal }))
}

async function requestPaper(ctx: Context, id: number, parameters: PaperRequest, suffix: string) {
  const project = await projects.get(ctx, id)
  return ctx.services.requestFile(ctx, {
    fileName: `${project.name} - ${titleOf(parameters)} ${suffix}.pdf`,
    templateType: TemplateType.Pdf,
    category: DownloadTaskCategory.SitePapers,
    maker: 'sitePaper',
    parameters,
    projectId: project.id,
    projectName: project.name,
  })
}

export const paperRoutes: Route[] = [
  defineRoute(sitePaper, (ctx, { params }) => requestPaper(ctx, params.id, { kind: params.kind, visitId: null }, todayUtc())),
  defineRoute(siteVisitReport, async (ctx, { params }) => {
    await projects.expect(ctx, params.id)
    const visit = await siteVisits.get(ctx, params.itemId, { parentId: params.id })
    return requestPaper(ctx, params.id, { kind: 'fieldReport', visitId: visit.id }, visit.date)
  }),
]
