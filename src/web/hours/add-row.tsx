import { Button, NativeSelect, Popover } from '@mantine/core'
import { useState } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { listPhasesToWorkIn, type PhaseToWorkIn, type WeekRow } from '../../model/hours/actual-hours.ts'
import { projects } from '../../model/projects/projects.ts'
import { usePickerNames } from '../kit/form/picker-names.ts'
import { IconPlus } from '../kit/look/icons.ts'
import { Picker } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './hours.module.css'

const phaseWords = ({ name, contract }: PhaseToWorkIn) => `${name}, ${contract.number}`

export function AddRow({ onAdd }: { onAdd: (row: WeekRow) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [projectId, setProjectId] = useState<number | null>(null)
  const [phaseId, setPhaseId] = useState('')
  const [laborType, setLaborType] = useState<LaborType>(LaborType.SC)
  const nameOf = usePickerNames(projects, projectId === null ? [] : [projectId])
  const { data } = useRead(listPhasesToWorkIn, { query: { projectId: projectId ?? 0 } }, { enabled: projectId !== null })
  const phases = projectId === null ? [] : (data?.items ?? [])
  function add() {
    if (projectId === null) return
    const chosen = phases.find(({ id }) => String(id) === phaseId)
    onAdd({
      key: [projectId, chosen?.contract.id ?? 0, chosen?.id ?? 0, laborType].join('-'),
      project: { id: projectId, name: nameOf(projectId), number: null },
      contract: chosen?.contract ?? null,
      phase: chosen ? { id: chosen.id, name: chosen.name, type: chosen.type } : null,
      laborType,
      plannedHours: 0,
      hours: {},
      brought: {},
      isReadOnly: false,
    })
    setOpen(false)
    setProjectId(null)
    setPhaseId('')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen(!isOpen)}>
          Add line
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add line">
        <form
          className={css.add}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Picker
            resource={projects}
            label="Project"
            value={projectId}
            onChange={(id) => {
              setProjectId(typeof id === 'number' ? id : null)
              setPhaseId('')
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <NativeSelect
            label="Phase"
            value={phaseId}
            onChange={(event) => setPhaseId(event.currentTarget.value)}
            disabled={projectId === null}
            data={[{ value: '', label: 'No phase' }, ...phases.map((phase) => ({ value: String(phase.id), label: phaseWords(phase) }))]}
          />
          <NativeSelect
            label="Labor type"
            value={String(laborType)}
            onChange={(event) => {
              const type = LaborType.values.find(({ value }) => String(value) === event.currentTarget.value)
              if (type) setLaborType(type.value)
            }}
            data={LaborType.values.map(({ value, label, longLabel }) => ({ value: String(value), label: `${label}, ${longLabel}` }))}
          />
          <Button type="submit" size="xs" disabled={projectId === null}>
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
