import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import {
  addBidAddendum,
  answerBidQuestion,
  awardPackage,
  bidAddenda,
  bidInvitations,
  bidQuestions,
  cancelPackage,
  issuePackage,
  removeBidInvitation,
  reopenPackage,
  sendBidInvitation,
} from '../../model/bids/bid-calls.ts'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import { setProjectStatus } from '../../model/projects/project-calls.ts'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Panel, Skeletons } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { AskDialog, type AskField, instantOf } from './ask-dialog.tsx'
import css from './bids.module.css'
import { InviteBidder } from './invite-bidder.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { bidderTone, packageTone } from './tones.ts'

type BidPackage = ResponseOf<typeof issuePackage>
const { Draft, Out, Closed, Awarded } = BidPackageState

export function BidPackagePage() {
  return <ProjectTab title="Bid package">{(project) => <Contents project={project} />}</ProjectTab>
}

function Contents({ project }: { project: Project }) {
  const { packageId } = useParams({ strict: false })
  const params = { id: project.id, itemId: Number(packageId) }
  const { data, error, refetch } = useRead(resourceCalls(bidPackages).read, { params }, { isQuiet: true })
  if (!data) return error ? <LoadError error={error} title="This bid package" onRetry={() => void refetch()} /> : <Skeletons rows={8} />
  const mayChange = can('ProjectBudget.Update') && !isReadOnly(project)
  return (
    <div className={css.page}>
      <Head project={project} bidPackage={data} mayChange={mayChange} />
      {data.instructions && (
        <Panel title="Instructions">
          <RichText html={data.instructions} />
        </Panel>
      )}
      <Bidders bidPackage={data} mayChange={mayChange} />
      <Addenda bidPackage={data} mayChange={mayChange} />
      <Questions bidPackage={data} mayChange={mayChange} />
    </div>
  )
}

interface PartProps {
  bidPackage: BidPackage
  mayChange: boolean
}
const paramsOf = ({ projectId, id }: BidPackage) => ({ id: projectId, itemId: id })

function Head({ project, bidPackage, mayChange }: PartProps & { project: Project }) {
  const { number, name, state, dueAt, revision, lineCount, submittedCount, invitationCount, awardRationale, stateReason } = bidPackage
  return (
    <div className={css.facts}>
      <h2>
        {number} {name}
      </h2>
      <StatePill tone={packageTone(state)}>{BidPackageState.label(state)}</StatePill>
      <Fact label="Due">
        <DateTime value={dueAt} />
      </Fact>
      <Fact label="Revision">{String(revision.code)}</Fact>
      <Fact label="Priced">{formatCount(lineCount, 'line')}</Fact>
      <Fact label="Bids">
        {submittedCount} of {invitationCount}
      </Fact>
      {awardRationale && <Fact label="Awarded because">{awardRationale}</Fact>}
      {stateReason && state !== Awarded && <Fact label="Reason">{stateReason}</Fact>}
      <span className={css.grow} />
      <div className={css.deeds}>
        {bidPackage.canSeeBids && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to={`/projects/${project.id}/bids/${bidPackage.id}/comparison`} {...props} />}
          >
            Compare bids
          </Button>
        )}
        {mayChange && <Steps bidPackage={bidPackage} />}
      </div>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className={css.fact}>
    <span>{label}</span>
    {children}
  </div>
)

type Step = 'edit' | 'reopen' | 'award' | 'cancel'
const reason: AskField = { key: 'reason', label: 'Reason', kind: 'long' }

