import { ActionIcon, Button, Select } from '@mantine/core'
import type { Distance } from '../../model/spaces/cable-lengths.ts'
import { connections, readDistances, writeDistances } from '../../model/spaces/connections.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { ControlProps } from '../kit/form/controls.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import css from './cables.module.css'

export function CableLengths({ projectId, opened, onClose }: { projectId: number; opened: boolean; onClose: () => void }) {
  const params = { id: projectId }
  const { data } = useRead(readDistances, { params }, { enabled: opened })
  return (
    <CallDialog
      call={writeDistances}
      resource={connections}
      opened={opened && data !== undefined}
      onClose={onClose}
      title="Lengths and distances"
      verb="Save"
      params={params}
      start={data}
      sections={[
        ['Cable length is the distance with slack, plus an allowance at each end', ['slackPercent', 'endLengthFt', 'insideFt']],
        ['Distances; a space paired with itself is the run inside it', ['distances']],
      ]}
      controls={{ distances: (props) => <DistancesControl {...props} projectId={projectId} /> }}
      invalidates={[connections, readDistances]}
      onDone={(_, undo) => toast.success('Lengths are re-estimated.', { undo })}
    />
  )
}

/** An emptied distance is not 0 ft. */
type EditedDistance = Omit<Distance, 'distanceFt'> & { distanceFt: number | null }

function DistancesControl({ projectId, value, onChange, problems = {} }: ControlProps<EditedDistance[] | null> & { projectId: number }) {
  const { data } = useRead(resourceCalls(spaces).query, { query: { projectId: [projectId], sortBy: ['spaceNumber'] } }, { isQuiet: true })
  const rows = value ?? []
  const spaceOptions = (data?.items ?? []).map(({ id, name, spaceNumber }) => ({
    value: String(id),
    label: [spaceNumber, name].filter(Boolean).join(' '),
  }))
  const set = (at: number, more: Partial<EditedDistance>) => onChange(rows.map((row, nth) => (nth === at ? { ...row, ...more } : row)))
  return (
    <div className={css.distances}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div key={index}>
          <Select
            searchable
            aria-label={`From, distance ${index + 1}`}
            data={spaceOptions}
            value={row.fromSpaceId > 0 ? String(row.fromSpaceId) : null}
            error={problems[`[${index}].fromSpaceId`]}
            onChange={(next) => set(index, { fromSpaceId: Number(next) })}
          />
          <Select
            searchable
            aria-label={`To, distance ${index + 1}`}
            data={spaceOptions}
            value={row.toSpaceId > 0 ? String(row.toSpaceId) : null}
            error={problems[`[${index}].toSpaceId`]}
            onChange={(next) => set(index, { toSpaceId: Number(next) })}
          />
          <NumberField
            min={0}
            max={100_000}
            decimalScale={2}
            rightSection="ft"
            aria-label={`Feet, distance ${index + 1}`}
            value={row.distanceFt}
            clampBehavior="none"
            error={problems[`[${index}].distanceFt`]}
            onChange={(next) => set(index, { distanceFt: typeof next === 'number' ? next : null })}
          />
          <ActionIcon aria-label={`Remove distance ${index + 1}`} onClick={() => onChange(rows.toSpliced(index, 1))}>
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...rows, { fromSpaceId: 0, toSpaceId: 0, distanceFt: 50 }])}
      >
        Add a distance
      </Button>
    </div>
  )
}
