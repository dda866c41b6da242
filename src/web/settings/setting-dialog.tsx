import { Button, Modal, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { environment } from '../../model/access/account-calls.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { PaperKind } from '../../model/reports/report-templates.ts'
import {
  appSettings,
  findBuiltInSetting,
  type SettingValue,
  saveSetting,
  settingLabel,
  settingProblem,
} from '../../model/settings/app-settings.ts'
import { listAssets } from '../../model/settings/assets.ts'
import { AssetCategory, SettingValueType } from '../../model/settings/enums.ts'
import { confirm, DialogFoot, leaveQuestion } from '../kit/form/dialogs.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { undoOfSave } from '../kit/form/undo-save.ts'
import { toast } from '../kit/look/toasts.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { CallError } from '../kit/request/client.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './app-settings.module.css'
import { PaperTemplateSelect } from './report-template-select.tsx'

export type Setting = RowOf<typeof appSettings>

interface Props {
  /** `new` for a setting that does not exist yet. */
  setting: Setting | 'new' | undefined
  name?: string
  onClose: () => void
}

export function SettingDialog({ setting, name, onClose }: Props) {
  const [isDirty, setDirty] = useState(false)
  useLeaveQuestion(isDirty, () => setDirty(false))
  async function close() {
    if (isDirty && !(await confirm(leaveQuestion))) return
    setDirty(false)
    onClose()
  }
  const title = setting === 'new' ? 'New setting' : (name ?? (setting && settingLabel(setting.key)))
  return (
    <Modal opened={setting !== undefined} onClose={() => void close()} title={title} size={600} keepMounted={false}>
      {setting && (
        <SettingForm
          key={title}
          setting={setting === 'new' ? undefined : setting}
          name={name}
          onDirty={() => setDirty(true)}
          onClose={() => void close()}
          onDone={() => {
            setDirty(false)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

interface FormProps {
  setting: Setting | undefined
  name?: string
  onDirty: () => void
  onClose: () => void
  onDone: () => void
}

const editableValue = (setting: Setting | undefined): unknown => {
  if (!setting) return ''
  if (setting.valueType === SettingValueType.Json) return setting.value === null ? '' : JSON.stringify(setting.value, null, 2)
  return setting.value ?? ''
}

/** A previous secret is unknown here and cannot be written back. */
function undoSetting({ valueType, value, description }: Setting, saved: Setting) {
  if (valueType === SettingValueType.Secret) return
  const replaced = { values: { value, description }, keys: ['value', 'description'] as const }
  return undoOfSave({ call: saveSetting, params: { id: saved.key }, replaced, rowVersion: saved.rowVersion })
}

function SettingForm({ setting, name, onDirty, onClose, onDone }: FormProps) {
  const [key, setKey] = useState(setting?.key ?? '')
  const [type, setType] = useState<SettingValueType>(setting?.valueType ?? SettingValueType.Text)
  const [typed, setTyped] = useState<unknown>(() => editableValue(setting))
  const [description, setDescription] = useState(setting?.description ?? '')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const mayUpdate = useCan('AppSettings.Update')
  const isReadOnly = setting !== undefined && (!mayUpdate || setting.isFromEnvironment)
  const options = {
    // Some settings contain the product name.
    invalidates: [environment],
    onDone(saved: Setting) {
      toast.success(`${name ?? settingLabel(saved.key)} saved.`, { undo: setting && undoSetting(setting, saved) })
      onDone()
    },
    onError(error: Error) {
      const fields = error instanceof CallError ? error.fields : undefined
      if (!fields) return false
      setProblems(Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.join(' ')])))
      return true
    },
  }
  const saving = useCall(saveSetting, options)
  const creating = useCall(resourceCalls(appSettings).create!, options)

  function edit<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      setProblems({})
      onDirty()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    let value: SettingValue = typed === '' ? null : (typed as SettingValue)
    if (type === SettingValueType.Json && value !== null) {
      try {
        value = JSON.parse(String(typed))
      } catch {
        return setProblems({ value: 'This is not valid JSON' })
      }
    }
    const problem = settingProblem(key, type, value)
    if (problem) return setProblems({ value: problem })
    if (setting) {
      const isKept = type === SettingValueType.Secret && value === null
      saving.mutate({
        params: { id: setting.key },
        body: { value: isKept ? undefined : value, description, rowVersion: setting.rowVersion },
      })
    } else creating.mutate({ body: { key, valueType: type, value, description: description || null } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <div className={`dna-fields ${css.fields}`}>
        {setting?.isBuiltIn && (
          <p>
            {setting.description}
            <span className={css.below}>Key: {setting.key}</span>
          </p>
        )}
        {setting?.isFromEnvironment && <p className="dna-muted">This value is set on the server. It cannot be changed here.</p>}
        {!setting && (
          <>
            <TextInput
              label="Key"
              description="Section and name, as in bridge.address"
              required
              value={key}
              onChange={(event) => edit(setKey)(event.currentTarget.value)}
              error={problems.key}
            />
            <Select
              label="Type"
              data={SettingValueType.values.map(({ value, label }) => ({ value, label }))}
              value={type}
              allowDeselect={false}
              onChange={(next) => {
                edit(setType)(next as SettingValueType)
                setTyped(next === SettingValueType.Bool ? false : '')
              }}
            />
          </>
        )}
        <ValueControl
          settingKey={key}
          type={type}
          value={typed}
          hasSecret={setting?.hasValue ?? false}
          onChange={edit(setTyped)}
          error={problems.value}
          readOnly={isReadOnly}
        />
        {!setting?.isBuiltIn && (
          <TextInput
            label="Description"
            value={description}
            onChange={(event) => edit(setDescription)(event.currentTarget.value)}
            error={problems.description}
            readOnly={isReadOnly}
          />
        )}
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {isReadOnly ? 'Close' : 'Cancel'}
        </Button>
        {!isReadOnly && (
          <Button type="submit" loading={saving.isPending || creating.isPending}>
            {setting ? 'Save' : 'Create setting'}
          </Button>
        )}
      </DialogFoot>
    </form>
  )
}

interface ValueProps {
  settingKey: string
  type: SettingValueType
  value: unknown
  hasSecret: boolean
  onChange: (value: unknown) => void
  error: string | undefined
  readOnly: boolean
}

function ValueControl({ settingKey, type, value, hasSecret, onChange, error, readOnly }: ValueProps) {
  const common = { label: 'Value', error, readOnly }
  const builtIn = findBuiltInSetting(settingKey)
  if (settingKey === 'general.logoFileId') return <LogoSelect {...common} value={value} onChange={onChange} />
  const paper = PaperKind.values.find(({ setting }) => setting === settingKey)?.value
  if (paper) return <PaperTemplateSelect {...common} kind={paper} value={value} onChange={onChange} />
  if (type === SettingValueType.Bool)
    return (
      <Switch
        label="Yes"
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={error}
      />
    )
  if (type === SettingValueType.Number)
    return (
      <NumberField
        {...common}
        value={value as number | string}
        onChange={(next) => onChange(next === '' ? '' : Number(next))}
        description={builtIn && describeRange(builtIn)}
        clampBehavior="none"
        rightSection={builtIn?.unit}
        rightSectionWidth={56}
      />
    )
  if (type === SettingValueType.Secret)
    return (
      <PasswordInput
        {...common}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        description={hasSecret ? 'A value is saved. It cannot be shown; leave this empty to keep it.' : 'It cannot be shown afterward.'}
        autoComplete="new-password"
      />
    )
  const isLong = type === SettingValueType.Json || builtIn?.isLong
  return isLong ? (
    <Textarea
      {...common}
      autosize
      minRows={4}
      maxRows={16}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

/** Formats the allowed range, for example `From 0.1 to 100,000`, followed by the meaning of an empty value. */
const describeRange = ({ min, max, whenEmpty }: NonNullable<ReturnType<typeof findBuiltInSetting>>) =>
  max === undefined ? undefined : `From ${min} to ${max.toLocaleString('en-US')}${whenEmpty ? `; empty: ${whenEmpty}` : ''}`

function LogoSelect({ value, onChange, ...common }: { label: string; value: unknown; onChange: (value: unknown) => void }) {
  const { data } = useRead(listAssets, { query: { categories: [AssetCategory.Logo], itemsPerPage: -1 } })
  return (
    <Select
      {...common}
      clearable
      data={(data?.items ?? []).map(({ fileId, name }) => ({ value: fileId, label: name }))}
      value={value ? String(value) : null}
      onChange={(next) => onChange(next ?? '')}
      description="A shared asset of the category Logo; a PNG or SVG at least 32 px high"
      nothingFoundMessage="There is no asset of the category Logo yet"
    />
  )
}