function Steps({ bidPackage }: { bidPackage: BidPackage }) {
  const { state } = bidPackage
  const params = paramsOf(bidPackage)
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const status = useCall(setProjectStatus)
  /** Proposes the status of the project that goes with the step; only a click changes it. */
  const propose = (text: string, next: ProjectStatus) => {
    close()
    const run = () => status.mutate({ params: { id: bidPackage.projectId }, body: { status: next } })
    toast.success(text, can('Projects.Update') ? { actions: [{ label: `Set ${ProjectStatus.label(next)}`, take: run }] } : undefined)
  }
  const issue = useCall(issuePackage, { onDone: () => propose('The package was sent to its bidders.', ProjectStatus.RFPOut) })
  const reopen = useCall(reopenPackage, { onDone: close })
  const cancel = useCall(cancelPackage, { onDone: close })
  const award = useCall(awardPackage, {
    onDone: () => propose('The package was awarded.', ProjectStatus.ConstructionAdministration),
  })
  const bidders = useRead(bidInvitations, { params }, { isQuiet: true, enabled: step === 'award' })
  const winners = (bidders.data?.items ?? []).filter(({ bidVersion }) => bidVersion !== null)
  const options = winners.map(({ id, company }) => ({ value: String(id), label: company.name }))
  return (
    <>
      {state === Draft && (
        <>
          <Button loading={issue.isPending} onClick={() => issue.mutate({ params, body: {} })}>
            Issue
          </Button>
          <Button variant="default" onClick={() => setStep('edit')}>
            Edit
          </Button>
        </>
      )}
      {step === 'edit' && <PackageDialog projectId={params.id} bidPackage={bidPackage} onClose={close} />}
      {state === Closed && (
        <>
          <Button onClick={() => setStep('award')}>Award</Button>
          <Button variant="default" onClick={() => setStep('reopen')}>
            Reopen
          </Button>
        </>
      )}
      {(state === Draft || state === Out || state === Closed) && (
        <Button variant="default" onClick={() => setStep('cancel')}>
          Cancel package
        </Button>
      )}
      {step === 'reopen' && (
        <AskDialog
          title="Reopen bidding"
          verb="Reopen"
          fields={[{ key: 'dueAt', label: 'Bids are due', kind: 'due' }, reason]}
          isPending={reopen.isPending}
          onClose={close}
          onSend={({ dueAt = '', reason = '' }) => reopen.mutate({ params, body: { dueAt: instantOf(dueAt), reason } })}
        />
      )}
      {step === 'cancel' && (
        <AskDialog
          title="Cancel the package"
          verb="Cancel package"
          isDangerous
          fields={[reason]}
          isPending={cancel.isPending}
          onClose={close}
          onSend={({ reason = '' }) => cancel.mutate({ params, body: { reason } })}
        />
      )}
      {step === 'award' && bidders.data && (
        <AskDialog
          title="Award the package"
          verb="Award"
          fields={[
            { key: 'invitationId', label: 'Bidder', kind: 'choice', data: options },
            { key: 'rationale', label: 'Rationale', kind: 'long' },
            { key: 'awardText', label: 'Mail to the winner', kind: 'long', isOptional: true },
            { key: 'regretText', label: 'Mail to the others', kind: 'long', isOptional: true },
          ]}
          isPending={award.isPending}
          onClose={close}
          onSend={({ invitationId, rationale = '', awardText, regretText }) =>
            award.mutate({
              params,
              body: { invitationId: Number(invitationId), rationale, awardText: awardText || null, regretText: regretText || null },
            })
          }
        />
      )}
    </>
  )
}

