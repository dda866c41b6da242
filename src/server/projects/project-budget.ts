import { centsOf, dollarsOf, sumMoney } from '../../model/kit/money.ts'
import {
  type BudgetLine,
  budgetUsedPercent,
  budgetVariance,
  estimateByCategory,
  budgetFields as fields,
  readBudget,
  writeBudget,
} from '../../model/projects/project-budget.ts'
import { type FieldChange, formatLogValue } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { fromParts, type Project } from './parts.ts'
import { recordProjectChange } from './project-traces.ts'
import { openProject, projects } from './projects.ts'
import { projectBudgetsTable } from './projects-table.ts'
import { loadPartVersion, nextVersion } from './versions.ts'

/** Budget data for other areas: the categories of the lines. */
export const budgetCategories = `select b.project_id, (line ->> 'categoryId')::bigint as category_id from project_budgets b, jsonb_array_elements(b.lines) line
  where line ->> 'categoryId' is not null`
type BudgetBody = HandlerRequest<typeof writeBudget>['body']

/** Budget settings; a project without a budget uses the defaults. */
export async function decidedBudget(ctx: Context, project: Project) {
  const [row] = await ctx.rows(
    {
      clientBudget: orNull(is.number),
      laborFactor: is.number,
      contingencyPercent: is.number,
      shippingPercent: is.number,
      taxPercent: is.number,
      excludeOwnerFurnished: is.boolean,
      /** Amounts in cents. */
      lines: is.jsonOfField(fields.lines),
      notes: orNull(is.text),
    },
    `select client_budget, labor_factor::float8 as "laborFactor", contingency_percent::float8 as "contingencyPercent",
       shipping_percent::float8 as "shippingPercent", tax_percent::float8 as "taxPercent", exclude_owner_furnished, lines, notes
     from project_budgets where project_id = $1`,
    [project.id],
  )
  const none = {
    clientBudget: null,
    laborFactor: 0,
    contingencyPercent: 0,
    shippingPercent: 0,
    taxPercent: 0,
    excludeOwnerFurnished: true,
    lines: [],
    notes: null,
  }
  const known = row ?? none
  return {
    ...known,
    clientBudget: dollarsOf(known.clientBudget),
    lines: known.lines.map((line) => ({ ...line, amount: dollarsOf(line.amount) })),
    installationFactor: project.installationFactor,
  }
}

/** Basis of the OPC and the budget page for the whole project (domain 9.2). */
async function computeProjectBudget(ctx: Context, project: Project) {
  const budget = await decidedBudget(ctx, project)
  const { lines } = await fromParts(ctx, (part) => part.costs?.(ctx, project.id))
  const { estimate, categories, providers } = estimateByCategory(lines ?? [], { ...budget, totalArea: project.totalArea })
  return { budget, estimate, categories, providers }
}

async function budgetResponse(ctx: Context, project: Project) {
  const { budget, estimate, categories, providers } = await computeProjectBudget(ctx, project)
  const named = await ctx.rows(
    { id: is.number, name: is.text, number: is.number, icon: orNull(is.text) },
    'select id, name, number, icon from categories where id = any($1)',
    [budget.lines.flatMap(({ categoryId }) => categoryId ?? [])],
  )
  const lines = budget.lines.map(({ categoryId, provider, name, amount }): BudgetLine => {
    const estimate =
      categoryId != null
        ? (categories.find((category) => category.categoryId === categoryId)?.estimate ?? 0)
        : provider != null
          ? (providers.find((item) => item.provider === provider)?.estimate ?? 0)
          : null
    return {
      category: named.find(({ id }) => id === categoryId) ?? null,
      provider: provider ?? null,
      name: name ?? null,
      amount,
      estimate,
      variance: budgetVariance(amount, estimate),
    }
  })
  return {
    ...budget,
    lines,
    estimate,
    categories,
    providers,
    usedPercent: budgetUsedPercent(estimate.total, budget.clientBudget),
    totalAmount: sumMoney(lines.map((line) => line.amount)),
    rowVersion: await loadPartVersion(ctx, project.id, 'budget'),
  }
}

async function checkCategories(ctx: Context, lines: NonNullable<BudgetBody['lines']>, before: Awaited<ReturnType<typeof decidedBudget>>) {
  const storedIds = new Set(before.lines.map((line) => line.categoryId))
  const newIds = lines.map(({ categoryId }) => categoryId).filter((id) => id !== null && !storedIds.has(id))
  const found = await ctx.rows({ id: is.number }, 'select id from categories where id = any($1) and not is_deleted', [newIds])
  const there = new Set(found.map(({ id }) => id))
  const problems: Record<string, string[]> = {}
  for (const [at, { categoryId }] of lines.entries())
    if (categoryId !== null && !storedIds.has(categoryId) && !there.has(categoryId))
      problems[`lines[${at}].categoryId`] = ['Category not found.']
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

const loggedFields = [
  'clientBudget',
  'laborFactor',
  'contingencyPercent',
  'shippingPercent',
  'taxPercent',
  'excludeOwnerFurnished',
  'lines',
  'notes',
] as const

async function updateBudget(ctx: Context, id: number, { rowVersion = null, installationFactor = null, ...sent }: BudgetBody) {
  const project = await projects.get(ctx, id)
  await openProject(ctx, id)
  await nextVersion(ctx, project, { part: 'budget', rowVersion, current: () => budgetResponse(ctx, project) })
  const before = await decidedBudget(ctx, project)
  const body = { ...before, ...sent }
  await checkCategories(ctx, body.lines, before)
  const lines = body.lines.map(({ categoryId, provider, name, amount }) => ({ categoryId, provider, name, amount: centsOf(amount) }))
  const { laborFactor, contingencyPercent, shippingPercent, taxPercent, excludeOwnerFurnished, notes } = body
  const amounts = { clientBudget: centsOf(body.clientBudget), laborFactor, contingencyPercent, shippingPercent, taxPercent }
  const row = { projectId: id, ...amounts, excludeOwnerFurnished, lines, notes }
  await ctx.insert(projectBudgetsTable, row, { onConflict: { keys: ['projectId'] } })
  if (installationFactor !== null && installationFactor !== project.installationFactor)
    await projects.update(ctx, id, { installationFactor }, { title: 'Installation factor changed' })
  const now = await projects.get(ctx, id)
  const after = await decidedBudget(ctx, now)
  const touched = loggedFields.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const only = (row: typeof before) => Object.fromEntries(touched.map((key) => [key, row[key]]))
  const changes = touched.map(
    (key): FieldChange => ({
      field: key,
      label: fields[key].label,
      from: formatLogValue(fields[key], before[key]),
      to: formatLogValue(fields[key], after[key]),
    }),
  )
  if (touched.length > 0)
    await recordProjectChange(ctx, now, {
      title: 'Budget changed',
      before: only(before),
      after: only(after),
      changes,
      needs: 'ProjectBudget.View',
    })
  return budgetResponse(ctx, now)
}

export const budgetRoutes: Route[] = [
  defineRoute(readBudget, async (ctx, { params }) => budgetResponse(ctx, await projects.get(ctx, params.id))),
  defineRoute(writeBudget, (ctx, { params, body }) => updateBudget(ctx, params.id, body)),
]
