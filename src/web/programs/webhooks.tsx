import { Menu, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { everyEvent, listDeliveries, listWebhookEvents, rotateSecret, testWebhook, webhooks } from '../../model/programs/webhooks.ts'
import { LinkDialog, LinkOnce } from '../access/public.tsx'
import type { ControlProps } from '../kit/form/plain-controls.tsx'
import { IconInfoCircle, IconLink, IconRefresh } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, FormPage, ListPage, ReasonButton, Strip } from '../kit/pages.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { Deliveries } from './deliveries.tsx'

type Webhook = RowOf<typeof webhooks>

const describeEvents = (events: readonly string[]) => (events.includes(everyEvent) ? 'Every event' : formatCount(events.length, 'event'))

export function WebhooksPage() {
  return (
    <ListPage
      resource={webhooks}
      cells={{
        events: (events: string[]) => <span title={events.join('\n')}>{describeEvents(events)}</span>,
        isActive: (_, row) => <ActivePill webhook={row} />,
      }}
      empty="No webhooks yet. A webhook notifies another program of changes as they happen."
    />
  )
}

const ActivePill = ({ webhook: { isActive, offReason } }: { webhook: Pick<Webhook, 'isActive' | 'offReason'> }) => (
  <StatePill tone={isActive ? 'good' : offReason ? 'bad' : 'neutral'} small>
    {isActive ? 'Active' : 'Off'}
  </StatePill>
)

export function WebhookPage() {
  const [rotated, setRotated] = useState<string>()
  const mayUpdate = useCan('AppSettings.Update')
  const { mutate: test, isPending } = useCall(testWebhook, {
    invalidates: [listDeliveries],
    onDone: () => toast.success('A test is on its way; it is in the list of deliveries.'),
  })
  const { mutate: rotate } = useCall(rotateSecret, { onDone: ({ secret }) => setRotated(secret ?? undefined) })
  async function askToRotate({ id }: Webhook) {
    const isSure = await confirm({
      title: 'Give this webhook a new secret?',
      text: 'For a day deliveries are signed with both, so that the receiver can switch over.',
      verb: 'New secret',
    })
    if (isSure) rotate({ params: { id } })
  }
  return (
    <>
      <FormPage
        resource={webhooks}
        title={({ address }) => addressHost(address)}
        state={(webhook) => <ActivePill webhook={webhook} />}
        note={({ events }) => describeEvents(events)}
        actions={({ id, isActive }) =>
          mayUpdate && (
            <ReasonButton
              variant="default"
              reason={!isActive && 'The webhook is switched off'}
              loading={isPending}
              onClick={() => test({ params: { id } })}
            >
              Send a test
            </ReasonButton>
          )
        }
        menu={(webhook) =>
          mayUpdate && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => void askToRotate(webhook)}>
              New secret
            </Menu.Item>
          )
        }
        strips={({ offReason }) =>
          offReason && (
            <Strip tone="warning" icon={<IconInfoCircle size={16} />}>
              It was switched off automatically. {offReason} Turn it on again once the receiver is listening.
            </Strip>
          )
        }
        sections={[['Webhook', ['address', 'description', 'events', 'isActive']]]}
        controls={{ events: (props) => <EventsControl {...props} /> }}
        removalImpact={({ address }) => `${addressHost(address)} will no longer be notified.`}
      >
        {(webhook) => (
          <>
            <LinkOnce noun="Secret" link={webhook.secret ?? undefined} title="The secret of this webhook">
              The receiver uses it to check that a delivery comes from here. It is shown only once.
            </LinkOnce>
            <Deliveries webhook={webhook} />
          </>
        )}
      </FormPage>
      <LinkDialog noun="Secret" link={rotated} title="The new secret of this webhook" onClose={() => setRotated(undefined)}>
        The receiver uses it to check that a delivery comes from here. It is shown only once; the old one still signs for a day.
      </LinkDialog>
    </>
  )
}

function addressHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** The server defines the available events. */
function EventsControl({ field, value, onChange, onBlur, error, readOnly }: ControlProps<string[] | null>) {
  const { data } = useRead(listWebhookEvents, {}, { staleTime: Number.POSITIVE_INFINITY })
  const kinds = [...new Set(data?.items.map(({ kind }) => kind))]
  const groups = kinds.map((group) => ({ group, items: data?.items.filter(({ kind }) => kind === group).map(({ event }) => event) ?? [] }))
  const known = new Set(data?.items.map(({ event }) => event))
  const unknownEvents = (value ?? []).filter((event) => event !== everyEvent && !known.has(event))
  return (
    <MultiSelect
      label={field.label}
      description="The events the receiver is notified of: every event, or only the ones you choose."
      required
      searchable
      clearable
      data={[{ value: everyEvent, label: 'Every event' }, ...groups, ...unknownEvents]}
      value={value ?? []}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      readOnly={readOnly}
      maxDropdownHeight={300}
      nothingFoundMessage="Nothing found"
      leftSection={<IconLink size={16} />}
    />
  )
}
