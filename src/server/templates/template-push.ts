import { createHash } from 'node:crypto'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { isNothing, updatedBaseline } from '../../model/templates/drift.ts'
import type { pushTemplate, SpacePush } from '../../model/templates/template-calls.ts'
import { recordChangeSet } from '../activity/public.ts'
import { inBatches } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { takeVersion } from '../spaces/public.ts'
import { ensureTemplateVersion, type HeldTemplate, holdTemplate } from './open-template.ts'
import { spaceTemplates } from './space-templates.ts'
import { type Behind, type Products, planSpacePush, readBehind, spacesAtOnce } from './template-drift.ts'
import { auditEntries, notifyPush } from './template-push-texts.ts'
import {
  addNew,
  byVersion,
  changeOld,
  removeGone,
  targetGroups,
  type VersionOf,
  writeAreaGroups,
  writeSpaces,
} from './template-push-writes.ts'

interface Plan {
  template: HeldTemplate
  behind: Behind[]
  products: Products
  pushes: SpacePush[]
  key: string
}

/** Limit of one update: it is a single transaction, and its locks block all users of these spaces. */
const mostChanges = 10_000
const formatted = (count: number) => count.toLocaleString('en-US')

/** Computes the plan, the same for preview and execution; a key identifies it. */
async function planPush(ctx: Context, template: HeldTemplate, spaceIds: number[]): Promise<Plan> {
  const { behind, products } = await readBehind(ctx, template, spaceIds)
  if (behind.length < spaceIds.length) throw badRequest({ spaceIds: ['Space not found.'] })
  const pushes: SpacePush[] = []
  const hash = createHash('sha256').update(JSON.stringify(template.contents))
  const check = (item: Behind) => {
    const { space, pending } = item
    const push = planSpacePush(item, products)
    pushes.push(push)
    hash.update(JSON.stringify([space.id, space.templateVersionId, pending, push]))
  }
  await inBatches(behind, async (some) => some.forEach(check), spacesAtOnce)
  const count = pushes.reduce((sum, { reason, added, removed, changed }) => sum + (reason ? 0 : added + removed + changed), 0)
  if (count > mostChanges)
    throw conflict(`These are ${formatted(count)} changes; at most ${formatted(mostChanges)} can be applied at once. Choose fewer spaces.`)
  return { template, behind, products, pushes, key: hash.digest('hex') }
}

/** Locks equipment, template, projects, and spaces in this order, like every writer. */
async function lockAll(ctx: Context, templateId: number, spaceIds: number[]): Promise<HeldTemplate> {
  const used = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_equipment where space_id = any($1) and not is_deleted',
    [spaceIds],
  )
  const template = await holdTemplate(
    ctx,
    templateId,
    used.map(({ id }) => id),
  )
  await ctx.run(
    'select p.id from projects p where p.id in (select s.project_id from spaces s where s.id = any($1)) order by p.id for no key update of p',
    [spaceIds],
  )
  await ctx.run('select id from spaces where id = any($1) order by id for no key update', [spaceIds])
  return template
}

type PushBody = HandlerRequest<typeof pushTemplate>['body']
export async function runTemplatePush(ctx: Context, templateId: number, { spaceIds, dryRun, previewKey }: PushBody) {
  await spaceTemplates.get(ctx, templateId)
  const template = await lockAll(ctx, templateId, spaceIds)
  const plan = await planPush(ctx, template, spaceIds)
  if (dryRun) return { spaces: plan.pushes, previewKey: plan.key, changeSetId: null }
  if (previewKey !== plan.key)
    throw conflict('The template or one of the spaces has been changed since. Please look at the preview again.', { detail: 'stale' })
  const due = plan.behind.filter(({ pending }, index) => plan.pushes[index]!.reason === null && !isNothing(pending))
  const behindOnly = plan.behind.filter((behind, index) => plan.pushes[index]!.reason === null && !due.includes(behind))
  const versionOf = await ensureVersions(ctx, template, [...due, ...behindOnly])
  // Spaces without changes are also marked as up to date.
  for (const [version, ids] of byVersion(behindOnly, versionOf)) await takeVersion(ctx, ids, version)
  const changeSetId = due.length > 0 ? await applyPush(ctx, plan, due, versionOf) : null
  return { spaces: plan.pushes, previewKey: plan.key, changeSetId: changeSetId ?? null }
}

/** Version each space corresponds to afterwards: usually the current template, or one without the parts that could not be applied. */
async function ensureVersions(ctx: Context, template: HeldTemplate, some: Behind[]): Promise<VersionOf> {
  const whole = await ensureTemplateVersion(ctx, template.id)
  const known = new Map<string, number>()
  const versions = new Map<number, number>()
  for (const { space, base, differences } of some) {
    const contents = updatedBaseline(base, template.contents, differences)
    if (contents === template.contents) continue
    const key = JSON.stringify(contents)
    const version = known.get(key) ?? (await ensureTemplateVersion(ctx, template.id, contents))
    known.set(key, version)
    versions.set(space.id, version)
  }
  return (spaceId) => versions.get(spaceId) ?? whole
}

async function applyPush(ctx: Context, { template, products }: Plan, due: Behind[], versionOf: VersionOf) {
  const createdGroups = await writeAreaGroups(ctx, due)
  const groupOf = targetGroups(template, due, createdGroups)
  const added = await addNew(ctx, due, groupOf)
  const changed = await changeOld(ctx, due, groupOf)
  await removeGone(ctx, due)
  const begun = await writeSpaces(ctx, due, versionOf)
  const entries = auditEntries({ due, products, createdGroups, added, changed, versionOf, begun })
  const changeSetId = await recordChangeSet(
    ctx,
    {
      kind: ChangeSetKind.Template,
      title: `${template.name} applied to ${formatCount(due.length, 'space')}`,
      permissions: ['SpaceTemplates.View', 'ProjectEquipment.Update'],
    },
    entries,
  )
  await notifyPush(ctx, template, due, entries)
  return changeSetId
}
