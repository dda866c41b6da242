import { addendumFields, bidPackages as bidPackagesModel } from '../../model/bids/bid-packages.ts'
import { BidPackageState } from '../../model/bids/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, HttpError } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { type IssuedLine, readIssuedLines, revisions } from '../reports/public.ts'
import { clockNow, isOpenSql, lastVersionSql, stateSql } from './bid-clock.ts'
import { bidPackagesTable } from './bid-tables.ts'

export type BidPackage = RowOf<typeof bidPackagesModel>
const { Draft, Out } = BidPackageState

export const bidPackages = serve({
  resource: bidPackagesModel,
  table: bidPackagesTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    state: { sql: stateSql('t'), order: stateSql('t') },
    invitationCount: '(select count(*)::int from bid_invitations i where i.package_id = t.id)',
    submittedCount: `(select count(*)::int from bid_invitations i where i.package_id = t.id and ${lastVersionSql('i')} is not null)`,
    secondsLeft: {
      sql: `case when ${stateSql('t')} = ${Out} then least(ceil(extract(epoch from t.due_at - ${clockNow})), 2147483647)::int end`,
      order: 't.due_at',
    },
    canSeeBids: isOpenSql('t'),
  },
  elsewhere: { lineCount: 'only in the detail', addenda: 'only in the detail' },
  filters: { states: (states, p) => `${stateSql('t')} = any(${p.add(states)})` },

  async beforeWrite(ctx, values, before, projectId) {
    if (before) {
      if (before.state !== Draft) throw conflict(`A bid package cannot be changed while ${stateLabel(before.state)}.`)
    }
    const { revisionId } = values
    if (revisionId !== undefined) await checkRevision(ctx, before?.projectId ?? projectId, revisionId)
    checkUnique(values)
    return before ? undefined : { number: await nextNumber(ctx, projectId), state: Draft }
  },
  async beforeDelete(_ctx, { state }) {
    if (state !== Draft) throw conflict(`A bid package cannot be deleted while ${stateLabel(state)}. Cancel it instead.`)
  },
  detail: async (ctx, row) => ({ lineCount: (await linesOfPackage(ctx, row)).length, addenda: await loadAddenda(ctx, row.id) }),
  projectIdOf: ({ projectId }) => projectId,
})

export const stateLabel = (state: BidPackageState) => BidPackageState.label(state).toLowerCase()

export async function checkRevision(ctx: Context, projectId: number, revisionId: number) {
  if (!(await revisions.find(ctx, revisionId, { parentId: projectId }))) throw badRequest({ revisionId: ['Revision not found.'] })
}

/** Names of the parts are keys of a bid, so they must differ. */
function checkUnique(values: {
  costLines?: readonly { key: string }[] | null
  alternates?: readonly { code: string }[] | null
  unitPrices?: readonly { name: string }[] | null
}) {
  const parts: [string, string, readonly string[]][] = [
    ['costLines', 'key', (values.costLines ?? []).map(({ key }) => key)],
    ['alternates', 'code', (values.alternates ?? []).map(({ code }) => code)],
    ['unitPrices', 'name', (values.unitPrices ?? []).map(({ name }) => name)],
  ]
  const problems: Record<string, string[]> = {}
  for (const [field, key, keys] of parts)
    keys.forEach((item, index) => {
      if (keys.indexOf(item) < index) problems[`${field}[${index}].${key}`] = ['This is already used.']
    })
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

/** The project is locked, so that two packages cannot get one number. */
async function nextNumber(ctx: Context, projectId: number): Promise<string> {
  const rows = await ctx.rows({ count: is.number }, 'select count(*)::int as count from bid_packages where project_id = $1', [projectId])
  return `BP-${String(onlyRow(rows).count + 1).padStart(2, '0')}`
}

interface PackageScope {
  spaceIds: number[] | null
  categoryIds: number[] | null
  providers: IssuedLine['provider'][] | null
}
export function linesInScope(lines: readonly IssuedLine[], scope: PackageScope | null): IssuedLine[] {
  const isIn = <T>(chosen: readonly T[] | null | undefined, item: T) => !chosen || chosen.length === 0 || chosen.includes(item)
  return lines.filter(
    ({ space, category, provider }) =>
      isIn(scope?.spaceIds, space.id) && isIn(scope?.categoryIds, category.id) && isIn(scope?.providers, provider),
  )
}
export const linesOfPackage = async (ctx: Context, { revision, scope }: Pick<BidPackage, 'revision' | 'scope'>) =>
  linesInScope(await readIssuedLines(ctx, revision.id), scope)

const addendumShape = {
  id: is.number,
  number: is.number,
  title: is.text,
  text: orNull(is.text),
  files: is.jsonOfField(addendumFields.files),
  dueAt: orNull(is.instant),
  revisionId: orNull(is.number),
  issuedAt: is.instant,
}
export const loadAddenda = (ctx: Context, packageId: number) =>
  ctx.rows(
    addendumShape,
    'select a.id, a.number, a.title, a.text, a.files, a.due_at, a.revision_id, a.issued_at from bid_addenda a where a.package_id = $1 order by a.number',
    [packageId],
  )

/** A package with access to its project; locked for a write below it. */
export async function getPackage(ctx: Context, projectId: number, id: number): Promise<BidPackage> {
  return bidPackages.get(ctx, id, { parentId: projectId })
}
export async function lockPackage(ctx: Context, projectId: number, id: number): Promise<BidPackage> {
  await openProject(ctx, projectId)
  await bidPackages.get(ctx, id, { parentId: projectId, lock: true })
  // Read again: the state of the locked row depends on the time that the lock took.
  return getPackage(ctx, projectId, id)
}

export const bidsAreSealed = () =>
  new HttpError(403, { errorType: 'BidsAreSealed', message: 'Bids are sealed until the deadline has passed.' })

export function requireOpenBids({ canSeeBids }: BidPackage) {
  if (!canSeeBids) throw bidsAreSealed()
}
