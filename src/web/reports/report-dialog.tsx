import { Button, Modal, MultiSelect, SegmentedControl, Select, Switch } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { listProjectContracts } from '../../model/contracts/contract-calls.ts'
import { ContractType, ProposalType } from '../../model/contracts/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { Permission } from '../../model/permissions.ts'
import { ReportScope, ReportSheetOption, ReportType } from '../../model/reports/enums.ts'
import {
  isScheduled,
  previewReport,
  type ReportOption,
  reportHistory,
  reportOffers,
  reportOptions,
  requestReport,
  roundings,
} from '../../model/reports/report-calls.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { ReasonButton } from '../kit/pages.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import type { Project } from '../projects/public.tsx'
import css from './project-reports.module.css'
import { ReportFindings } from './report-findings.tsx'

interface Props {
  project: Project
  reportType: ReportType
  onClose: () => void
}

export function ReportDialog(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title={ReportType.label(props.reportType)} size={640}>
      <ReportForm {...props} />
    </Modal>
  )
}

interface ReportInput {
  scope: ReportScope
  spaceIds: number[]
  levelIds: number[]
  sheetOptions: ReportSheetOption[]
  hidePrices: boolean
  includeCancelled: boolean
  groupBy: string
  includeCables: boolean
  includePictures: boolean
  showUnitDetail: boolean
  roundTo: number | null
  onePagePerSpace: boolean
  contractId: number | null
  proposalType: ProposalType | null
  includeOPC: boolean
  /** Null means the default of the proposal type. */
  includeSchedule: boolean | null
  includeRates: boolean
  revisionId: number | null
}
const nothing: ReportInput = {
  scope: ReportScope.AllSpaces,
  spaceIds: [],
  levelIds: [],
  sheetOptions: [],
  hidePrices: false,
  includeCancelled: false,
  groupBy: 'category',
  includeCables: false,
  includePictures: false,
  showUnitDetail: false,
  roundTo: null,
  onePagePerSpace: false,
  contractId: null,
  proposalType: null,
  includeOPC: false,
  includeSchedule: null,
  includeRates: false,
  revisionId: null,
}
type Change = (change: Partial<ReportInput>) => void
const switches = [
  'hidePrices',
  'includeCables',
  'includePictures',
  'includeCancelled',
  'showUnitDetail',
  'onePagePerSpace',
  'includeSchedule',
  'includeOPC',
  'includeRates',
] as const
const needs: Partial<Record<ReportOption, Permission>> = {
  includeOPC: 'ProjectReports.OPC',
  includeRates: 'ProjectContracts.ViewLaborSellRates',
}

const requestBody = (reportType: ReportType, { scope, spaceIds, levelIds, sheetOptions }: ReportInput) => ({
  reportType,
  scope,
  spaceIds: scope === ReportScope.SelectedSpaces ? spaceIds : null,
  levelIds: scope === ReportScope.SelectedLevels ? levelIds : null,
  sheetOptions,
})
const chosenReportOptions = ({ scope: _, spaceIds: _s, levelIds: _l, sheetOptions: _o, proposalType: _p, ...options }: ReportInput) =>
  options

const isOptionOn = (option: (typeof switches)[number], selection: ReportInput) =>
  option === 'includeSchedule'
    ? selection.proposalType !== null && isScheduled(selection.proposalType, selection.includeSchedule)
    : selection[option]

const maySwitch = (option: ReportOption) => {
  const need = needs[option]
  return !need || can(need)
}

/** Drawing sheets have their own status. */
const optionLabel = (option: (typeof switches)[number], reportType: ReportType) =>
  option === 'includeCancelled' && reportType === ReportType.DrawingSheetList
    ? 'Include canceled and archived spaces and sheets'
    : reportOptions[option].label

/** Explicitly selected spaces are included regardless of their status. */
const isMoot = (option: ReportOption, reportType: ReportType, { scope }: ReportInput) =>
  option === 'includeCancelled' && scope === ReportScope.SelectedSpaces && reportType !== ReportType.DrawingSheetList

