import { ActionIcon, Button, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ProjectVariableType } from '../../model/projects/enums.ts'
import {
  copyVariablesFromClient,
  type ProjectVariable,
  readProjectVariables,
  type VariableOfClient,
  writeProjectVariables,
} from '../../model/projects/project-variables.ts'
import { namingTemplates } from '../../model/templates/naming-templates.ts'
import { Counter } from '../kit/form/counter.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconCopy, IconPlus, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Code, EmptyState, Picker, ReasonButton } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { callsOf, keyOf, queryClient, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { part } from '../kit/request/part.ts'
import { isReadOnly, type Project, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'
import { useWholeForm, WholeFrame } from './whole-form.tsx'

const RichTextControl = part(async () => ({ default: (await import('../kit/form/rich-text-control.tsx')).RichTextControl }))
const {
  FreeText,
  RichText: RichTextType,
  Number: NumberType,
  Counter: CounterType,
  Boolean: BooleanType,
  NamingTemplate,
} = ProjectVariableType.of
type Draft = Omit<ProjectVariable, 'id' | 'isFromClient' | 'printed'> & { id: number | null }
type Value = ProjectVariable['value']

/** What reports print in place of `{{name}}`, with what the client has beside it. */
export function ProjectVariablesPage() {
  return <ProjectTab title="Variables">{(project) => <Variables project={project} />}</ProjectTab>
}

function Variables({ project }: { project: Project }) {
  const isLocked = isReadOnly(project)
  const whole = useWholeForm({
    read: readProjectVariables,
    write: writeProjectVariables,
    id: project.id,
    name: 'Variables',
    isLocked,
    rowOf: ({ items }) => ({ items: items.map(({ isFromClient: _, printed: __, ...one }: ProjectVariable) => one) }),
  })
  const { form, isReadOnly: mayNot } = whole
  const drafts = (form.values.items ?? []) as Draft[]
  const clientVariables = (whole.data?.clientVariables ?? []) as VariableOfClient[]
  const ofClient = new Map(clientVariables.map((one) => [one.name.toLowerCase(), one]))
  const set = (at: number, part: Partial<Draft>) => form.set('items', drafts.with(at, { ...drafts[at]!, ...part }))
  const add = () => form.set('items', [...drafts, { id: null, name: '', label: null, type: FreeText, value: null }])
  const printed = new Map<number | null, string | null>((whole.data?.items ?? []).map((one: ProjectVariable) => [one.id, one.printed]))
  const lacking = clientVariables.filter(({ name }) => !drafts.some((draft) => draft.name.toLowerCase() === name.toLowerCase()))
  const copying = useCall(copyVariablesFromClient, {
    onDone(saved) {
      queryClient.setQueryData(keyOf(readProjectVariables, { params: { id: project.id } }), saved)
      toast.success('Copied from the client.')
    },
  })
  async function copy() {
    const body = { overwrite: lacking.length === 0, rowVersion: form.rowVersion }
    const isSure =
      lacking.length > 0 ||
      (await confirm({
        title: 'Take the client’s values?',
        text: 'Every variable of this name gets the type, label and value that the client has now.',
        verb: 'Take them',
      }))
    if (isSure) copying.mutate({ params: { id: project.id }, body })
  }
  return (
    <WholeFrame
      whole={whole}
      title="Variables"
      note={whole.data && drafts.length.toLocaleString('en-US')}
      lock={isLocked ? 'The project is closed; its variables stay as they were.' : undefined}
      actions={
        !mayNot && (
          <>
            {clientVariables.length > 0 && (
              <ReasonButton
                variant="default"
                leftSection={<IconCopy size={16} />}
                reason={whole.isDirty && 'Save or discard first'}
                loading={copying.isPending}
                onClick={() => void copy()}
              >
                {lacking.length > 0 ? `Copy ${lacking.length} from client` : 'Copy from client'}
              </ReasonButton>
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
        <div className={css.wide}>
          <table className={css.grid} aria-label="Variables">
            <thead>
              <tr>
                <th scope="col" style={{ width: '18%' }}>
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
              {drafts.map((draft, at) => {
                const problem = (key: string) => form.problems[`items[${at}].${key}`]
                const theirs = ofClient.get(draft.name.toLowerCase())
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a new variable has no identity before it is saved
                  <tr key={at}>
                    <td>
                      <TextInput
                        aria-label={`Name of variable ${at + 1}`}
                        value={draft.name}
                        readOnly={mayNot}
                        error={problem('name')}
                        onBlur={() => form.leave('items')}
                        onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
                      />
                    </td>
                    <td>
                      <TextInput
                        aria-label={`Label of variable ${at + 1}`}
                        value={draft.label ?? ''}
                        readOnly={mayNot}
                        error={problem('label')}
                        onChange={({ currentTarget }) => set(at, { label: currentTarget.value || null })}
                      />
                    </td>
                    <td>
                      <Select<any>
                        aria-label={`Type of variable ${at + 1}`}
                        data={ProjectVariableType.values
                          .filter(({ value }) => value !== NamingTemplate || draft.type === NamingTemplate || can('NamingTemplates.View'))
                          .map(({ value, label }) => ({ value, label: value === NamingTemplate ? 'Naming template' : label }))}
                        value={draft.type}
                        readOnly={mayNot}
                        allowDeselect={false}
                        onChange={(type) => set(at, { type, value: null })}
                      />
                    </td>
                    <td>
                      <ValueControl
                        draft={draft}
                        printed={printed.get(draft.id)}
                        at={at}
                        readOnly={mayNot}
                        error={problem('value')}
                        onChange={(value) => set(at, { value })}
                      />
                    </td>
                    <td>
                      <span className={css.plain}>{theirs ? <Shown {...theirs} /> : <span className="dna-muted">–</span>}</span>
                    </td>
                    {!mayNot && (
                      <td>
                        <ActionIcon
                          mt={2}
                          aria-label={`Remove variable ${at + 1}`}
                          onClick={() => form.set('items', drafts.toSpliced(at, 1))}
                        >
                          <IconX size={16} />
                        </ActionIcon>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {lacking.length > 0 && (
        <section>
          <h3 className={css.section}>
            Only at the client <span>{lacking.length}</span>
          </h3>
          <div className={css.inset}>
            <dl className={css.facts}>
              {lacking.map((one) => (
                <div key={one.name} style={{ display: 'contents' }}>
                  <dt>{one.name}</dt>
                  <dd>
                    <Shown {...one} />
                  </dd>
                </div>
              ))}
            </dl>
            {project.client && can('Clients.View') && (
              <p>
                <Link to={`/clients/${project.client.id}`} className="dna-link">
                  Open {project.client.name}
                </Link>
              </p>
            )}
          </div>
        </section>
      )}
    </WholeFrame>
  )
}

function Shown({ type, value }: { type: number; value: Value }) {
  if (value === null || value === '') return <span className="dna-muted">–</span>
  if (type === RichTextType) return <RichText html={String(value)} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 10 }) : value
}

interface ValueProps {
  draft: Draft
  printed?: string | null
  at: number
  error?: string
  readOnly: boolean
  onChange: (value: Value) => void
}
function ValueControl({ draft, printed, at, error, readOnly, onChange }: ValueProps) {
  const label = `Value of ${draft.name || `variable ${at + 1}`}`
  const common = { 'aria-label': label, error, readOnly }
  const { type, value } = draft
  if (type === CounterType && !readOnly)
    return <Counter label={label} isLabelHidden value={typeof value === 'number' ? value : 0} onChange={onChange} />
  if (type === NumberType || type === CounterType)
    return (
      <NumberInput
        {...common}
        hideControls
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
      />
    )
  if (type === BooleanType)
    return (
      <Switch
        className={css.check}
        aria-label={label}
        disabled={readOnly}
        label={value ? 'Yes' : 'No'}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (type === NamingTemplate) return <TemplateControl {...{ common, printed }} value={value} onChange={onChange} />
  if (type === RichTextType)
    return (
      <Suspense fallback={<Textarea {...common} readOnly value="" />}>
        <RichTextControl common={common as never} value={typeof value === 'string' ? value : null} onChange={onChange} />
      </Suspense>
    )
  return (
    <TextInput
      {...common}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}

interface TemplateProps {
  common: { 'aria-label': string; error?: string; readOnly: boolean }
  printed?: string | null
  value: Value
  onChange: (value: Value) => void
}
/** Which naming template, with what it makes of an example; who may not see templates reads the example alone. */
function TemplateControl({ common, printed, value, onChange }: TemplateProps) {
  const id = typeof value === 'number' ? value : null
  const mayChoose = can('NamingTemplates.View')
  const { data } = useRead(callsOf(namingTemplates).read, { params: { id: id ?? 0 } }, { enabled: mayChoose && id !== null, isQuiet: true })
  const example = id === null ? undefined : (data?.example ?? printed)
  if (!mayChoose) return <TextInput {...common} readOnly value={example ?? ''} />
  return (
    <span className={css.template}>
      <Picker
        of={namingTemplates}
        {...common}
        placeholder="Naming template"
        value={id}
        onChange={(next) => onChange(next as number | null)}
      />
      {example && <Code>{example}</Code>}
    </span>
  )
}
