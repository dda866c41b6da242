import { Button, Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../model/kit/resource.ts'
import { circuits } from '../../model/spaces/circuits.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { CheckStrip, useDesignCheck } from '../checks/public.tsx'
import { removeRows } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { DataTable, EmptyState, FormDialog, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly } from '../projects/public.tsx'
import { useCircuits } from './circuit-control.tsx'
import css from './space.module.css'
import { type Space, SpaceTab } from './space-head.tsx'

type Circuit = RowOf<typeof circuits>

export function CircuitsPage() {
  const [edited, setEdited] = useState<'new' | number>()
  return (
    <SpaceTab
      actions={(_space, project) =>
        can('ProjectEquipment.Update') &&
        !isReadOnly(project) && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New circuit
          </Button>
        )
      }
    >
      {(space, project) => (
        <>
          <Circuits space={space} isLocked={isReadOnly(project) || !can('ProjectEquipment.Update')} onEdit={setEdited} />
          <FormDialog
            resource={circuits}
            id={edited === 'new' ? undefined : edited}
            under={{ id: space.id }}
            opened={edited !== undefined}
            onClose={() => setEdited(undefined)}
            onSaved={() => {
              void invalidateEntity(spaces.entity, space.id)
              setEdited(undefined)
            }}
          />
        </>
      )}
    </SpaceTab>
  )
}

interface Props {
  space: Space
  isLocked: boolean
  onEdit: (which: 'new' | number) => void
}

function Circuits({ space, isLocked, onEdit }: Props) {
  const { data, error, refetch } = useCircuits(space.id)
  const check = useDesignCheck(space.projectId)
  const loads = new Map((check.data?.circuits ?? []).map((load) => [load.id, load]))
  const rows: Circuit[] | undefined = data?.items
  if (error && !rows) return <LoadError error={error} title="Circuits" onRetry={() => void refetch()} />
  if (!rows) return <Skeletons rows={6} />
  const columns: Column<Circuit>[] = [
    {
      key: 'name',
      label: 'Circuit',
      tone: 'name',
      least: 120,
      cell: ({ id, name }) =>
        isLocked ? (
          name
        ) : (
          <UnstyledButton className="dna-name" data-name onClick={() => onEdit(id)}>
            {name}
          </UnstyledButton>
        ),
    },
    { key: 'breakerAmps', label: 'Breaker', unit: 'A', align: 'right', width: 92, cell: ({ breakerAmps }) => breakerAmps },
    { key: 'voltage', label: 'Voltage', unit: 'V', align: 'right', width: 92, cell: ({ voltage }) => voltage },
    { key: 'isDedicated', label: 'Dedicated', width: 92, tone: 'quiet', cell: ({ isDedicated }) => (isDedicated ? 'Yes' : 'No') },
    {
      key: 'linesCount',
      label: 'Lines',
      align: 'right',
      width: 76,
      cell: ({ linesCount }) => (
        <Link to={`/projects/${space.projectId}/spaces/${space.id}`} className="dna-link">
          {linesCount}
        </Link>
      ),
    },
    {
      key: 'load',
      label: 'Load / 80%',
      unit: 'A',
      align: 'right',
      width: 128,
      cell: ({ id }) => {
        const load = loads.get(id)
        if (!load) return null
        const loadText = `${formatNumber(load.amps, 1)} / ${formatNumber(load.mostAmps, 1)}`
        return load.amps > load.mostAmps ? <b className={css.overLoad}>{loadText}</b> : loadText
      },
    },
  ]
  return (
    <div className={css.main}>
      <CheckStrip
        projectId={space.projectId}
        isLocked={isLocked}
        concerns={({ rule, where }) => rule === 'circuits' && where.space?.id === space.id}
      />
      {rows.length === 0 ? (
        <EmptyState
          text="No circuits yet. Enter the breakers that feed this space, then choose a circuit on each line of equipment."
          action={isLocked ? undefined : 'New circuit'}
          onAction={() => onEdit('new')}
        />
      ) : (
        <DataTable<Circuit>
          label={`Circuits of ${space.name}`}
          rows={rows}
          columns={columns}
          nameOf={({ name }) => name}
          menu={
            isLocked
              ? undefined
              : (circuit) => (
                  <>
                    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(circuit.id)}>
                      Edit
                    </Menu.Item>
                    <Menu.Item
                      data-danger
                      leftSection={<IconTrash size={16} />}
                      onClick={() =>
                        void removeRows(
                          circuits,
                          [{ ...circuit, number: circuit.name }],
                          { id: space.id },
                          'Its lines stay in the space, without a circuit.',
                        )
                      }
                    >
                      Delete
                    </Menu.Item>
                  </>
                )
          }
        />
      )}
    </div>
  )
}
