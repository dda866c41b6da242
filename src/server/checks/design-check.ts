import { createHash } from 'node:crypto'
import type { CheckedProject } from '../../model/checks/checked.ts'
import { circuitLoads } from '../../model/checks/circuit-findings.ts'
import { countFindings, designCheck, type Finding, type Found, restoreFinding, waiveFinding } from '../../model/checks/design-check.ts'
import { findProblems } from '../../model/checks/findings.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull, personRef } from '../kit/sql/row-types.ts'
import { getProject, openProject } from '../projects/public.ts'
import { readChecked } from './reading.ts'

const findingFingerprint = ({ grade, data }: Found) =>
  createHash('sha256')
    .update(JSON.stringify([grade, ...data]))
    .digest('hex')

const loadWaivers = (ctx: Context, projectId: number) =>
  ctx.rows(
    { key: is.text, fingerprint: is.text, reason: is.text, date: is.instant, by: orNull(personRef) },
    `select w.key, w.fingerprint, w.reason, w.create_date as date, (select p.person from people p where p.id = w.created_by_id) as by
     from design_waivers w where w.project_id = $1`,
    [projectId],
  )

/** Ignores waivers whose finding has different input now. */
async function withWaivers(ctx: Context, { id }: CheckedProject, found: readonly Found[]): Promise<Finding[]> {
  const waivers = new Map((await loadWaivers(ctx, id)).map((waiver) => [waiver.key, waiver]))
  return found.map((item) => {
    const { data: _, ...finding } = item
    const waiver = waivers.get(item.key)
    const holds = waiver?.fingerprint === findingFingerprint(item) ? waiver : undefined
    return { ...finding, waivedBy: holds?.by ?? null, waiveDate: holds?.date ?? null, reason: holds?.reason ?? null }
  })
}

export async function runDesignCheck(ctx: Context, id: number) {
  const project = await readChecked(ctx, await getProject(ctx, id))
  const findings = await withWaivers(ctx, project, findProblems(project))
  return { findings, counts: countFindings(findings), circuits: circuitLoads(project), spacesCount: project.spaces.length }
}

const notifyWaiverChange = (ctx: Context, projectId: number, key: string) =>
  ctx.after(() => ctx.services.changed({ entity: 'designCheck', id: key, projectId, action: 'Updated' }, 'ProjectEquipment.View'))

async function addWaiver(ctx: Context, id: number, key: string, reason: string) {
  const project = await openProject(ctx, id)
  const found = findProblems(await readChecked(ctx, project)).find((finding) => finding.key === key)
  if (!found) throw badRequest({ key: ['Finding not found.'] })
  await ctx.run(
    `insert into design_waivers as w (project_id, key, fingerprint, reason, created_by_id) values ($1, $2, $3, $4, $5)
     on conflict (project_id, key) do update set fingerprint = excluded.fingerprint, reason = excluded.reason,
       create_date = now(), created_by_id = excluded.created_by_id`,
    [project.id, key, findingFingerprint(found), reason, ctx.actor.userId || null],
  )
  await notifyProject(ctx, project, 'Finding waived', found.text, { key, reason })
  notifyWaiverChange(ctx, project.id, key)
}

async function removeWaiver(ctx: Context, id: number, key: string) {
  const project = await openProject(ctx, id)
  const removedCount = await ctx.run('delete from design_waivers where project_id = $1 and key = $2', [project.id, key])
  if (removedCount === 0) throw notFound('Waiver')
  await notifyProject(ctx, project, 'Finding reopened', undefined, { key })
  notifyWaiverChange(ctx, project.id, key)
}

const notifyProject = (ctx: Context, { id, name }: { id: number; name: string }, title: string, text: string | undefined, after: object) =>
  recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'projects',
      entityId: id,
      entityName: name,
      after: { ...after },
      activity: { title: text ? `${title}: ${text}` : title, projectId: id, needs: 'ProjectEquipment.View' },
    },
  ])

export const checkRoutes: Route[] = [
  defineRoute(designCheck, (ctx, { params }) => runDesignCheck(ctx, params.id)),
  defineRoute(waiveFinding, (ctx, { params, body }) => addWaiver(ctx, params.id, body.key, body.reason)),
  defineRoute(restoreFinding, (ctx, { params }) => removeWaiver(ctx, params.id, params.key)),
]
