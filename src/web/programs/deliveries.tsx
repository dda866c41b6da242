import { Button, Menu, Select } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { DeliveryState, listDeliveries, sendDelivery, type webhooks } from '../../model/programs/webhooks.ts'
import { DateTime, MissingValue } from '../kit/look/format.tsx'
import { IconRefresh } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'

type Delivery = ResponseOf<typeof listDeliveries>['items'][number]
const { Delivered, GivenUp } = DeliveryState
const atOnce = 20

const deliveryTone = (state: DeliveryState) => (state === Delivered ? 'good' : state === GivenUp ? 'bad' : 'working')

export function Deliveries({ webhook: { id, isActive } }: { webhook: RowOf<typeof webhooks> }) {
  const [state, setState] = useState<DeliveryState>()
  const [count, setCount] = useState(atOnce)
  const query = { itemsPerPage: count, state }
  // Polls, because attempts take only seconds and no event reports their end.
  const { data, error, refetch } = useRead(
    listDeliveries,
    { params: { id }, query },
    { isQuiet: true, keepsOld: true, refetchInterval: 10_000 },
  )
  const mayUpdate = useCan('AppSettings.Update')
  const { mutate: send } = useCall(sendDelivery, {
    invalidates: [listDeliveries],
    onDone: ({ event }) => toast.success(`${event} is being resent.`),
  })
  const filter = (
    <Select
      size="xs"
      aria-label="State of deliveries"
      placeholder="All states"
      clearable
      data={DeliveryState.values.map(({ value, label }) => ({ value: String(value), label }))}
      value={state === undefined ? null : String(state)}
      onChange={(next) => setState(DeliveryState.values.find(({ value }) => String(value) === next)?.value)}
    />
  )
  return (
    <Panel title="Deliveries" note={data?.total.toLocaleString('en-US')} actions={filter} isFlush>
      {error && !data ? (
        <LoadError error={error} title="The deliveries" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          text={state === undefined ? 'Nothing has been sent yet. Send a test to see whether it arrives.' : 'No delivery is in this state.'}
        />
      ) : (
        <DataTable
          label="Deliveries"
          rows={data?.items}
          skeletonRows={4}
          nameOf={({ event }) => event}
          columns={columns}
          menu={
            mayUpdate && isActive
              ? (delivery) => (
                  <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => send({ params: { id, deliveryId: delivery.id } })}>
                    Send again
                  </Menu.Item>
                )
              : undefined
          }
        />
      )}
      {data && data.total > data.items.length && (
        <Button variant="subtle" m="sm" onClick={() => setCount(count + 2 * atOnce)}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

const columns = [
  { key: 'event', label: 'Event', width: 180, tone: 'name' as const, cell: ({ event }: Delivery) => <span title={event}>{event}</span> },
  {
    key: 'state',
    label: 'State',
    width: 100,
    cell: ({ state }: Delivery) => <StateText tone={deliveryTone(state)}>{DeliveryState.label(state)}</StateText>,
  },
  { key: 'createDate', label: 'Happened', width: 190, cell: ({ createDate }: Delivery) => <DateTime value={createDate} /> },
  { key: 'attempts', label: 'Attempts', width: 84, cell: ({ attempts }: Delivery) => attempts },
  {
    key: 'nextTryDate',
    label: 'Next attempt',
    width: 190,
    cell: ({ nextTryDate }: Delivery) => <DateTime value={nextTryDate} />,
  },
  { key: 'error', label: 'Problem', tone: 'quiet' as const, cell: ({ error }: Delivery) => error ?? <MissingValue /> },
]
