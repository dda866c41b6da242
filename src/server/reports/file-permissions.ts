import { responseFields } from '../../model/kit/resource.ts'
import { type Permission, permissionArea, permissionNames } from '../../model/permissions.ts'
import { ReportType } from '../../model/reports/enums.ts'
import type { Context, FileParameters } from '../kit/request/context.ts'
import { type TaskInput, taskParametersShape } from './download-tasks.ts'
import { exportPermission } from './list-export.ts'
import { needsOfProposal } from './proposal.ts'
import { normalizeReportRequest } from './report-book.ts'

interface FileNeeds {
  /** Permissions without which the file is not made. */
  needs: readonly Permission[]
  /** Permissions that add figures to the file. */
  masks?: readonly Permission[]
}
type Rules = { readonly [M in keyof FileParameters]: (parameters: FileParameters[M], ctx: Context) => FileNeeds }

const needsOfReport: Rules['bom'] = (parameters) => {
  const { reportType, options } = normalizeReportRequest(parameters)
  const proposal = reportType === ReportType.ClientProposal ? needsOfProposal(options) : []
  return { needs: ['ProjectReports.View', ReportType.get(reportType).permission, ...proposal] }
}

/** Permissions of what made each kind of file. Every maker checks them too, with the rights its requester has at that moment. */
const rules: Rules = {
  list({ path, columns }, ctx) {
    const entity = ctx.services.extensions.entities.find((served) => served.resource.path === path)
    // A list that no longer exists opens to no one.
    if (!entity) return { needs: permissionNames }
    const { resource } = entity
    const fields = responseFields(resource)
    const keys = columns?.length ? columns : resource.list.columns
    return { needs: [exportPermission(entity)], masks: keys.flatMap((key) => fields[key]?.mask ?? []) }
  },
  report: needsOfReport,
  bom: needsOfReport,
  paper: needsOfReport,
  starterCatalog: () => ({ needs: ['Equipments.Create', 'SpaceTemplates.Create'] }),
  template: () => ({ needs: ['AppSettings.View'] }),
  quote: () => ({ needs: ['ProjectEquipment.View'] }),
  revisions: () => ({ needs: ['ProjectReports.View'], masks: ['ProjectReports.BOM'] }),
  board: ({ board }) => ({ needs: [`${board}.View`], masks: permissionNames.filter((name) => permissionArea(name) === board) }),
  workload: () => ({ needs: ['DNAUsers.View'] }),
  monthlyPlans: () => ({ needs: ['DNAUsers.View'] }),
  bidComparison: () => ({ needs: ['ProjectBudget.View'] }),
  bidTabulation: () => ({ needs: ['ProjectBudget.View'] }),
  bidReceipt: () => ({ needs: ['ExternalProjects.View'] }),
  findings: () => ({ needs: ['ProjectEquipment.View'] }),
  auditLog: () => ({ needs: ['AuditLog.View'] }),
  drawingSheet: () => ({ needs: ['DrawingDocuments.View'] }),
  drawingSet: () => ({ needs: ['DrawingDocuments.Create'] }),
  planDevices: () => ({ needs: ['DrawingDocuments.View'] }),
  securityLog: () => ({ needs: ['AuditLog.View'] }),
  sitePaper: () => ({ needs: ['ProjectNotes.View'] }),
  wireCad: () => ({ needs: ['WireCadIntegrationRequests.View'] }),
}

const needsOfTask = <M extends keyof FileParameters>(ctx: Context, parameters: TaskInput<M>) => rules[parameters.maker](parameters, ctx)

/** Returns true if the actor holds the permissions that made the file. An API token also needs those that add figures its user sees. */
export async function holdsNeedsOfFile(ctx: Context, fileId: string): Promise<boolean> {
  const [task] = await ctx.rows({ parameters: taskParametersShape }, 'select parameters from download_tasks where file_id = $1', [fileId])
  if (!task) return false
  const { needs, masks = [] } = needsOfTask(ctx, task.parameters)
  const { held, token } = ctx.actor
  if (!needs.every((name) => held.has(name))) return false
  if (!token) return true
  const user = await ctx.services.currentPerson(ctx.actor.userId)
  return masks.every((name) => held.has(name) || !user.held.has(name))
}
