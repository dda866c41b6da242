import { findBuiltInSetting } from '../../model/settings/app-settings.ts'
import { MissingValue } from '../kit/look/format.tsx'
import css from './app-settings.module.css'
import type { Setting } from './setting-dialog.tsx'

export function shownValue(setting: Setting) {
  return setting.isFromEnvironment ? (
    <span title="Set when the server starts">
      {ownValue(setting)} <span className="dna-muted">(set on the server)</span>
    </span>
  ) : (
    ownValue(setting)
  )
}

function ownValue({ key, valueType, value, hasValue }: Setting) {
  if (!hasValue) return <MissingValue />
  if (valueType === 'secret') return '••••••••'
  if (valueType === 'bool') return value ? 'Yes' : 'No'
  const unit = findBuiltInSetting(key)?.unit
  const text = valueText(value)
  if (text === '') return <MissingValue />
  return (
    <span className={css.value}>
      {text}
      {unit && ` ${unit}`}
    </span>
  )
}

/** Lists and maps of texts and numbers as a sentence would name them; anything deeper as JSON. */
function valueText(value: unknown): string {
  const isPlain = (part: unknown) => typeof part === 'string' || typeof part === 'number'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ')
  if (typeof value === 'object' && value !== null && Object.values(value).every(isPlain))
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${part}`)
      .join(', ')
  return JSON.stringify(value)
}
