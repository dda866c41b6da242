import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import { readUserRates, writeUserRates } from '../../model/contracts/labor-rates.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { LaborCode } from '../access/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { formatNumber, MissingValue } from '../kit/look/format.tsx'
import { IconPencil } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { confirmRates } from './rate-table.tsx'

type UserRate = ResponseOf<typeof readUserRates>['items'][number]

const rate = (value: number | null) => (value === null ? <MissingValue /> : formatNumber(value, 2))

export function UserRates({ id }: { id: string }) {
  /** Rates when the dialog was opened; Undo restores them. */
  const [opened, setOpened] = useState<UserRate[]>()
  const { data, error, refetch } = useRead(readUserRates, { params: { id } }, { isQuiet: true })
  const rows = useMemo(() => data?.items.map((item) => ({ ...item, id: item.laborType })), [data])
  const start = useMemo(() => ({ rates: opened ?? [] }), [opened])
  return (
    <Panel
      title="Labor rates"
      note="Used when the person is assigned hours; hours already assigned keep their rates"
      isFlush
      actions={
        can(writeUserRates.permission) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={14} />}
            disabled={!data}
            onClick={() => setOpened(data?.items)}
          >
            Edit rates
          </Button>
        )
      }
    >
      {error && !data ? (
        <LoadError error={error} title="Labor rates" onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState text="No rates of their own: the rates of each contract apply." />
      ) : (
        <DataTable
          label="Labor rates"
          rows={rows}
          skeletonRows={2}
          nameOf={({ laborType }) => String(laborType)}
          columns={[
            { key: 'laborType', label: 'Labor type', cell: ({ laborType }) => <LaborCode value={laborType} /> },
            { key: 'sellRate', label: 'Sell', unit: 'USD/h', width: 120, align: 'right', cell: ({ sellRate }) => rate(sellRate ?? null) },
            { key: 'costRate', label: 'Cost', unit: 'USD/h', width: 120, align: 'right', cell: ({ costRate }) => rate(costRate ?? null) },
          ]}
        />
      )}
      <CallDialog
        call={writeUserRates}
        resource={contracts}
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title="Labor rates of this person"
        verb="Save rates"
        params={{ id }}
        start={start}
        invalidates={[readUserRates]}
        onDone={() => confirmRates(writeUserRates, start.rates, { id })}
      />
    </Panel>
  )
}
