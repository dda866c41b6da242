import { useState } from 'react'
import {
  endingWords,
  integratedService,
  isServiceKey,
  missingWords,
  readIntegrationStatus,
  type ServiceKey,
  type ServiceStatus,
  services,
  settingWords,
  testConnection,
} from '../../model/integrations/services.ts'
import { appSettings, builtInSettings } from '../../model/settings/app-settings.ts'
import { DateTime, MissingValue } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, Panel, ReasonButton, Strip } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './app-settings.module.css'
import { type Setting, SettingDialog } from './setting-dialog.tsx'
import { shownValue } from './setting-value.tsx'

const keys = Object.keys(services).filter(isServiceKey)
const belongs = (key: ServiceKey, setting: Setting) => setting.isBuiltIn && setting.key.startsWith(`${integratedService(key).section}.`)
/** Reserves the final number of lines, so the content does not shift when it loads. */
const settingLineCount = (key: ServiceKey) =>
  Object.keys(builtInSettings).filter((name) => name.startsWith(`${integratedService(key).section}.`)).length

export function IntegrationSettingsPage() {
  const settings = useRead(resourceCalls(appSettings).list, { query: { itemsPerPage: -1 } }, { isQuiet: true })
  const status = useRead(readIntegrationStatus, {}, { isQuiet: true })
  const [edited, edit] = useState<Setting>()
  const error = settings.error ?? status.error
  const isHere = settings.data !== undefined && status.data !== undefined
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Connections</h1>
      </div>
      {error && !isHere ? (
        <LoadError error={error} title="Connections" onRetry={() => void Promise.all([settings.refetch(), status.refetch()])} />
      ) : (
        <div className={css.services}>
          {keys.map((key) => (
            // Remounts each panel once its data has loaded, so a longer line shifts nothing the user is already reading.
            <OneService
              key={isHere ? key : `${key} to come`}
              service={key}
              status={isHere ? status.data?.[key] : undefined}
              settings={isHere ? settings.data?.items.filter((setting) => belongs(key, setting)) : undefined}
              onEdit={edit}
            />
          ))}
        </div>
      )}
      <SettingDialog
        setting={edited}
        name={edited && settingWords(edited.key).name}
        onClose={() => {
          edit(undefined)
          void status.refetch()
        }}
      />
    </div>
  )
}

interface ServiceProps {
  service: ServiceKey
  status: ServiceStatus | undefined
  settings: Setting[] | undefined
  onEdit: (setting: Setting) => void
}

function settingColumns(isPhone: boolean | undefined, onEdit: (setting: Setting) => void): Column<Setting>[] {
  const name: Column<Setting> = {
    key: 'key',
    label: 'Setting',
    width: isPhone ? 224 : 320,
    tone: 'name',
    cell: (setting) => (
      <>
        <button type="button" className={css.open} data-name onClick={() => onEdit(setting)}>
          {settingWords(setting.key).name}
        </button>
        {isPhone && <span className={css.below}>{settingWords(setting.key).more}</span>}
      </>
    ),
  }
  const value: Column<Setting> = { key: 'value', label: 'Value', width: isPhone ? 126 : 280, cell: shownValue }
  if (isPhone) return [name, value]
  return [
    name,
    value,
    { key: 'description', label: 'Description', tone: 'quiet', cell: ({ key }) => settingWords(key).more || <MissingValue /> },
  ]
}

function OneService({ service, status, settings, onEdit }: ServiceProps) {
  const isPhone = useIsPhone()
  const { name, purpose } = integratedService(service)
  const mayTest = useCan(testConnection.permission)
  const ends = status && endingWords(name, status)
  const testing = useCall(testConnection, {
    onDone: ({ isGood, message }) => void (isGood ? toast.success(`${name}: ${message}`) : toast.error(`${name}: ${message}`)),
  })
  return (
    <section aria-label={name}>
      <Panel
        title={name}
        isFlush
        actions={
          mayTest && (
            <ReasonButton
              variant="default"
              size="compact-sm"
              loading={testing.isPending}
              reason={status && !status.configured && `${name} is not configured`}
              onClick={() => testing.mutate({ params: { service } })}
            >
              Test connection
            </ReasonButton>
          )
        }
      >
        {ends && (
          <Strip tone="warning">
            <span>{ends}</span>
          </Strip>
        )}
        <p className={css.purpose}>{purpose}</p>
        <p className={css.purpose} role="status">
          {status ? <Standing status={status} /> : '\u00a0'}
        </p>
        <DataTable
          label={`Settings of ${name}`}
          rows={settings}
          skeletonRows={settingLineCount(service)}
          nameOf={({ key }) => settingWords(key).name}
          columns={settingColumns(isPhone, onEdit)}
        />
      </Panel>
    </section>
  )
}

const hasLastFailed = ({ lastOk, lastErrorDate }: ServiceStatus) => lastErrorDate !== null && (lastOk === null || lastErrorDate > lastOk)

function Standing({ status }: { status: ServiceStatus }) {
  const { configured, missing, lastOk, lastError, lastErrorDate } = status
  if (!configured)
    return (
      <>
        <StateText tone="neutral">Not configured</StateText> Missing: {missingWords(missing)}.
      </>
    )
  return (
    <>
      {hasLastFailed(status) ? (
        <StateText tone="bad">Last attempt failed</StateText>
      ) : lastOk ? (
        <StateText tone="good">Works</StateText>
      ) : (
        <StateText tone="working">Configured, not used yet</StateText>
      )}
      {lastOk && (
        <>
          {' '}
          Last success <DateTime value={lastOk} />.
        </>
      )}
      {lastError && (
        <span data-bad={hasLastFailed(status) || undefined}>
          {' '}
          Last error <DateTime value={lastErrorDate} />: {lastError}
        </span>
      )}
    </>
  )
}
