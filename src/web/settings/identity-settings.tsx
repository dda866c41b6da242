import { useState } from 'react'
import { endSessionsByProvider, endSingleSignOn, testIdentityProvider } from '../../model/access/single-sign-on.ts'
import { appSettings, builtInSettings, settingLabel } from '../../model/settings/app-settings.ts'
import { MissingValue } from '../kit/look/format.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, Panel, ReasonButton } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './app-settings.module.css'
import { type Setting, SettingDialog } from './setting-dialog.tsx'
import { shownValue } from './setting-value.tsx'

const parts = [
  { title: 'Single sign-on', prefix: 'identity.oidc.', purpose: 'People sign in with the account of your firm, through OpenID Connect.' },
  {
    title: 'Second factors and devices',
    prefix: 'identity.',
    purpose: 'Codes, passkeys, and mails that protect accounts with a password.',
  },
  { title: 'Sessions and log', prefix: 'security.', purpose: 'How long sessions, invitations, and the security log last.' },
]
const addressesToRegister = [
  { label: 'Redirect address to register at the provider', path: `/api${endSingleSignOn.path}` },
  { label: 'After sign-out', path: '/login' },
  { label: 'Back-channel logout', path: `/api${endSessionsByProvider.path}` },
]
const partOf = (key: string) => parts.find(({ prefix }) => key.startsWith(prefix))
const countOf = (part: (typeof parts)[number]) => Object.keys(builtInSettings).filter((key) => partOf(key) === part).length

export function IdentitySettingsPage() {
  const { data, error, refetch } = useRead(resourceCalls(appSettings).list, { query: { itemsPerPage: -1 } }, { isQuiet: true })
  const [edited, edit] = useState<Setting>()
  const isPhone = useIsPhone()
  const settings = data?.items.filter(({ isBuiltIn }) => isBuiltIn)
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Sign-in settings</h1>
      </div>
      {error && !data ? (
        <LoadError error={error} title="Sign-in settings" onRetry={() => void refetch()} />
      ) : (
        <div className={css.services}>
          {parts.map((part) => (
            <section key={part.title} aria-label={part.title}>
              <Panel title={part.title} isFlush actions={part === parts[0] && settings && <TryIt settings={settings} />}>
                <p className={css.purpose}>{part.purpose}</p>
                {part === parts[0] && <AddressesToRegister />}
                <DataTable
                  label={`Settings of ${part.title}`}
                  rows={settings?.filter(({ key }) => partOf(key) === part)}
                  skeletonRows={countOf(part)}
                  nameOf={({ key }) => settingLabel(key)}
                  columns={[
                    {
                      key: 'key',
                      label: 'Setting',
                      width: isPhone ? 200 : 280,
                      tone: 'name',
                      cell: (setting) => (
                        <button type="button" className={css.open} data-name onClick={() => edit(setting)}>
                          {settingLabel(setting.key)}
                        </button>
                      ),
                    },
                    { key: 'value', label: 'Value', width: isPhone ? 150 : 280, cell: shownValue },
                    ...(isPhone
                      ? []
                      : [
                          {
                            key: 'description',
                            label: 'Description',
                            tone: 'quiet' as const,
                            cell: ({ description }: Setting) => description ?? <MissingValue />,
                          },
                        ]),
                  ]}
                />
              </Panel>
            </section>
          ))}
        </div>
      )}
      <SettingDialog setting={edited} onClose={() => edit(undefined)} />
    </div>
  )
}

/** The provider accepts only addresses that are registered there. */
const AddressesToRegister = () => (
  <ul className={`${css.purpose} ${css.addresses}`}>
    {addressesToRegister.map(({ label, path }) => (
      <li key={path}>
        {label}: <code>{`${location.origin}${path}`}</code>
      </li>
    ))}
  </ul>
)

/** Tests the stored provider, before people depend on it. */
function TryIt({ settings }: { settings: Setting[] }) {
  const testing = useCall(testIdentityProvider)
  const mayTest = useCan(testIdentityProvider.permission)
  const storedValue = (name: string) => settings.find(({ key }) => key === `identity.oidc.${name}`)?.value
  const [issuer, clientId] = [storedValue('issuer'), storedValue('clientId')]
  const isReady = typeof issuer === 'string' && typeof clientId === 'string'
  const { data } = testing
  return (
    <>
      {data && (
        <span role="status">
          {data.ok ? <StateText tone="good">Works</StateText> : <StateText tone="bad">{data.problems.join(' ')}</StateText>}
        </span>
      )}
      {mayTest && (
        <ReasonButton
          variant="default"
          size="compact-sm"
          loading={testing.isPending}
          reason={!isReady && 'Enter the address of the provider and the client id first'}
          onClick={() => isReady && testing.mutate({ body: { issuer, clientId } })}
        >
          Test connection
        </ReasonButton>
      )}
    </>
  )
}
