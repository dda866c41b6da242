import { exportPlanDevices } from '../../model/plans/plans.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import type { Maker } from '../reports/public.ts'

declare module '../kit/request/context.ts' {
  interface FileParameters {
    planDevices: Record<never, never>
  }
}

const head = 'tag,model,space,level,plan,x_ft,y_ft,height_in,rotation'
const loadDevices = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      label: is.text,
      model: is.text,
      space: is.text,
      level: is.text,
      plan: is.text,
      x: is.number,
      y: is.number,
      mountingHeightIn: orNull(is.number),
      rotation: is.number,
    },
    `select u.label, e.model, concat_ws(' ', s.space_number, s.name) as space, l.name as level, p.name as plan, d.x, d.y, d.mounting_height_in, d.rotation
     from plan_placements d join plans p on p.id = d.plan_id and not p.is_deleted join placed_levels l on l.id = p.level_id
       join living_units u on u.id = d.unit_id join placed_spaces s on s.id = u.space_id join rack_products e on e.id = u.equipment_id
     where d.project_id = $1 and not d.is_deleted order by p.name collate natural_order, p.id, u.label collate natural_order, u.id`,
    [projectId],
  )

/** Quotes where needed. A text that a spreadsheet would run as a formula is marked as text. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const makePlanDevices: Maker<'planDevices'> = async ({ read, task }) => {
  const rows = await read((ctx) => {
    requireAccess(ctx.actor, exportPlanDevices.permission)
    return loadDevices(ctx, task.projectId ?? 0)
  })
  const lines = rows.map((row) =>
    [row.label, row.model, row.space, row.level, row.plan, row.x, row.y, row.mountingHeightIn, row.rotation].map(cell).join(','),
  )
  // Spreadsheets read UTF-8 only with the mark.
  return Buffer.from(`\ufeff${[head, ...lines].join('\r\n')}\r\n`)
}

export const deviceCsvRoutes: Route[] = [
  defineRoute(exportPlanDevices, async (ctx, { params }) => {
    const { id, number, name } = await getProject(ctx, params.id)
    const title = [number, name].filter(Boolean).join(' ')
    return ctx.services.requestFile(ctx, {
      fileName: `${title} - Devices on plans ${todayUtc()}.csv`.replace(/[/\\:*?"<>|]/g, '-'),
      templateType: TemplateType.Csv,
      category: DownloadTaskCategory.PlanDevices,
      maker: 'planDevices',
      parameters: {},
      projectId: id,
      projectName: title,
    })
  }),
]
