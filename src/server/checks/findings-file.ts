import { exportFindings, type Finding, type Grade } from '../../model/checks/design-check.ts'
import { ruleLabels } from '../../model/checks/design-rules.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { getProject } from '../projects/public.ts'
import { type Maker, preambleOf, type ReportColumn, sheetOfTable, written } from '../reports/public.ts'
import { runDesignCheck } from './design-check.ts'

const gradeWords: Readonly<Record<Grade, string>> = { error: 'Error', warning: 'Warning', info: 'Info' }

const waiverName = ({ waivedBy }: Finding) => waivedBy && fullName(waivedBy)

const columns: ReportColumn<Finding>[] = [
  {
    header: 'Grade',
    width: 10,
    value: (item) =>
      item.grade === 'error' && !waiverName(item) ? { value: gradeWords[item.grade], style: 'bad' } : gradeWords[item.grade],
  },
  { header: 'Rule', width: 14, value: ({ rule }) => ruleLabels[rule] },
  { header: 'Finding', width: 60, wrap: true, value: ({ text }) => text },
  {
    header: 'Space',
    width: 26,
    wrap: true,
    value: ({ where: { space } }) => space && [space.spaceNumber, space.name].filter(Boolean).join(' '),
  },
  { header: 'Where', width: 20, wrap: true, value: ({ where }) => where.label },
  { header: 'Figure', width: 10, kind: 'number', value: ({ figure }) => figure?.value ?? null },
  { header: 'Limit', width: 10, kind: 'number', value: ({ figure }) => figure?.limit ?? null },
  { header: 'Unit', width: 8, value: ({ figure }) => figure?.unit ?? null },
  { header: 'Source', width: 44, wrap: true, value: ({ source }) => source },
  { header: 'Waived by', width: 20, value: waiverName },
  { header: 'Waived on', width: 12, value: ({ waiveDate }) => waiveDate && formatDate(waiveDate.slice(0, 10)) },
  { header: 'Reason', width: 36, wrap: true, value: ({ reason }) => reason },
]

export const makeFindings: Maker<'findings'> = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file does not belong to a project.')
  const sheet = await making.read(async (ctx) => {
    requireAccess(ctx.actor, exportFindings.permission)
    const { number, name } = await getProject(ctx, projectId)
    const { findings } = await runDesignCheck(ctx, projectId)
    const preamble = await preambleOf(ctx, [
      ['Project', [number, name].filter(Boolean).join(' ')],
      ['Report', 'Design check'],
    ])
    return sheetOfTable({ name: 'Design check', columns }, findings, { preamble, isForScreen: true })
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const findingFileRoutes: Route[] = [
  defineRoute(exportFindings, async (ctx, { params }) => {
    const { id, number, name } = await getProject(ctx, params.id)
    const title = [number, name].filter(Boolean).join(' ')
    return ctx.services.requestFile(ctx, {
      fileName: `${title} - Design check ${todayUtc()}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
      templateType: TemplateType.Xlsx,
      category: DownloadTaskCategory.ProjectEquipmentList,
      maker: 'findings',
      parameters: {},
      projectId: id,
      projectName: title,
    })
  }),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    findings: Record<never, never>
  }
}
