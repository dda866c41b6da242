import { Button, Checkbox, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import {
  askBidQuestion,
  bidReceipt,
  declineBid,
  type ExternalBid,
  externalBid,
  intendToBid,
  submitBid,
  withdrawBid,
} from '../../model/bids/external-bid-calls.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { DateTime, Money } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, PageHead, Panel, Skeletons } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { openFile } from '../kit/request/open-file.ts'
import { session } from '../kit/request/session.ts'
import { useTitle } from '../kit/request/title.ts'
import { AskDialog } from './ask-dialog.tsx'
import css from './bids.module.css'
import { PriceGrid } from './price-grid.tsx'
import { bidderTone } from './tones.ts'
import { type BidDraft, type SaveState, useBidDraft } from './use-bid-draft.ts'
import { WorkbookButtons } from './workbook-buttons.tsx'

const crumbs = [{ label: 'My bids', to: '/external-bids' }]

export function ExternalBidPage() {
  const { id } = useParams({ strict: false })
  const { data, error, refetch } = useRead(externalBid, { params: { id: Number(id) } }, { isQuiet: true })
  useTitle(data?.name ?? '')
  if (!data)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="Bid" />
        {error ? <LoadError error={error} title="This bid package" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  return <Contents bid={data} onClose={() => void refetch()} />
}

/** Milliseconds until the deadline by the clock of the server. */
function useTimeLeft({ closesInMs }: ExternalBid, onClose: () => void): number {
  const [left, setLeft] = useState(closesInMs)
  useEffect(() => {
    const readAt = performance.now()
    setLeft(closesInMs)
    const timer = setInterval(() => {
      const now = Math.max(0, closesInMs - (performance.now() - readAt))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      if (closesInMs > 0) onClose()
    }, 1000)
    return () => clearInterval(timer)
  }, [closesInMs, onClose])
  return left
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`
}

const saveTexts: Record<SaveState, string> = {
  saved: 'Draft saved',
  waiting: 'Saving…',
  failed: 'Not saved yet. What you typed is kept in this browser and is sent again.',
}

function Contents({ bid, onClose }: { bid: ExternalBid; onClose: () => void }) {
  const [close] = useState(() => onClose)
  const left = useTimeLeft(bid, close)
  const isOpen = bid.packageState === BidPackageState.Out && left > 0 && !session().isView
  const draft = useBidDraft(bid, isOpen)
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={bid.number}
        title={bid.name}
        state={<StatePill tone={bidderTone(bid.state)}>{BidInvitationState.label(bid.state)}</StatePill>}
        note={[bid.project, bid.firm].filter(Boolean).join(', ')}
      />
      <div className={css.facts}>
        <span>
          Due <DateTime value={bid.dueAt} />
        </span>
        <b role="timer">{left > 0 ? `${timeText(left)} left` : 'Bidding has closed'}</b>
        {bid.mustResubmit && (
          <StatePill tone="attention">An addendum changed the lines. Submit again, or your bid counts as withdrawn.</StatePill>
        )}
        <span className={css.grow} />
        {isOpen && <Answers bid={bid} />}
      </div>
      <About bid={bid} draft={draft} isOpen={isOpen} />
      <PriceGrid bid={bid} draft={draft} isOpen={isOpen} />
      <Costs bid={bid} draft={draft} isOpen={isOpen} />
      <Remarks draft={draft} isOpen={isOpen} />
      <Questions bid={bid} isOpen={isOpen} />
      <Versions bid={bid} />
      <div className={css.bar} role="status">
        <b>Total {formatUsd(draft.totals.total)}</b>
        <span className={css.quiet}>
          Lines {formatUsd(draft.totals.lines)}, costs {formatUsd(draft.totals.costs)}, allowances {formatUsd(draft.totals.allowances)}
        </span>
        <span className={css.grow} />
        {isOpen && <span>{saveTexts[draft.state]}</span>}
        {isOpen && <Submit bid={bid} draft={draft} />}
      </div>
    </div>
  )
}

function Answers({ bid }: { bid: ExternalBid }) {
  const params = { id: bid.id }
  const [isDeclining, setDeclining] = useState(false)
  const intend = useCall(intendToBid)
  const withdraw = useCall(withdrawBid, { onDone: () => toast.success('Your bid was withdrawn.') })
  const decline = useCall(declineBid, { onDone: () => setDeclining(false) })
  if (bid.bidVersion !== null)
    return (
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ params })}>
        Withdraw bid
      </Button>
    )
  return (
    <div className={css.deeds}>
      {bid.state !== BidInvitationState.Intends && (
        <Button variant="default" loading={intend.isPending} onClick={() => intend.mutate({ params })}>
          I intend to bid
        </Button>
      )}
      {bid.state !== BidInvitationState.Declined && (
        <Button variant="default" onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      {isDeclining && (
        <AskDialog
          title="Decline to bid"
          verb="Decline"
          fields={[{ key: 'reason', label: 'Reason', kind: 'long', isOptional: true }]}
          isPending={decline.isPending}
          onClose={() => setDeclining(false)}
          onSend={({ reason }) => decline.mutate({ params, body: { reason: reason || null } })}
        />
      )}
    </div>
  )
}

function Submit({ bid, draft }: { bid: ExternalBid; draft: BidDraft }) {
  const [isSigning, setSigning] = useState(false)
  const submit = useCall(submitBid, {
    onDone: ({ version }) => {
      setSigning(false)
      toast.success(`Version ${version} of your bid was submitted.`)
    },
  })
  const unpriced = bid.lines.filter(({ lineKey }) => {
    const line = draft.prices.get(lineKey)
    return !line || (line.unitPrice === null && !line.isExcluded)
  }).length
  return (
    <>
      <Button onClick={() => setSigning(true)}>Submit bid</Button>
      {isSigning && (
        <AskDialog
          title={`Submit ${formatUsd(draft.totals.total)}`}
          verb="Submit bid"
          fields={[{ key: 'name', label: 'Your name, as signature', kind: 'text' }]}
          isPending={submit.isPending}
          onClose={() => setSigning(false)}
          onSend={async ({ name = '' }) => {
            if (await draft.save()) submit.mutate({ params: { id: bid.id }, body: { name } })
            else toast.error('The draft could not be saved. Please try again.')
          }}
        >
          {unpriced > 0 && (
            <p>
              {unpriced} of {bid.lines.length} lines have no price and will be marked as missing.
            </p>
          )}
        </AskDialog>
      )}
    </>
  )
}

interface PartProps {
  bid: ExternalBid
  draft: BidDraft
  isOpen: boolean
}

function About({ bid, draft, isOpen }: PartProps) {
  const { instructions, files, requiredTerms, addenda, revision, validityDays } = bid
  const known = draft.draft.acknowledgedAddenda
  return (
    <Panel title="Package" note={`${revision.code} ${revision.title}, valid for ${validityDays} days`}>
      {isOpen && <WorkbookButtons bid={bid} draft={draft} />}
      {instructions && <RichText html={instructions} />}
      {requiredTerms.length > 0 && <p>Required terms: {requiredTerms.join('; ')}</p>}
      <ul className={css.list}>
        {files.map(({ fileId, name, url }) => (
          <li key={fileId}>
            <Button variant="default" size="xs" onClick={() => openFile({ name, url })}>
              {name}
            </Button>
          </li>
        ))}
        {addenda.map(({ id, number, title, text }) => (
          <li key={id}>
            <span className={css.grow}>
              Addendum {number}: {title}
              {text && <span className={css.flag}>{text}</span>}
            </span>
            <Checkbox
              label="Acknowledged"
              checked={known.includes(number)}
              disabled={!isOpen}
              onChange={({ currentTarget }) =>
                draft.setParts({
                  acknowledgedAddenda: currentTarget.checked ? [...known, number] : known.filter((item) => item !== number),
                })
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Costs({ bid, draft, isOpen }: PartProps) {
  const amount = (label: string, value: number | undefined, onChange: (value: number | null) => void, min: number | undefined) => (
    <li key={label}>
      <span className={css.grow}>{label}</span>
      <NumberField
        className={css.price}
        aria-label={label}
        value={value}
        min={min}
        decimalScale={2}
        allowNegative={min === undefined}
        thousandSeparator=","
        disabled={!isOpen}
        onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
      />
    </li>
  )
  return (
    <Panel title="Costs and alternates" note="In US dollars">
      <ul className={css.list}>
        {bid.costLines.map(({ key, name }) => amount(name, draft.draft.costs[key], (value) => draft.setCost(key, value), 0))}
        {bid.allowances.map(({ name, amount: included }) => (
          <li key={name}>
            <span className={css.grow}>Allowance: {name}</span>
            <Money value={included} />
          </li>
        ))}
        {bid.alternates.map(({ code, name }) =>
          amount(`Alternate ${code}: ${name}`, draft.draft.alternates[code], (value) => draft.setAlternate(code, value), undefined),
        )}
      </ul>
    </Panel>
  )
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

function Remarks({ draft, isOpen }: Omit<PartProps, 'bid'>) {
  const { exclusions, qualifications } = draft.draft
  const [texts, setTexts] = useState({ exclusions: exclusions.join('\n'), qualifications: qualifications.join('\n') })
  const set = (key: 'exclusions' | 'qualifications') => (event: React.ChangeEvent<HTMLTextAreaElement>) => {
    const { value } = event.currentTarget
    setTexts((now) => ({ ...now, [key]: value }))
    draft.setParts({ [key]: [...new Set(linesOf(value))] })
  }
  return (
    <Panel title="Exclusions and qualifications" note="One per line">
      <div className={css.form}>
        <Textarea label="Exclusions" autosize minRows={2} disabled={!isOpen} value={texts.exclusions} onChange={set('exclusions')} />
        <Textarea
          label="Qualifications"
          autosize
          minRows={2}
          disabled={!isOpen}
          value={texts.qualifications}
          onChange={set('qualifications')}
        />
      </div>
    </Panel>
  )
}

function Questions({ bid, isOpen }: Omit<PartProps, 'draft'>) {
  const [isAsking, setAsking] = useState(false)
  const ask = useCall(askBidQuestion, { onDone: () => setAsking(false) })
  return (
    <Panel
      title="Questions"
      actions={
        isOpen && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Ask a question
          </Button>
        )
      }
    >
      {bid.questions.length === 0 && <EmptyState text="No questions yet. Answers are shown to all bidders, without naming who asked." />}
      <ul className={css.list}>
        {bid.questions.map(({ id, text, answer }) => (
          <li key={id}>
            <span className={css.grow}>
              {text}
              <span className={css.flag}>{answer ?? 'Not answered yet'}</span>
            </span>
          </li>
        ))}
      </ul>
      {isAsking && (
        <AskDialog
          title="Ask a question"
          verb="Send"
          fields={[{ key: 'text', label: 'Question', kind: 'long' }]}
          isPending={ask.isPending}
          onClose={() => setAsking(false)}
          onSend={({ text = '' }) => ask.mutate({ params: { id: bid.id }, body: { text } })}
        />
      )}
    </Panel>
  )
}

function Versions({ bid }: { bid: ExternalBid }) {
  const receipt = useCall(bidReceipt, { onDone: () => toast.success('The receipt will be in My downloads.') })
  if (bid.versions.length === 0) return null
  return (
    <Panel title="Submitted">
      <ul className={css.list}>
        {bid.versions.map(({ version, submittedAt, name, fingerprint, isWithdrawn, totals }) => (
          <li key={version}>
            <span className={css.grow}>
              Version {version}, {formatUsd(totals.total)}, signed by {name}
              <span className={css.flag}>SHA-256 {fingerprint.slice(0, 16)}…</span>
            </span>
            {isWithdrawn && <StatePill tone="attention">Withdrawn</StatePill>}
            <DateTime value={submittedAt} />
            <Button variant="default" size="xs" onClick={() => receipt.mutate({ params: { id: bid.id }, query: { version } })}>
              Receipt
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