function missingSelection(reportType: ReportType, { scope, spaceIds, levelIds, contractId }: ReportInput): string | false {
  if (reportType === ReportType.ClientProposal && contractId === null) return 'Select a proposal first'
  const { SelectedSpaces, SelectedLevels } = ReportScope
  const isEmpty = (scope === SelectedSpaces && spaceIds.length === 0) || (scope === SelectedLevels && levelIds.length === 0)
  return isEmpty && 'Select at least one!'
}

function ReportForm({ project, reportType, onClose }: Props) {
  const [selection, setWanted] = useState(nothing)
  const change: Change = (more) => setWanted((before) => ({ ...before, ...more }))
  const offer = reportOffers[reportType]
  const offers = (option: ReportOption) => offer?.options.includes(option)
  const { mutate, isPending } = useCall(requestReport, {
    invalidates: [reportHistory],
    onDone(file) {
      onClose()
      showFilePending(file)
    },
  })
  const problem = missingSelection(reportType, selection)
  const make = () =>
    mutate({ params: { id: project.id }, body: { ...requestBody(reportType, selection), options: chosenReportOptions(selection) } })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) make()
      }}
    >
      <p className={css.note}>{offer?.note}.</p>
      <div className={css.options}>
        {offers('contractId') && <ProposalChoice project={project} selection={selection} change={change} />}
        <ScopeChoice project={project} selection={selection} change={change} />
        {offers('revisionId') && <RevisionChoice project={project} reportType={reportType} selection={selection} change={change} />}
        {offers('groupBy') && (
          <SegmentedControl
            aria-label="Group by"
            value={selection.groupBy}
            onChange={(groupBy) => change({ groupBy })}
            data={[
              { value: 'category', label: 'By category' },
              { value: 'provider', label: 'By provider' },
              { value: 'manufacturer', label: 'By manufacturer' },
            ]}
          />
        )}
        {offer?.sheets.map((option) => (
          <Switch
            key={option}
            label={option === ReportSheetOption.SpaceListSheet ? 'With a sheet of spaces' : 'With a sheet of area groups'}
            checked={selection.sheetOptions.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                sheetOptions: checked
                  ? [...selection.sheetOptions, option]
                  : selection.sheetOptions.filter((sheetOption) => sheetOption !== option),
              })
            }
          />
        ))}
        {switches
          .filter((option) => offers(option) && maySwitch(option) && !isMoot(option, reportType, selection))
          .map((option) => (
            <Switch
              key={option}
              label={optionLabel(option, reportType)}
              checked={isOptionOn(option, selection)}
              onChange={({ currentTarget: { checked } }) => change({ [option]: checked })}
            />
          ))}
        {offers('roundTo') && (
          <Select
            label="Round the total up"
            placeholder="To the cent"
            clearable
            value={selection.roundTo === null ? null : String(selection.roundTo)}
            onChange={(value) => change({ roundTo: value === null ? null : Number(value) })}
            data={roundings.map((to) => ({ value: String(to), label: `To $${to.toLocaleString('en-US')}` }))}
          />
        )}
      </div>
      <ReportFindings
        projectId={project.id}
        query={{ ...requestBody(reportType, selection), ...chosenReportOptions(selection) }}
        isReady={!problem}
      />
      <WhatWillCome project={project} reportType={reportType} selection={selection} problem={problem} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton type="submit" loading={isPending} reason={problem}>
          Generate {ReportType.label(reportType)}
        </ReasonButton>
      </DialogFoot>
    </form>
  )
}

function ProposalChoice({ project, selection, change }: { project: Project; selection: ReportInput; change: Change }) {
  const { data } = useRead(listProjectContracts, {
    params: { id: project.id },
    query: { contractTypes: [ContractType.Proposal], itemsPerPage: 200 },
  })
  const found = data?.items ?? []
  return (
    <Select
      label="Proposal"
      w="100%"
      required
      searchable
      data-autofocus
      placeholder={data && found.length === 0 ? 'This project has no contract of type Proposal' : 'Select a proposal'}
      value={selection.contractId === null ? null : String(selection.contractId)}
      onChange={(value) => {
        const chosen = found.find(({ id }) => String(id) === value)
        change({ contractId: chosen?.id ?? null, proposalType: chosen?.proposalType ?? null, includeSchedule: null })
      }}
      data={found.map(({ id, number, name, proposalType }) => ({
        value: String(id),
        label: `${number} ${name}, ${ProposalType.label(proposalType)}`,
      }))}
    />
  )
}

