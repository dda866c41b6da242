import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { ConnectionFinding } from '../../model/spaces/connection-checks.ts'
import { changeConnections, checkConnections, connections, numberConnections } from '../../model/spaces/connections.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { IconDotsVertical } from '../kit/look/icons.ts'
import { useShortcutScope } from '../kit/look/keys.ts'
import { ListPage } from '../kit/pages.tsx'
import { invalidateEntity, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { BundleCell, EndCell, LengthCell, NumberCell, SignalCell, StateCell } from './cable-cells.tsx'
import { connectionControls, connectionSections } from './cable-ends.tsx'
import { CableLengths } from './cable-lengths.tsx'
import { useCableSheet } from './cable-sheet.ts'
import { CableTotals } from './cable-totals.tsx'

export function CablesPage() {
  return <ProjectTab title="Cables">{(project) => <Schedule key={project.id} project={project} />}</ProjectTab>
}

function useFindings(projectId: number) {
  const onEntityChange = useCallback(
    ({ entity, projectId: about }: HubEvents['EntityChanged']) => {
      if (about === projectId && ['connections', 'units', 'spaceEquipment', 'spaces'].includes(entity))
        void invalidateEntity(connections.entity)
    },
    [projectId],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  const { data, error } = useRead(checkConnections, { params: { id: projectId } }, { isQuiet: true, keepsOld: true })
  const byId = useMemo(
    () =>
      new Map(
        (data?.connections ?? []).flatMap(({ connectionId, findings }) =>
          connectionId === null ? [] : [[connectionId, findings] as const],
        ),
      ),
    [data],
  )
  return { byId, withoutDistance: data?.withoutDistance ?? [], isChecked: Boolean(data || error) }
}

type Step = 'lengths' | { change: number[]; clear: () => void } | { number: number[] | null; clear: () => void }

function Schedule({ project }: { project: Project }) {
  const [step, setStep] = useState<Step>()
  const navigate = useNavigate()
  const { byId, withoutDistance, isChecked } = useFindings(project.id)
  const params = { id: project.id }
  const mayChange = can('ProjectEquipment.Update') && !isReadOnly(project)
  const sheet = useCableSheet(project.id)
  useShortcutScope('cells', mayChange)
  const close = () => setStep(undefined)
  const labels = (ids?: number[]) =>
    void navigate({ to: `/projects/${project.id}/cables/labels`, search: ids ? { ids: ids.join(',') } : {} })
  return (
    <>
      <ListPage
        resource={connections}
        title="Cables"
        under={params}
        onRows={sheet.onRows}
        create={mayChange ? 'dialog' : 'no'}
        sections={connectionSections}
        controls={connectionControls(project.id)}
        countWords={({ total }) =>
          isChecked ? `${total.toLocaleString('en-US')}${describeFindings([...byId.values()].flat())}` : undefined
        }
        cells={{
          number: (number, row) => <NumberCell number={number} findings={byId.get(row.id)} />,
          from: (from, { projectId }) => <EndCell end={from} projectId={projectId} />,
          to: (to, { projectId }) => <EndCell end={to} projectId={projectId} />,
          signalType: (signal) => signal && <SignalCell signal={signal} />,
          runFt: (_, row) => (
            <LengthCell {...{ row, sheet, mayChange }} isOver={byId.get(row.id)?.some(({ rule }) => rule === 'too-long')} />
          ),
          state: (_, row) => <StateCell {...{ row, sheet, mayChange }} />,
          bundle: (_, row) => <BundleCell {...{ row, sheet, mayChange }} />,
        }}
        columnWidths={{ number: 96, from: 180, to: 180, signalType: 184, cableEquipment: 120, runFt: 88, state: 112, bundle: 80 }}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconDotsVertical size={16} />}>
                Tools
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => labels()}>Labels</Menu.Item>
              <Menu.Item onClick={() => void navigate({ to: `/projects/${project.id}/conduits` })}>Conduits</Menu.Item>
              {mayChange && <Menu.Item onClick={() => setStep('lengths')}>Lengths and distances</Menu.Item>}
              {mayChange && <Menu.Item onClick={() => setStep({ number: null, clear: close })}>Renumber all</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        }
        selectionActions={(ids, clear) => (
          <>
            {mayChange && (
              <>
                <Button variant="default" size="xs" onClick={() => setStep({ change: ids.map(Number), clear })}>
                  Change
                </Button>
                <Button variant="default" size="xs" onClick={() => setStep({ number: ids.map(Number), clear })}>
                  Number
                </Button>
              </>
            )}
            <Button variant="default" size="xs" onClick={() => labels(ids.map(Number))}>
              Labels
            </Button>
          </>
        )}
        empty="No cables yet. Connect two units of this project, or draw wires in the signal flow of a space."
      />
      <CableTotals
        projectId={project.id}
        withoutDistance={withoutDistance}
        onDistances={mayChange ? () => setStep('lengths') : undefined}
      />
      <CableLengths projectId={project.id} opened={step === 'lengths'} onClose={close} />
      <Many projectId={project.id} step={typeof step === 'object' ? step : undefined} onClose={close} />
    </>
  )
}

function describeFindings(findings: readonly ConnectionFinding[]) {
  const count = (grade: ConnectionFinding['grade']) => findings.filter((finding) => finding.grade === grade).length
  const [errors, warnings] = [count('error'), count('warning')]
  return [errors > 0 && formatCount(errors, 'error'), warnings > 0 && formatCount(warnings, 'warning')]
    .filter(Boolean)
    .map((text) => `, ${text}`)
    .join('')
}

function Many({ projectId, step, onClose }: { projectId: number; step: Exclude<Step, string> | undefined; onClose: () => void }) {
  const change = step && 'change' in step ? step : undefined
  const number = step && 'number' in step ? step : undefined
  const common = { resource: connections, onClose, params: { id: projectId }, invalidates: [connections] }
  return (
    <>
      <CallDialog
        {...common}
        call={changeConnections}
        opened={change !== undefined}
        title={`Change ${formatCount(change?.change.length ?? 0, 'cable')}`}
        verb="Change"
        preset={{ ids: change?.change }}
        onDone={({ updated, changeSetId }) => {
          change?.clear()
          tellOfChangeSet(updated === 0 ? 'Nothing changed.' : `${formatCount(updated, 'cable')} changed.`, changeSetId)
        }}
      />
      <CallDialog
        {...common}
        call={numberConnections}
        opened={number !== undefined}
        title={number?.number ? `Number ${formatCount(number.number.length, 'cable')}` : 'Renumber all cables'}
        verb="Number"
        preset={{ ids: number?.number }}
        onDone={({ changed, changeSetId }) => {
          number?.clear()
          tellOfChangeSet(
            changed === 0 ? 'Nothing to renumber: numbers entered by hand are kept.' : `${formatCount(changed, 'cable')} numbered.`,
            changeSetId,
          )
        }}
      />
    </>
  )
}
