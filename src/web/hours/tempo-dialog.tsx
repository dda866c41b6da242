import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { actualHours } from '../../model/hours/actual-hours.ts'
import { readTempo, type UnmatchedHours } from '../../model/hours/tempo.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import css from './hours.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  from: string
  to: string
}

type Outcome = ResponseOf<typeof readTempo>
const describeOutcome = ({ created, updated, removed, unchanged }: Outcome) =>
  [
    created > 0 && `${formatCount(created, 'entry', 'entries')} read`,
    updated > 0 && `${updated} changed`,
    removed > 0 && `${removed} gone`,
    unchanged > 0 && `${unchanged} here already`,
  ]
    .filter(Boolean)
    .join(', ')

export function TempoDialog({ opened, onClose, from, to }: Props) {
  const [unmatched, setUnmatched] = useState<UnmatchedHours[]>([])
  return (
    <>
      <CallDialog
        call={readTempo}
        resource={actualHours}
        opened={opened}
        onClose={onClose}
        title="Read hours from Tempo"
        verb="Read hours"
        start={{ from, to }}
        invalidates={[actualHours]}
        onDone={(outcome: Outcome) => {
          toast.success(`${describeOutcome(outcome) || 'No hours were logged on these days'}.`)
          setUnmatched(outcome.unmatched)
        }}
      />
      <Modal opened={unmatched.length > 0} onClose={() => setUnmatched([])} title="Hours left out" size={680}>
        <p>
          These Tempo hours were left out. Correct the person's Jira account id or labor type in DNA, or the day in Tempo, then read again.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={css.problems} aria-label="Left out" tabIndex={0}>
          <table aria-label="Left out">
            <thead>
              <tr>
                <th scope="col">Jira account id</th>
                <th scope="col">Entries</th>
                <th scope="col">Hours</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {unmatched.map(({ accountId, entries, hours, reason }) => (
                <tr key={`${accountId} ${reason}`}>
                  <td>{accountId}</td>
                  <td>{entries}</td>
                  <td>{formatNumber(hours)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <DialogFoot>
          <Button onClick={() => setUnmatched([])}>Close</Button>
        </DialogFoot>
      </Modal>
    </>
  )
}
