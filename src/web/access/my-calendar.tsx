import { Button } from '@mantine/core'
import { useState } from 'react'
import { makeCalendarAddress, readCalendarAddress, removeCalendarAddress } from '../../model/access/calendar-address.ts'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { confirm } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import css from './account.module.css'
import { LinkDialog } from './link-dialog.tsx'

export function MyCalendar() {
  const { data, error } = useRead(readCalendarAddress)
  const [url, setUrl] = useState<string>()
  const { mutate: make, isPending } = useCall(makeCalendarAddress, {
    invalidates: [readCalendarAddress],
    onDone: (calendar) => setUrl(calendar.url ?? undefined),
  })
  const { mutate: remove } = useCall(removeCalendarAddress, {
    invalidates: [readCalendarAddress],
    onDone: () => toast.success('Your calendar address no longer works.'),
  })
  async function renew() {
    const isSure = await confirm({
      title: 'Create a new address for your calendar?',
      text: 'The old address stops working at once; every program that reads it needs the new one.',
      verb: 'New address',
    })
    if (isSure) make({})
  }
  async function end() {
    const isSure = await confirm({
      title: 'Turn off your calendar address?',
      text: 'Programs that show it will get nothing. You can create a new address at any time.',
      verb: 'Turn off',
      danger: true,
    })
    if (isSure) remove({})
  }
  return (
    <section className={css.section} aria-label="Calendar">
      <h2>Calendar</h2>
      <p className={css.text}>
        Outlook, Google Calendar and Apple Calendar can show your months on the board, your due dates and your absences. They read them from
        a secret address.
      </p>
      {error && <p>Your calendar address could not be read. {error.message}</p>}
      {data?.isMade && (
        <p className={css.text}>
          Created <DateTime value={data.createDate} />, {data.lastReadDate ? 'last used ' : 'not used yet.'}
          {data.lastReadDate && <DateTime value={data.lastReadDate} />}
        </p>
      )}
      {data && (
        <Button.Group mt="md">
          <Button variant="default" loading={isPending} onClick={() => (data.isMade ? void renew() : make({}))}>
            {data.isMade ? 'New address' : 'Create address'}
          </Button>
          {data.isMade && (
            <Button variant="default" onClick={() => void end()}>
              Turn off
            </Button>
          )}
        </Button.Group>
      )}
      <LinkDialog noun="Address" link={url} title="The address of your calendar" onClose={() => setUrl(undefined)}>
        Subscribe to it in your calendar program. Anyone with the address can read your calendar, so keep it to yourself. It is shown only
        once.
      </LinkDialog>
    </section>
  )
}
