import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClientVariable } from '../../model/companies/client-variables.ts'
import { ProjectVariableType } from '../../model/projects/enums.ts'
import {
  copyVariablesFromClient,
  type ProjectVariable,
  readProjectVariables,
  writeProjectVariables,
} from '../../model/projects/project-variables.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconCopy, IconPlus, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, ReasonButton } from '../kit/pages.tsx'
import { callKey, queryClient, useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnlyProject, type Project, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'
import { type Draft, ShownValue, ValueControl } from './variable-value.tsx'
import { useWholeForm, WholeFrame } from './whole-form.tsx'

const { Counter, FreeText, NamingTemplate } = ProjectVariableType

export function ProjectVariablesPage() {
  return <ProjectTab title="Variables">{(project) => <Variables project={project} />}</ProjectTab>
}

function Variables({ project }: { project: Project }) {
  const isLocked = isReadOnlyProject(project)
  const wholeForm = useWholeForm({
    read: readProjectVariables,
    write: writeProjectVariables,
    id: project.id,
    name: 'Variables',
    isLocked,
    rowOf: ({ items }) => ({ items: items.map(({ isFromClient: _, printed: __, ...one }) => one) }),
  })
  const { form, isReadOnly: mayNot } = wholeForm
  const drafts: Draft[] = form.values.items ?? []
  const clientVariables = wholeForm.data?.clientVariables ?? []
  const missing = clientVariables.filter(({ name }) => !drafts.some((draft) => draft.name.toLowerCase() === name.toLowerCase()))
  const add = () => form.set('items', [...drafts, { id: null, name: '', label: null, type: FreeText, value: null }])
  return (
    <WholeFrame
      wholeForm={wholeForm}
      title="Variables"
      note={wholeForm.data && drafts.length.toLocaleString('en-US')}
      lock={isLocked ? 'The project is closed; its variables stay as they were.' : undefined}
      actions={
        !mayNot && (
          <>
            {clientVariables.length > 0 && (
              <CopyButton project={project} missing={missing.length} rowVersion={form.rowVersion} isDirty={wholeForm.isDirty} />
            )}
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
              Add variable
            </Button>
          </>
        )
      }
    >
      {drafts.length === 0 ? (
        <EmptyState text="No variables yet. Reports print them in place of {{name}}." />
      ) : (
        <VariablesTable
          drafts={drafts}
          printed={wholeForm.data?.items ?? []}
          ofClient={clientVariables}
          mayNot={mayNot}
          problems={form.problems}
          onChange={(next) => form.set('items', next)}
          onLeave={() => form.leave('items')}
        />
      )}
      {missing.length > 0 && <OnlyAtClient project={project} variables={missing} />}
    </WholeFrame>
  )
}

interface CopyProps {
  project: Project
  missing: number
  rowVersion: number | undefined
  isDirty: boolean
}

/** Copies missing variables from the client. If none are missing, copies the client's values instead. */
function CopyButton({ project: { id }, missing, rowVersion, isDirty }: CopyProps) {
  const { mutate, isPending } = useCall(copyVariablesFromClient, {
    onDone(saved) {
      queryClient.setQueryData(callKey(readProjectVariables, { params: { id } }), saved)
      toast.success('Copied from the client.')
    },
  })
  async function copy() {
    const isSure =
      missing > 0 ||
      (await confirm({
        title: 'Use the client’s values?',
        text: 'Every variable of this name gets the type, label and value that the client has now.',
        verb: 'Use them',
      }))
    if (isSure) mutate({ params: { id }, body: { overwrite: missing === 0, rowVersion } })
  }
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconCopy size={16} />}
      reason={isDirty && 'Save or discard first'}
      loading={isPending}
      onClick={() => void copy()}
    >
      {missing > 0 ? `Copy ${missing} from client` : 'Copy from client'}
    </ReasonButton>
  )
}

interface TableProps {
  drafts: Draft[]
  printed: ProjectVariable[]
  ofClient: ClientVariable[]
  mayNot: boolean
  problems: Record<string, string>
  onChange: (drafts: Draft[]) => void
  onLeave: () => void
}

