import { Switch, TextInput } from '@mantine/core'
import { withMinus } from '../../model/kit/minus-sign.ts'
import { ProjectVariableType } from '../../model/projects/enums.ts'
import type { ProjectVariable } from '../../model/projects/project-variables.ts'
import { namingTemplates } from '../../model/templates/naming-templates.ts'
import { Counter } from '../kit/form/counter.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { RichTextInput } from '../kit/form/rich-text-input.tsx'
import { Code, Picker } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './project-tabs.module.css'

const { RichText: RichTextType, Number: NumberType, Counter: CounterType, Boolean: BooleanType, NamingTemplate } = ProjectVariableType

export type Draft = Omit<ProjectVariable, 'id' | 'isFromClient' | 'printed'> & { id: number | null }
type Value = ProjectVariable['value']

export function ShownValue({ type, value }: { type: number; value: Value }) {
  if (value === null || value === '') return <span className="dna-muted">–</span>
  if (type === RichTextType) return <RichText html={String(value)} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? withMinus(value.toLocaleString('en-US', { maximumFractionDigits: 10 })) : value
}

interface ValueProps {
  draft: Draft
  printed?: string | null
  at: number
  error?: string
  readOnly: boolean
  onChange: (value: Value) => void
}
export function ValueControl({ draft, printed, at, error, readOnly, onChange }: ValueProps) {
  const label = `Value of ${draft.name || `variable ${at + 1}`}`
  const common = { 'aria-label': label, error, readOnly }
  const { type, value } = draft
  if (type === CounterType && !readOnly)
    return <Counter label={label} isLabelHidden value={typeof value === 'number' ? value : 0} onChange={onChange} />
  if (type === NumberType || type === CounterType)
    return (
      <NumberField
        {...common}
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
  if (type === RichTextType) return <RichTextInput common={common} value={typeof value === 'string' ? value : null} onChange={onChange} />
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
function TemplateControl({ common, printed, value, onChange }: TemplateProps) {
  const id = typeof value === 'number' ? value : null
  const mayChoose = can('NamingTemplates.View')
  const { data } = useRead(
    resourceCalls(namingTemplates).read,
    { params: { id: id ?? 0 } },
    { enabled: mayChoose && id !== null, isQuiet: true },
  )
  const example = id === null ? undefined : (data?.example ?? printed)
  if (!mayChoose) return <TextInput {...common} readOnly value={example ?? ''} />
  return (
    <span className={css.template}>
      <Picker resource={namingTemplates} {...common} placeholder="Naming template" value={id} onChange={onChange} />
      {example && <Code>{example}</Code>}
    </span>
  )
}
