import { ActionIcon, Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { categories } from '../../model/catalog/categories.ts'
import { ProviderCode } from '../../model/catalog/enums.ts'
import { money } from '../../model/kit/field.ts'
import { formatUsd, sumMoney } from '../../model/kit/money.ts'
import { type Derivation, howOpinion, howTotalBecomesOpinion, type OpinionOfCost } from '../../model/projects/money.ts'
import {
  type BudgetLine,
  budgetFill,
  budgetUsedPercent,
  budgetVariance,
  type EstimateOf,
  readBudget,
  writeBudget,
} from '../../model/projects/project-budget.ts'
import { Control, type ControlProps } from '../kit/form/controls.tsx'
import { formatNumber, MissingValue } from '../kit/look/format.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { EmptyState, Output, Picker } from '../kit/pages.tsx'
import { HowItAddsUp } from './how-it-adds-up.tsx'
import { isReadOnlyProject, type Project, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'
import { useWholeForm, WholeFrame } from './whole-form.tsx'

interface Draft {
  categoryId: number | null
  provider: ProviderCode | null
  name: string | null
  amount: number | null
  category?: BudgetLine['category']
}

export function ProjectBudgetPage() {
  return <ProjectTab title="Budget">{(project) => <Budget project={project} />}</ProjectTab>
}

function Budget({ project }: { project: Project }) {
  const isLocked = isReadOnlyProject(project)
  const wholeForm = useWholeForm({
    read: readBudget,
    write: writeBudget,
    id: project.id,
    name: 'Budget',
    isLocked,
    rowOf: ({ lines, estimate: _, categories: __, providers: ___, ...row }) => ({
      ...row,
      lines: lines.map(
        ({ category, provider, name, amount }): Draft => ({
          categoryId: category?.id ?? null,
          category,
          provider,
          name,
          amount,
        }),
      ),
    }),
  })
  const { form, data, isReadOnly: mayNot } = wholeForm
  const drafts: Draft[] = form.values.lines ?? []
  // Equipment without prices yields no estimate, rather than an estimate of zero.
  const gap = data?.estimate.totalMsrpPrice === 0 && (project.equipmentCount > 0 ? 'No prices yet' : 'No equipment yet')
  const put = (lines: Draft[]) => form.set('lines', lines)
  const field = (key: string) => {
    const props: ControlProps = {
      field: form.fields[key]!,
      name: key,
      value: form.values[key],
      readOnly: mayNot,
      error: form.problems[key],
      onChange: (value) => form.set(key, value),
      onBlur: () => form.leave(key),
    }
    return <Control key={key} {...props} />
  }
  return (
    <WholeFrame
      wholeForm={wholeForm}
      title="Budget"
      lock={isLocked ? 'The project is closed; its budget stays as it was.' : undefined}
      actions={
        !mayNot && (
          <AddLine
            onAdd={(line) => put([...drafts, line])}
            suggested={(data?.categories ?? []).filter(({ categoryId }) => !drafts.some((draft) => draft.categoryId === categoryId))}
            onSuggested={(lines) => put([...drafts, ...lines])}
          />
        )
      }
    >
      {data && (
        <>
          <Figures
            budget={form.values.clientBudget}
            estimate={data.estimate}
            gap={gap}
            how={() => [howOpinion(data.estimate, data), howTotalBecomesOpinion(data.estimate)]}
            totalAmount={sumMoney(drafts.map(({ amount }) => amount ?? 0))}
          />
          <div className={css.columns}>
            <div className={css.main}>
              {drafts.length === 0 ? (
                <EmptyState text="No lines yet. Give each category, provider or other item an amount, and see how it compares." />
              ) : (
                <Lines
                  drafts={drafts}
                  categories={data.categories}
                  providers={data.providers}
                  isKnown={!gap}
                  readOnly={mayNot}
                  problem={(at, key) => form.problems[`lines[${at}].${key}`]}
                  onChange={(at, part) => put(drafts.with(at, { ...drafts[at]!, ...part }))}
                  onRemove={(at) => put(drafts.toSpliced(at, 1))}
                  onLeave={() => form.leave('lines')}
                />
              )}
            </div>
            <aside className={css.side} aria-label="Estimate">
              <h2>Rules</h2>
              <div className={css.people}>
                {[
                  'clientBudget',
                  'installationFactor',
                  'laborFactor',
                  'shippingPercent',
                  'taxPercent',
                  'contingencyPercent',
                  'excludeOwnerFurnished',
                  'notes',
                ].map(field)}
              </div>
              <Estimate estimate={data.estimate} isKnown={!gap} isOld={wholeForm.isDirty} />
            </aside>
          </div>
        </>
      )}
    </WholeFrame>
  )
}

interface FiguresProps {
  budget: number | null
  estimate: OpinionOfCost
  gap: string | false
  how: () => Derivation[]
  totalAmount: number
}
function Figures({ budget, estimate, gap, how, totalAmount }: FiguresProps) {
  const used = gap ? null : budgetUsedPercent(estimate.total, budget)
  const fill = used === null ? 'normal' : budgetFill(used)
  const over = budget === null ? 0 : sumMoney([estimate.total, -budget])
  const open = budget === null ? 0 : sumMoney([budget, -totalAmount])
  return (
    <div className={css.figures}>
      <div className={css.figure}>
        <span>Client budget</span>
        <output aria-label="Client budget">{budget === null ? 'N/A' : formatUsd(budget)}</output>
      </div>
      <div className={css.figure} data-fill={fill}>
        <span>
          Estimate, OPC total
          {!gap && <HowItAddsUp of="the estimate" how={how} />}
        </span>
        <output aria-label="Estimate, OPC total">{gap ? 'N/A' : formatUsd(estimate.total)}</output>
        {used !== null && <Bar percent={used} label="Used of the client budget" />}
        <small>
          {used === null
            ? gap || 'No budget to compare with'
            : over > 0
              ? `${formatUsd(over)} over, ${formatNumber(used, 1)}%`
              : `${formatNumber(used, 1)}% used, ${formatUsd(-over)} left`}
        </small>
      </div>
      <div className={css.figure}>
        <span>Budgeted in lines</span>
        <output aria-label="Budgeted in lines">{formatUsd(totalAmount)}</output>
        {budget !== null && <small>{open < 0 ? `${formatUsd(-open)} more than the budget` : `${formatUsd(open)} not allocated`}</small>}
      </div>
      <div className={css.figure}>
        <span>Estimate per square foot</span>
        <output aria-label="Estimate per square foot">{estimate.totalPerArea > 0 ? formatUsd(estimate.totalPerArea) : 'N/A'}</output>
      </div>
    </div>
  )
}

function Bar({ percent, label, className = '' }: { percent: number; label: string; className?: string }) {
  return (
    <div
      className={`${css.bar} ${className}`}
      data-fill={budgetFill(percent)}
      role="img"
      aria-label={`${label}: ${formatNumber(percent, 1)}%`}
    >
      <i style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </div>
  )
}

interface LinesProps {
  drafts: Draft[]
  categories: EstimateOf[]
  providers: EstimateOf[]
  isKnown: boolean
  readOnly: boolean
  problem: (at: number, key: string) => string | undefined
  onChange: (at: number, part: Partial<Draft>) => void
  onRemove: (at: number) => void
  onLeave: () => void
}

function Lines({ drafts, categories: byCategory, providers, isKnown, readOnly, problem, onChange, onRemove, onLeave }: LinesProps) {
  const estimateOf = ({ categoryId, provider }: Draft): number | null => {
    if (!isKnown) return null
    if (categoryId !== null) return byCategory.find((item) => item.categoryId === categoryId)?.estimate ?? 0
    return provider !== null ? (providers.find((item) => item.provider === provider)?.estimate ?? 0) : null
  }
  const total = sumMoney(drafts.map(({ amount }) => amount ?? 0))
  return (
    <div className={css.wide} style={{ '--least': '760px' }}>
      <table className={css.grid} aria-label="Lines of the budget">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" data-right data-required={!readOnly || undefined} data-typed={!readOnly || undefined} style={{ width: 120 }}>
              Amount, USD
            </th>
            <th scope="col" data-right style={{ width: 104 }}>
              Estimate, USD
            </th>
            <th scope="col" data-right style={{ width: 104 }}>
              Variance, USD
            </th>
            <th scope="col" className={css.apart} style={{ width: 104 }}>
              Used
            </th>
            {!readOnly && <td style={{ width: 44 }} />}
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft, index) => {
            const estimate = estimateOf(draft)
            const variance = budgetVariance(draft.amount ?? 0, estimate)
            const used = estimate === null ? null : budgetUsedPercent(estimate, draft.amount)
            const label = `line ${index + 1}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
              <tr key={index}>
                <td>
                  <For
                    {...{ draft, at: index, readOnly }}
                    error={problem(index, 'name') ?? problem(index, 'categoryId') ?? problem(index, 'provider')}
                    onChange={(part) => onChange(index, part)}
                  />
                </td>
                <td data-right>
                  {readOnly ? (
                    <span className={css.plain}>{formatNumber(draft.amount ?? 0, 2)}</span>
                  ) : (
                    <Control
                      isCompact
                      field={money(`Amount of ${label}`)}
                      name="amount"
                      value={draft.amount}
                      error={problem(index, 'amount')}
                      onBlur={onLeave}
                      onChange={(amount) => onChange(index, { amount })}
                    />
                  )}
                </td>
                <td data-right>
                  <span className={css.plain}>{estimate === null ? <span className="dna-muted">–</span> : formatNumber(estimate, 2)}</span>
                </td>
                <td data-right>
                  <span className={`${css.plain} ${variance !== null && variance < 0 ? css.over : ''}`}>
                    {variance === null ? <span className="dna-muted">–</span> : formatNumber(variance, 2)}
                  </span>
                </td>
                <td className={css.apart}>{used !== null && <Bar className={css.rowBar} percent={used} label={`Used of ${label}`} />}</td>
                {!readOnly && (
                  <td>
                    <ActionIcon mt={2} aria-label={`Remove ${label}`} onClick={() => onRemove(index)}>
                      <IconX size={16} />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className={css.sum}>
            <td>
              <span className={css.plain}>Total</span>
            </td>
            <td data-right data-typed={!readOnly || undefined}>
              <span className={css.plain}>{formatNumber(total, 2)}</span>
            </td>
            <td colSpan={readOnly ? 3 : 4} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface ForProps {
  draft: Draft
  at: number
  readOnly: boolean
  error?: string
  onChange: (part: Partial<Draft>) => void
}
function For({ draft, at, readOnly, error, onChange }: ForProps) {
  if (readOnly)
    return <span className={css.plain}>{draft.category?.name ?? (draft.provider ? `Provider ${draft.provider}` : draft.name)}</span>
  if (draft.name !== null)
    return (
      <TextInput
        aria-label={`Name of line ${at + 1}`}
        value={draft.name}
        error={error}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    )
  if (draft.provider !== null)
    return (
      <Select<ProviderCode>
        aria-label={`Provider of line ${at + 1}`}
        data={ProviderCode.values.map(({ value, label }) => ({ value, label: `Provider ${label}` }))}
        allowDeselect={false}
        value={draft.provider}
        error={error}
        onChange={(provider) => onChange({ provider })}
      />
    )
  return (
    <Picker
      aria-label={`Category of line ${at + 1}`}
      resource={categories}
      value={draft.categoryId || null}
      current={draft.category}
      error={error}
      onChange={(id) => onChange({ categoryId: id === null ? 0 : Number(id), category: null })}
    />
  )
}

interface AddProps {
  suggested: EstimateOf[]
  onAdd: (line: Draft) => void
  onSuggested: (lines: Draft[]) => void
}
const emptyLine: Draft = { categoryId: null, provider: null, name: null, amount: null }

function AddLine({ suggested, onAdd, onSuggested }: AddProps) {
  const [value] = useState('')
  const data = useMemo(
    () => [
      { value: 'category', label: 'For a category' },
      { value: 'provider', label: 'For a provider' },
      { value: 'name', label: 'For something else' },
      ...(suggested.length > 0 ? [{ value: 'all', label: `For ${suggested.length} estimated categories` }] : []),
    ],
    [suggested],
  )
  function add(kind: string | null) {
    if (kind === 'category') onAdd({ ...emptyLine, categoryId: 0 })
    if (kind === 'provider') onAdd({ ...emptyLine, provider: ProviderCode.AVV })
    if (kind === 'name') onAdd({ ...emptyLine, name: '' })
    if (kind === 'all')
      onSuggested(
        suggested.map(({ categoryId, name, estimate }) => ({
          ...emptyLine,
          categoryId: categoryId!,
          category: { id: categoryId!, name, number: 0, icon: null },
          amount: estimate,
        })),
      )
  }
  return (
    <Select
      aria-label="Add a line"
      placeholder="Add a line"
      leftSection={<IconPlus size={14} />}
      w={190}
      data={data}
      value={value || null}
      onChange={add}
    />
  )
}

function Estimate({ estimate, isKnown, isOld }: { estimate: OpinionOfCost; isKnown: boolean; isOld: boolean }) {
  const shown = (amount: number) => (isKnown ? formatUsd(amount) : <MissingValue />)
  return (
    <>
      <h2>Estimate{isOld && <span className="dna-muted">, as saved</span>}</h2>
      <Output label="Hardware">{shown(estimate.hardware)}</Output>
      <Output label="Installation">{shown(estimate.installation)}</Output>
      <Output label="Labor">{shown(estimate.labor)}</Output>
      <Output label="Shipping">{shown(estimate.shipping)}</Output>
      <Output label="Tax">{shown(estimate.tax)}</Output>
      <Output label="Contingency">{shown(estimate.contingency)}</Output>
      <Output label="OPC total">{shown(estimate.total)}</Output>
      {estimate.ownerFurnished > 0 && (
        <Output label="Owner-furnished or existing, not included">{formatUsd(estimate.ownerFurnished)}</Output>
      )}
      {estimate.ownerInstalled > 0 && <Output label="Owner-installed, not included">{formatUsd(estimate.ownerInstalled)}</Output>}
      <Output label="Total on the project card">{shown(estimate.totalPrice)}</Output>
    </>
  )
}
