import { exportFindings, type Finding, type Grade } from '../../model/checks/design-check.ts'
import { ruleLabels } from '../../model/checks/design-rules.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { checkNeed } from '../kit/request/http.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { getProject } from '../projects/public.ts'
import { firmRow, type Maker, page, written } from '../reports/public.ts'
import type { SheetRow, SheetValue } from '../tools/sheet.ts'
import { check } from './design-check.ts'

const gradeWords: Readonly<Record<Grade, string>> = { error: 'Error', warning: 'Warning', info: 'Info' }

function rowOf({ grade, rule, text, where, figure, source, waivedBy, waiveDate, reason }: Finding): SheetRow {
  const { space, label } = where
  const who = waivedBy && `${waivedBy.firstName} ${waivedBy.lastName}`.trim()
  const values: SheetValue[] = [
    grade === 'error' && !who ? { value: gradeWords[grade], style: 'bad' } : gradeWords[grade],
    ruleLabels[rule],
    text,
    space && [space.spaceNumber, space.name].filter(Boolean).join(' '),
    label,
    figure?.value ?? null,
    figure?.limit ?? null,
    figure?.unit ?? null,
    source,
    who,
    waiveDate && formatDate(waiveDate.slice(0, 10)),
    reason,
  ]
  return { values, style: 'plain' }
}

/** Everything the design check finds as its page lists it: the worst first, what is waived marked with who and why. */
export const makeFindings: Maker<'findings'> = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file is not of a project.')
  const sheet = await making.read(async (ctx) => {
    checkNeed(ctx.actor, exportFindings.permission)
    const { number, name } = await getProject(ctx, projectId)
    const { findings } = await check(ctx, projectId)
    return {
      name: 'Design check',
      preamble: [
        ...(await firmRow(ctx)),
        ['Project', [number, name].filter(Boolean).join(' ')],
        ['Report', 'Design check'],
        ['Date', formatDate(new Date().toISOString().slice(0, 10))],
        ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
      ],
      columns: [
        { header: 'Grade', width: 10 },
        { header: 'Rule', width: 14 },
        { header: 'Finding', width: 60, wrap: true },
        { header: 'Space', width: 26, wrap: true },
        { header: 'Where', width: 20, wrap: true },
        { header: 'Figure', width: 10, kind: 'number' as const },
        { header: 'Limit', width: 10, kind: 'number' as const },
        { header: 'Unit', width: 8 },
        { header: 'Source', width: 44, wrap: true },
        { header: 'Waived by', width: 20 },
        { header: 'Waived on', width: 12 },
        { header: 'Reason', width: 36, wrap: true },
      ],
      rows: findings.map(rowOf),
      ...page,
    }
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const findingFileRoutes: Route[] = [
  answer(exportFindings, async (ctx, { params }) => {
    const { id, number, name } = await getProject(ctx, params.id)
    const title = [number, name].filter(Boolean).join(' ')
    return ctx.services.requestFile(ctx, {
      fileName: `${title} - Design check ${new Date().toISOString().slice(0, 10)}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
      templateType: TemplateType.of.Xlsx,
      category: DownloadTaskCategory.of.ProjectEquipmentList,
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
