import { Button, NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type designCheck, exportFindings, type Finding, grades } from '../../model/checks/design-check.ts'
import { designRules, ruleLabels } from '../../model/checks/design-rules.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { IconDownload } from '../kit/look/icons.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { CheckAside } from './check-aside.tsx'
import css from './checks.module.css'
import { FindingList } from './finding-list.tsx'
import { FigureBar, FindingText, FindingWhere, GradeIcon, type Shown, shownAs, shownGrade } from './finding-parts.tsx'
import { useDesignCheck } from './use-check.ts'
import { useWaiving, WaiveButton, type Waiving } from './waiving.tsx'

export function DesignCheckPage() {
  return <ProjectTab title="Design check">{(project) => <Check key={project.id} project={project} />}</ProjectTab>
}

const allShown: readonly Shown[] = [...grades, 'waived']
interface Filters {
  grade?: Shown
  rule?: string
  spaceId?: number
}

function useFilters(projectId: number) {
  const { grade, rule, spaceId }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters: Filters = {
    grade: allShown.find((shown) => shown === grade),
    rule: designRules.find((designRule) => designRule === rule),
    spaceId: Number(spaceId) || undefined,
  }
  const set = (part: Filters) =>
    void navigate({ to: `/projects/${projectId}/design-check`, search: { ...filters, ...part }, replace: true })
  return { filters, set }
}

function Check({ project }: { project: Project }) {
  const { data, error, refetch } = useDesignCheck(project.id)
  if (!data) return error ? <LoadError error={error} title="Design check" onRetry={() => void refetch()} /> : <Skeletons rows={8} />
  return <Findings project={project} data={data} />
}

function Findings({ project, data }: { project: Project; data: ResponseOf<typeof designCheck> }) {
  const { filters, set } = useFilters(project.id)
  const waiving = useWaiving(project.id)
  const { mutate: exportAll, isPending } = useCall(exportFindings, { onDone: showFilePending })
  const isPhone = useIsPhone()
  const { findings, counts } = data
  const inScope = findings.filter(
    ({ rule, where }) => (!filters.rule || rule === filters.rule) && (!filters.spaceId || where.space?.id === filters.spaceId),
  )
  const rows = allShown
    .filter((grade) => !filters.grade || grade === filters.grade)
    .flatMap((grade) => inScope.filter((finding) => shownGrade(finding) === grade))
  const spaces = new Map(findings.flatMap(({ where: { space } }) => (space ? [[space.id, space] as const] : [])))
  const open = counts.error + counts.warning + counts.info
  const mayWaive = can('ProjectEquipment.Update') && !isReadOnly(project)
  return (
    <div className={css.page}>
      <header className={css.tools}>
        <fieldset className={css.grades} aria-label="Grades">
          <button type="button" aria-pressed={!filters.grade} onClick={() => set({ grade: undefined })}>
            All <span>{inScope.length.toLocaleString('en-US')}</span>
          </button>
          {allShown.map((grade) => (
            <button key={grade} type="button" aria-pressed={filters.grade === grade} onClick={() => set({ grade })}>
              <GradeIcon grade={grade} />
              {shownAs[grade]} <span>{inScope.filter((finding) => shownGrade(finding) === grade).length.toLocaleString('en-US')}</span>
            </button>
          ))}
        </fieldset>
        <NativeSelect
          size="xs"
          aria-label="Rule"
          data={[{ value: '', label: 'All rules' }, ...designRules.map((rule) => ({ value: rule, label: ruleLabels[rule] }))]}
          value={filters.rule ?? ''}
          onChange={(event) => set({ rule: event.currentTarget.value || undefined })}
        />
        <NativeSelect
          size="xs"
          aria-label="Space"
          data={[{ value: '', label: 'All spaces' }, ...[...spaces.values()].map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={filters.spaceId ? String(filters.spaceId) : ''}
          onChange={(event) => set({ spaceId: Number(event.currentTarget.value) || undefined })}
        />
        {findings.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            loading={isPending}
            onClick={() => exportAll({ params: { id: project.id } })}
          >
            Export
          </Button>
        )}
      </header>
      <div className={css.body}>
        <div className={css.main}>
          {findings.length === 0 ? (
            <EmptyState text="No findings: every rule is met." />
          ) : rows.length === 0 ? (
            <EmptyState
              text="No finding matches these filters."
              action="Show all"
              onAction={() => set({ grade: undefined, rule: undefined, spaceId: undefined })}
            />
          ) : isPhone ? (
            <FindingList rows={rows} waiving={mayWaive ? waiving : undefined} />
          ) : (
            <DataTable<Finding>
              label="Findings"
              rows={rows}
              tall
              keyOf={({ key }) => key}
              nameOf={({ text }) => text}
              groupBy={(finding) => ({ key: shownGrade(finding), title: <GroupTitle shown={shownGrade(finding)} rows={rows} /> })}
              columns={findingColumns(mayWaive ? waiving : undefined)}
            />
          )}
          <p className={css.foot} role="status">
            <span>
              <b>{open.toLocaleString('en-US')}</b> open, <b>{counts.waived.toLocaleString('en-US')}</b> waived
            </span>
            <span>{formatCount(designRules.length, 'rule')}, checked with every change</span>
          </p>
        </div>
        <CheckAside
          findings={findings}
          spacesCount={data.spacesCount}
          onSpace={(spaceId) => set({ spaceId })}
          onRule={(rule) => set({ rule })}
        />
      </div>
      {waiving.dialog}
    </div>
  )
}

const GroupTitle = ({ shown, rows }: { shown: Shown; rows: readonly Finding[] }) => (
  <span className={css.group}>
    <GradeIcon grade={shown} />
    {shownAs[shown]}
    <span>{rows.filter((finding) => shownGrade(finding) === shown).length.toLocaleString('en-US')}</span>
  </span>
)

const wide: Column<Finding>[] = [
  { key: 'rule', label: 'Rule', width: 104, tone: 'quiet', cell: ({ rule }) => ruleLabels[rule] },
  { key: 'finding', label: 'Finding', least: 264, cell: (finding) => <FindingText finding={finding} /> },
  { key: 'where', label: 'Where', width: 168, cell: (finding) => <FindingWhere finding={finding} /> },
  { key: 'figure', label: 'Figure / limit', width: 176, align: 'right', cell: (finding) => <FigureBar finding={finding} /> },
]
function findingColumns(waiving: Waiving | undefined): Column<Finding>[] {
  if (!waiving) return wide
  return [
    ...wide,
    {
      key: 'waive',
      label: 'Waive',
      isLabelHidden: true,
      width: 104,
      align: 'right',
      cell: (finding) => <WaiveButton finding={finding} waiving={waiving} />,
    },
  ]
}
