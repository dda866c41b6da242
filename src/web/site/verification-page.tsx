import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { ObservationState, SitePaper, TestResult } from '../../model/site/enums.ts'
import { observations } from '../../model/site/observations.ts'
import {
  fillVerification,
  observeFailedTest,
  readVerification,
  saveTestResult,
  type VerificationTest,
} from '../../model/site/verification.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Panel, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { PaperButton } from './paper-button.tsx'
import css from './site.module.css'

export function VerificationPage() {
  return <ProjectTab title="Verification">{(project) => <Verification project={project} />}</ProjectTab>
}

function Verification({ project }: { project: Project }) {
  const params = { id: project.id }
  const { data, error, refetch } = useRead(readVerification, { params }, { isQuiet: true })
  const fill = useCall(fillVerification, {
    invalidates: [readVerification],
    onDone: ({ created }) =>
      toast.success(created === 0 ? 'No template lists further tests.' : `${formatCount(created, 'test')} copied from the templates.`),
  })
  const mayWrite = can('ProjectNotes.Update') && !isReadOnly(project)
  const bySpace = groupByKey(data?.items ?? [], ({ spaceId }) => spaceId)
  return (
    <div className={css.tests}>
      <div className={css.entryActions}>
        <PaperButton projectId={project.id} kind={SitePaper.Verification} />
        {can(fillVerification.permission) && !isReadOnly(project) && (
          <Button variant="default" loading={fill.isPending} onClick={() => fill.mutate({ params, body: {} })}>
            Fill from templates
          </Button>
        )}
      </div>
      {error && !data && <LoadError error={error} title="Verification" onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={8} />}
      {data?.items.length === 0 && (
        <EmptyState text="No tests yet. Space templates list them, and the spaces get theirs when construction administration begins." />
      )}
      {[...bySpace].map(([spaceId, tests]) => (
        <Panel
          key={spaceId}
          title={[tests[0]?.space.number, tests[0]?.space.name].filter(Boolean).join(' ')}
          note={formatCount(tests.length, 'test')}
        >
          {tests.map((test) => (
            <Test key={test.id} projectId={project.id} test={test} mayWrite={mayWrite} />
          ))}
        </Panel>
      ))}
    </div>
  )
}

const results = TestResult.values.map(({ value, label }) => ({ value: String(value), label }))

function Test({ projectId, test, mayWrite }: { projectId: number; test: VerificationTest; mayWrite: boolean }) {
  const { spaceId, itemKey, name, method, expected, unit, result, measured, note, observation } = test
  const [typed, setTyped] = useState(measured ?? '')
  const params = { id: projectId, spaceId, itemKey }
  const save = useCall(saveTestResult, { invalidates: [readVerification] })
  const observe = useCall(observeFailedTest, {
    invalidates: [readVerification, observations],
    onDone: ({ number }) => toast.success(`${number} is on the punch list.`),
  })
  const store = (changed: { result?: TestResult; measured?: string | null }) =>
    save.mutate({ params, body: { result, measured, note, ...changed, rowVersion: test.rowVersion } })
  const canObserve = result === TestResult.Fail && (!observation || observation.state === ObservationState.Closed)
  return (
    <div className={css.test}>
      <span>{itemKey}</span>
      <span>
        {name}
        {method && <small>{method}</small>}
        {expected && <small>Expected: {[expected, unit].filter(Boolean).join(' ')}</small>}
        {observation && <small>{observation.number}</small>}
        {canObserve && can(observeFailedTest.permission) && mayWrite && (
          <Button size="compact-xs" variant="default" loading={observe.isPending} onClick={() => observe.mutate({ params, body: {} })}>
            Add to punch list
          </Button>
        )}
      </span>
      <TextInput
        aria-label={`Measured, ${itemKey} ${name}`}
        placeholder={unit ?? 'Measured'}
        value={typed}
        readOnly={!mayWrite}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== (measured ?? '') && store({ measured: typed.trim() || null })}
      />
      <NativeSelect
        aria-label={`Result, ${itemKey} ${name}`}
        data={results}
        value={String(result)}
        disabled={!mayWrite || save.isPending}
        onChange={(event) => {
          const chosen = TestResult.values.find(({ value }) => String(value) === event.currentTarget.value)
          if (chosen) store({ result: chosen.value, measured: typed.trim() || null })
        }}
      />
    </div>
  )
}