function Bidders({ bidPackage, mayChange }: PartProps) {
  const params = paramsOf(bidPackage)
  const { data, error, refetch } = useRead(bidInvitations, { params }, { isQuiet: true })
  const [isInviting, setInviting] = useState(false)
  const send = useCall(sendBidInvitation, { onDone: ({ company }) => toast.success(`The invitation was sent to ${company.name}.`) })
  const remove = useCall(removeBidInvitation)
  const isOpen = mayChange && (bidPackage.state === Draft || bidPackage.state === Out)
  return (
    <Panel title="Bidders" actions={isOpen && <Button onClick={() => setInviting(true)}>Invite bidder</Button>}>
      {!data && (error ? <LoadError error={error} title="The bidders" onRetry={() => void refetch()} /> : <Skeletons rows={3} />)}
      {data?.items.length === 0 && <EmptyState text="No bidders yet. Invite the firms that should price this package." />}
      <ul className={css.list}>
        {data?.items.map(({ id, company, people, state, submittedAt, bidVersion, declinedReason, mustResubmit }) => (
          <li key={id}>
            <span className={css.grow}>
              {company.name}
              <span className={css.flag}>{people.map(({ email }) => email).join(', ')}</span>
            </span>
            <StatePill tone={bidderTone(state)}>{BidInvitationState.label(state)}</StatePill>
            {bidVersion !== null && (
              <span>
                Version {bidVersion}, <DateTime value={submittedAt} />
              </span>
            )}
            {mustResubmit && <span className={css.quiet}>Must submit again</span>}
            {declinedReason && <span className={css.quiet}>{declinedReason}</span>}
            {isOpen && bidPackage.state === Out && (
              <Button variant="default" size="xs" onClick={() => send.mutate({ params: { ...params, invitationId: id } })}>
                Send again
              </Button>
            )}
            {isOpen && bidVersion === null && (
              <Button variant="default" size="xs" onClick={() => remove.mutate({ params: { ...params, invitationId: id } })}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isInviting && <InviteBidder params={params} onClose={() => setInviting(false)} />}
    </Panel>
  )
}

function Addenda({ bidPackage, mayChange }: PartProps) {
  const params = paramsOf(bidPackage)
  const { data } = useRead(bidAddenda, { params }, { isQuiet: true })
  const [isAdding, setAdding] = useState(false)
  const add = useCall(addBidAddendum, { onDone: () => setAdding(false) })
  return (
    <Panel
      title="Addenda"
      actions={mayChange && bidPackage.state === Out && <Button onClick={() => setAdding(true)}>Issue addendum</Button>}
    >
      {data?.items.length === 0 && <EmptyState text="No addenda." />}
      <ul className={css.list}>
        {data?.items.map(({ id, number, title, text, issuedAt, dueAt, revisionId }) => (
          <li key={id}>
            <span className={css.grow}>
              Addendum {number}: {title}
              {text && <span className={css.flag}>{text}</span>}
            </span>
            {revisionId !== null && <span className={css.quiet}>New revision</span>}
            {dueAt && (
              <span>
                Due <DateTime value={dueAt} />
              </span>
            )}
            <DateTime value={issuedAt} />
          </li>
        ))}
      </ul>
      {isAdding && (
        <AskDialog
          title="Issue addendum"
          verb="Issue addendum"
          fields={[
            { key: 'title', label: 'Title', kind: 'text' },
            { key: 'text', label: 'Text', kind: 'long', isOptional: true },
            { key: 'dueAt', label: 'New deadline', kind: 'due', isOptional: true },
          ]}
          isPending={add.isPending}
          onClose={() => setAdding(false)}
          onSend={({ title = '', text, dueAt }) =>
            add.mutate({ params, body: { title, text: text || null, dueAt: dueAt ? instantOf(dueAt) : null } })
          }
        />
      )}
    </Panel>
  )
}

function Questions({ bidPackage, mayChange }: PartProps) {
  const params = paramsOf(bidPackage)
  const { data } = useRead(bidQuestions, { params }, { isQuiet: true })
  const [answering, setAnswering] = useState<number>()
  const answer = useCall(answerBidQuestion, { onDone: () => setAnswering(undefined) })
  return (
    <Panel title="Questions">
      {data?.items.length === 0 && <EmptyState text="No questions from bidders." />}
      <ul className={css.list}>
        {data?.items.map(({ id, company, text, answer: given, isPublished, askedAt }) => (
          <li key={id}>
            <span className={css.grow}>
              {text}
              <span className={css.flag}>{given ?? `Asked by ${company}`}</span>
            </span>
            <DateTime value={askedAt} />
            {given && <span className={css.quiet}>{isPublished ? 'Published to all bidders' : 'Answered to the bidder'}</span>}
            {mayChange && (
              <Button variant="default" size="xs" onClick={() => setAnswering(id)}>
                {given ? 'Change answer' : 'Answer'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answering !== undefined && (
        <AskDialog
          title="Answer for all bidders"
          verb="Publish answer"
          fields={[{ key: 'answer', label: 'Answer', kind: 'long' }]}
          isPending={answer.isPending}
          onClose={() => setAnswering(undefined)}
          onSend={({ answer: text = '' }) =>
            answer.mutate({ params: { ...params, questionId: answering }, body: { answer: text, isPublished: true } })
          }
        />
      )}
    </Panel>
  )
}