function RevisionChoice({ project, reportType, selection, change }: Omit<Props, 'onClose'> & { selection: ReportInput; change: Change }) {
  const { data } = useRead(resourceCalls(revisions).query, { params: { id: project.id }, query: { itemsPerPage: 200 } })
  if (!data || data.items.length === 0) return null
  return (
    <Select
      label="As of"
      description={reportType === ReportType.ClientProposal && 'Spaces, equipment and probable cost; the fee comes from the contract'}
      w="100%"
      placeholder="Today"
      clearable
      searchable
      value={selection.revisionId === null ? null : String(selection.revisionId)}
      onChange={(value) => change({ revisionId: value === null ? null : Number(value) })}
      data={data.items.map(({ id, code, title, issueDate }) => ({
        value: String(id),
        label: `${code}, ${title}, ${issueDate.replaceAll('-', '/')}`,
      }))}
    />
  )
}

/** Moves the focus from the radio group, where the dialog puts it, to the selected option. */
function toChosen({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('input:checked')?.focus()
}

function ScopeChoice({ project, selection, change }: { project: Project; selection: ReportInput; change: Change }) {
  const { scope, spaceIds, levelIds } = selection
  const { SelectedSpaces, SelectedLevels } = ReportScope
  const { data } = useRead(resourceCalls(spaces).query, { query: { projectId: [project.id] } }, { enabled: scope === SelectedSpaces })
  return (
    <>
      <SegmentedControl
        aria-label="Spaces"
        data-autofocus
        tabIndex={-1}
        onFocus={toChosen}
        value={String(scope)}
        onChange={(value) => change({ scope: ReportScope.values.find((item) => String(item.value) === value)?.value })}
        data={ReportScope.values.map(({ value, label }) => ({ value: String(value), label }))}
      />
      {scope === SelectedSpaces && (
        <MultiSelect
          label="Spaces"
          searchable
          required
          value={spaceIds.map(String)}
          onChange={(chosen) => change({ spaceIds: chosen.map(Number) })}
          data={(data?.items ?? []).map(({ id, name, spaceNumber }) => ({
            value: String(id),
            label: [spaceNumber, name].filter(Boolean).join(' '),
          }))}
        />
      )}
      {scope === SelectedLevels && (
        <MultiSelect
          label="Levels"
          searchable
          required
          value={levelIds.map(String)}
          onChange={(chosen) => change({ levelIds: chosen.map(Number) })}
          data={project.buildings.map((building) => ({
            group: building.name,
            items: building.levels.map(({ id, name }) => ({ value: String(id), label: `${building.name}, ${name}` })),
          }))}
        />
      )}
    </>
  )
}

interface Preview extends Omit<Props, 'onClose'> {
  selection: ReportInput
  problem: string | false
}

function WhatWillCome({ project, reportType, selection, problem }: Preview) {
  const { data, error, isFetching, refetch } = useRead(
    previewReport,
    { params: { id: project.id }, query: { ...requestBody(reportType, selection), ...chosenReportOptions(selection) } },
    { enabled: !problem, keepsOld: true, isQuiet: true, staleTime: 0 },
  )
  const pages = data?.sheets.reduce((sum, sheet) => sum + sheet.pages, 0) ?? 0
  const statusText = problem || (error?.message ?? (data ? undefined : 'Counting…'))
  return (
    <section className={css.coming} aria-label="Preview" aria-busy={isFetching}>
      {statusText || !data ? (
        <>
          <p>{statusText}</p>
          {error && !problem && (
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </>
      ) : (
        <>
          <p>
            <b>{data.fileName}</b>, {formatCount(data.spaces, 'space')}
            {pages > 0 && `, about ${formatCount(pages, 'page')} in print`}
          </p>
          <ul>
            {data.sheets.map(({ name, rows, pages: own }) => (
              <li key={name}>
                <span>{name}</span>
                <span>
                  {formatCount(rows, 'row')}, {formatCount(own, 'page')}
                </span>
              </li>
            ))}
            {data.chapters.map(({ name, tables, rows }, index) => (
              // Chapter names are not unique.
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
              <li key={index}>
                <span>{name}</span>
                <span>{tables === 0 ? 'Text' : `${formatCount(tables, 'table')}, ${formatCount(rows, 'row')}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