function VariablesTable({ drafts, printed, ofClient, mayNot, problems, onChange, onLeave }: TableProps) {
  const printedOf = new Map<number | null, string | null | undefined>(printed.map((item) => [item.id, item.printed]))
  const theirs = new Map(ofClient.map((item) => [item.name.toLowerCase(), item]))
  return (
    <div className={css.wide}>
      <table className={css.grid} aria-label="Variables">
        <thead>
          <tr>
            <th scope="col" data-required={!mayNot || undefined} style={{ width: '18%' }}>
              Name
            </th>
            <th scope="col" style={{ width: '18%' }}>
              Label
            </th>
            <th scope="col" style={{ width: 172 }}>
              Type
            </th>
            <th scope="col">Value</th>
            <th scope="col" style={{ width: '20%' }}>
              At the client
            </th>
            {!mayNot && <td style={{ width: 60 }} />}
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft, index) => (
            <VariableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a new variable has no identity before it is saved
              key={index}
              {...{ draft, at: index, mayNot, onLeave }}
              printed={printedOf.get(draft.id)}
              theirs={theirs.get(draft.name.toLowerCase())}
              problem={(key) => problems[`items[${index}].${key}`]}
              set={(part) => onChange(drafts.with(index, { ...draft, ...part }))}
              remove={() => onChange(drafts.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  draft: Draft
  at: number
  printed: string | null | undefined
  theirs: ClientVariable | undefined
  mayNot: boolean
  problem: (key: string) => string | undefined
  set: (part: Partial<Draft>) => void
  remove: () => void
  onLeave: () => void
}

function VariableRow({ draft, at, printed, theirs, mayNot, problem, set, remove, onLeave }: RowProps) {
  return (
    <tr>
      <td>
        <TextInput
          aria-label={`Name of variable ${at + 1}`}
          value={draft.name}
          readOnly={mayNot}
          required={!mayNot}
          error={problem('name')}
          onBlur={onLeave}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </td>
      <td>
        <TextInput
          aria-label={`Label of variable ${at + 1}`}
          value={draft.label ?? ''}
          readOnly={mayNot}
          error={problem('label')}
          onChange={({ currentTarget }) => set({ label: currentTarget.value || null })}
        />
      </td>
      <td>
        <Select<ProjectVariableType>
          aria-label={`Type of variable ${at + 1}`}
          data={ProjectVariableType.values
            .filter(({ value }) => value !== NamingTemplate || draft.type === NamingTemplate || can('NamingTemplates.View'))
            .map(({ value, label }) => ({ value, label }))}
          value={draft.type}
          readOnly={mayNot}
          allowDeselect={false}
          onChange={(type) => type !== null && set({ type, value: type === Counter ? 0 : null })}
        />
      </td>
      <td>
        <ValueControl {...{ draft, printed, at }} readOnly={mayNot} error={problem('value')} onChange={(value) => set({ value })} />
      </td>
      <td>
        <span className={css.plain}>{theirs ? <ShownValue {...theirs} /> : <span className="dna-muted">–</span>}</span>
      </td>
      {!mayNot && (
        <td>
          <ActionIcon mt={2} aria-label={`Remove variable ${at + 1}`} onClick={remove}>
            <IconX size={16} />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

function OnlyAtClient({ project: { client }, variables }: { project: Project; variables: ClientVariable[] }) {
  return (
    <section>
      <h3 className={css.section}>
        Only at the client <span>{variables.length}</span>
      </h3>
      <div className={css.inset}>
        <dl className={css.facts}>
          {variables.map((variable) => (
            <div key={variable.name} style={{ display: 'contents' }}>
              <dt>{variable.name}</dt>
              <dd>
                <ShownValue {...variable} />
              </dd>
            </div>
          ))}
        </dl>
        {client && can('Clients.View') && (
          <p>
            <Link to={`/clients/${client.id}`} className="dna-link">
              Open {client.name}
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}
