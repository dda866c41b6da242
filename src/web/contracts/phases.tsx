import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { type ConstructionPhase, changePhase, deletePhase, listPhases, orderPhases } from '../../model/contracts/construction-phases.ts'
import { isEditable } from '../../model/contracts/contract-steps.ts'
import { ConstructionPhaseType, ContractStatus, FeeType, PhaseDeleteOption } from '../../model/contracts/enums.ts'
import { agreedFee } from '../../model/contracts/fee-terms.ts'
import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { MissingPermission } from '../access/public.tsx'
import { EditConflicts, KeyWords, LastEdit } from '../kit/edits/last-edit.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { useShortcutScope } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { phaseColor } from '../planning/public.tsx'
import css from './contract.module.css'
import { ContractTab } from './contract-head.tsx'
import type { Contract } from './contract-state.tsx'
import { type BarMoves, createTimeScale, PhaseBar, type Scale, Today, useBarMoves } from './phase-bars.tsx'
import { DeletePhaseDialog, type OpenDialog, PhaseDialog } from './phase-dialogs.tsx'
import { type PhaseEdits, usePhaseEdits } from './phase-edits.ts'
import { Records } from './phase-records.tsx'

export function ContractPhasesPage() {
  return <ContractTab title="Phases">{(contract) => <Phases key={contract.id} contract={contract} />}</ContractTab>
}

