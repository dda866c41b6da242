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
  return (
    <span className={css.value}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
      {unit && ` ${unit}`}
    </span>
  )
}