function Phases({ contract }: { contract: Contract }) {
  const params = { id: contract.id }
  const mayView = can(listPhases.permission)
  const read = useRead(listPhases, { params }, { isQuiet: true, enabled: mayView })
  const [chosen, setChosen] = useState<number>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [deleted, setDeleted] = useState<ConstructionPhase>()
  const phases = read.data?.items
  const isOpen = isEditable(contract)
  const mayMove = isOpen && can(changePhase.permission)
  const edits = usePhaseEdits(mayMove)
  useShortcutScope('phases', mayMove)
  const mayAdd = isOpen && can('ProjectContracts.ConstructionPhasesCreate')
  const shown = phases?.find(({ id }) => id === chosen) ?? phases?.find(({ records }) => records.length > 0) ?? phases?.[0]
  if (!mayView) return <MissingPermission what="Phases of contracts" names={['ProjectContracts.ConstructionPhasesView']} />
  if (read.error && !phases) return <LoadError error={read.error} title="Phases" onRetry={() => void read.refetch()} />
  return (
    <>
      <header className={css.head}>
        <h2>Phases</h2>
        <span>{phases?.length.toLocaleString('en-US')}</span>
        {mayAdd && (
          <div className={css.actions}>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              New phase
            </Button>
          </div>
        )}
      </header>
      <EditConflicts conflicts={edits.conflicts} />
      {!phases && <Skeletons rows={6} />}
      {phases?.length === 0 && (
        <EmptyState
          text="No phases yet. Each has dates and the hours of the people who work on it."
          action={mayAdd ? 'New phase' : undefined}
          onAction={() => setDialog({})}
        />
      )}
      {phases && phases.length > 0 && (
        <PhaseTable
          contract={contract}
          phases={phases}
          chosen={shown?.id}
          onChoose={setChosen}
          onDialog={isOpen ? setDialog : undefined}
          onDelete={isOpen && can(deletePhase.permission) ? setDeleted : undefined}
          onMove={mayMove ? edits.move : undefined}
        />
      )}
      {mayMove && phases && phases.length > 0 && (
        <LastEdit history={edits.history}>
          <KeyWords name="Enter">pick up, put down</KeyWords>
          <KeyWords name="← →">move</KeyWords>
          <KeyWords name="Esc">cancel</KeyWords>
        </LastEdit>
      )}
      {shown && <Records contract={contract} phase={shown} isOpen={isOpen} edits={edits} />}
      {dialog && (
        <PhaseDialog contract={contract} phases={phases ?? []} dialog={dialog} onClose={() => setDialog(undefined)} onMade={setChosen} />
      )}
      {deleted && <DeletePhaseDialog contract={contract} phase={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

interface TableProps {
  contract: Contract
  phases: ConstructionPhase[]
  chosen: number | undefined
  onChoose: (id: number) => void
  onDialog?: (dialog: OpenDialog) => void
  onDelete?: (phase: ConstructionPhase) => void
  onMove?: PhaseEdits['move']
}

function PhaseTable({ contract, phases, chosen, onChoose, onDialog, onDelete, onMove }: TableProps) {
  const scale = createTimeScale(phases)
  const seesRevenue = phases.some(({ revenue }) => revenue !== undefined)
  const seesCost = phases.some(({ cost }) => cost !== undefined)
  const hasMenu = onDialog !== undefined || onDelete !== undefined
  const moves = useBarMoves(phases, onMove)
  const { laborHours, laborRevenue, laborCost } = contract.sums
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.wide} tabIndex={0} aria-label="Phases over the months">
      <table className={css.phases} aria-label="Phases">
        <thead>
          <tr>
            <th scope="col" style={{ width: 96 }}>
              Phase
            </th>
            <th scope="col" style={{ width: 200 }}>
              Name
            </th>
            <th scope="col" style={{ width: 92 }}>
              Start
            </th>
            <th scope="col" style={{ width: 92 }}>
              End
            </th>
            <th scope="col">
              <span className={css.months} aria-hidden>
                {scale.marks.map(({ month, left }) => (
                  <span key={month} style={{ left: `${left}%` }} title={formatMonth(month)}>
                    {formatMonth(month).slice(0, 3)}
                  </span>
                ))}
              </span>
              <span className="dna-hidden">Months</span>
            </th>
            <th scope="col" data-right style={{ width: 76 }}>
              Hours
            </th>
            {seesRevenue && (
              <th scope="col" data-right style={{ width: 116 }}>
                Revenue, USD
              </th>
            )}
            {seesCost && (
              <th scope="col" data-right style={{ width: 104 }}>
                Cost, USD
              </th>
            )}
            {hasMenu && <td style={{ width: 52 }} />}
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => (
            <tr key={phase.id} data-chosen={phase.id === chosen || undefined}>
              <PhaseCells {...{ phase, contract, scale, seesRevenue, seesCost, onChoose, moves }} />
              {hasMenu && (
                <td>
                  <PhaseMenu {...{ contract, phase, phases, onDialog, onDelete }} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>Total</td>
            <td colSpan={3} />
            <td data-right>{formatNumber(laborHours ?? 0)}</td>
            {seesRevenue && <td data-right>{formatNumber(laborRevenue ?? 0, 2)}</td>}
            {seesCost && <td data-right>{formatNumber(laborCost ?? 0, 2)}</td>}
            {hasMenu && <td />}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function PhaseCode({ type, isChild }: { type: ConstructionPhaseType; isChild?: boolean }) {
  const isEmpty = type === ConstructionPhaseType.NIC
  return (
    <span className={css.code} data-child={isChild || undefined}>
      <span className={css.square} data-empty={isEmpty || undefined} style={isEmpty ? undefined : { background: phaseColor(type) }} />
      {ConstructionPhaseType.label(type)}
    </span>
  )
}
interface CellsProps {
  phase: ConstructionPhase
  contract: Contract
  scale: Scale
  seesRevenue: boolean
  seesCost: boolean
  onChoose: (id: number) => void
  moves: BarMoves | undefined
}

function PhaseCells({ phase, contract, scale, seesRevenue, seesCost, onChoose, moves }: CellsProps) {
  const isPause = phase.type === ConstructionPhaseType.Pause
  const amount = (value: number | undefined, decimals?: number) =>
    isPause || value === undefined ? <span className="dna-muted">–</span> : formatNumber(value, decimals)
  return (
    <>
      <td>
        <PhaseCode type={phase.type} isChild={phase.parentPhaseId !== null} />
      </td>
      <td>
        <button type="button" className={css.name} onClick={() => onChoose(phase.id)}>
          {phase.name}
        </button>
      </td>
      <td>{formatDate(phase.startDate)}</td>
      <td>{formatDate(phase.endDate)}</td>
      <td className={css.drawn}>
        <PhaseBar phase={phase} scale={scale} isTentative={contract.status !== ContractStatus.Approved} moves={moves} />
        <Today scale={scale} />
      </td>
      <td data-right>{amount(phase.totalHours)}</td>
      {seesRevenue && (
        <td data-right title={feeWords(phase)}>
          {amount(phase.totalRevenue, 2)}
        </td>
      )}
      {seesCost && <td data-right>{amount(phase.totalCost, 2)}</td>}
    </>
  )
}

/** The fee is absent for users who may not see it. */
function feeWords({ feeType, fee = null }: ConstructionPhase): string | undefined {
  const agreed = agreedFee({ feeType, fee })
  return agreed === null ? undefined : `${FeeType.label(feeType)}: ${formatNumber(agreed, 2)}`
}

function PhaseMenu({
  contract,
  phase,
  phases,
  onDialog,
  onDelete,
}: Pick<TableProps, 'contract' | 'phases' | 'onDialog' | 'onDelete'> & { phase: ConstructionPhase }) {
  const params = { id: contract.id }
  const { mutate: order } = useCall(orderPhases)
  const { mutate: remove } = useCall(deletePhase, { onDone: () => toast.success(`${phase.name} deleted.`) })
  const mayChange = onDialog && can('ProjectContracts.ConstructionPhasesUpdate')
  const siblings = phases.filter(({ parentPhaseId }) => parentPhaseId === phase.parentPhaseId).map(({ id }) => id)
  const at = siblings.indexOf(phase.id)
  function move(by: number) {
    const other = siblings[at + by]
    if (other === undefined) return
    const ids = phases.map(({ id }) => (id === other ? phase.id : id === phase.id ? other : id))
    order({ params, body: { ids } })
  }
  async function askToDelete() {
    if (phases.some(({ parentPhaseId }) => parentPhaseId === phase.id)) return onDelete?.(phase)
    const text = phase.records.length > 0 ? `Its ${formatCount(phase.hours, 'hour is', 'hours are')} deleted with it.` : 'It has no hours.'
    if (await confirm({ title: `Delete ${phase.name}?`, text, verb: 'Delete', danger: true }))
      remove({ params: { ...params, phaseId: phase.id }, query: { option: PhaseDeleteOption.DeleteParentAndChildren } })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${phase.name}`}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onDialog({ phase })}>
              Edit
            </Menu.Item>
            {phase.parentPhaseId === null && can('ProjectContracts.ConstructionPhasesCreate') && (
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => onDialog({ parentPhaseId: phase.id })}>
                Add a child
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={at === 0} onClick={() => move(-1)}>
              Move up
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={at === siblings.length - 1} onClick={() => move(1)}>
              Move down
            </Menu.Item>
          </>
        )}
        {onDelete && (
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void askToDelete()}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
