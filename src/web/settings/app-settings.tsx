import { Button, Menu, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { environment } from '../../model/access/account-calls.ts'
import { appSettings, removeSetting, settingLabel } from '../../model/settings/app-settings.ts'
import { DateTime, MissingValue } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconRestore, IconSearch, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { confirm, DataTable } from '../kit/pages.tsx'
import { EmptyState, LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './app-settings.module.css'
import { type Setting, SettingDialog } from './setting-dialog.tsx'
import { shownValue } from './setting-value.tsx'

const sectionNames: Record<string, string> = {
  general: 'General',
  reports: 'Reports',
  proposal: 'Proposals',
  cables: 'Longest cables',
  links: 'Links',
  security: 'Security',
  identity: 'Sign-in',
  retention: 'Retention',
  integrations: 'Integrations',
  mail: 'Mail',
  bids: 'Bids',
  site: 'Site',
}

export function AppSettingsPage() {
  const { data, error, refetch } = useRead(resourceCalls(appSettings).list, { query: { itemsPerPage: -1 } }, { isQuiet: true })
  const [term, setTerm] = useState('')
  const [edited, edit] = useState<Setting | 'new'>()
  const mayCreate = useCan('AppSettings.Create')
  const mayUpdate = useCan('AppSettings.Update')
  const mayDelete = useCan('AppSettings.Delete')
  const isPhone = useIsPhone()
  const removing = useCall(removeSetting, { invalidates: [environment] })

  async function remove({ key, isBuiltIn }: Setting) {
    const label = settingLabel(key)
    const question = isBuiltIn
      ? { title: `Reset ${label}?`, text: 'It goes back to its original value.', verb: 'Reset' }
      : {
          title: `Delete ${label}?`,
          text: 'Programs that read this setting will no longer find it. This cannot be undone.',
          verb: 'Delete',
        }
    if (!(await confirm({ ...question, danger: true }))) return
    await removing.mutateAsync({ params: { id: key } })
    toast.success(isBuiltIn ? `${label} was reset to its original value.` : `${label} deleted.`)
  }

  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = data?.items.filter(({ key, description }) =>
    words.every((word) => `${settingLabel(key)} ${key} ${description}`.toLowerCase().includes(word)),
  )
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Settings</h1>
        <span className="dna-muted">{data?.total}</span>
        <div className={css.tools}>
          <Button component={Link} to="/assets" variant="default">
            Shared assets
          </Button>
          {mayCreate && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
              New setting
            </Button>
          )}
        </div>
      </div>
      <div className={css.filter}>
        <TextInput
          aria-label="Search settings"
          placeholder="Search settings"
          leftSection={<IconSearch size={16} />}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      </div>
      {error && !data ? (
        <LoadError error={error} title="Settings" onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState text={`No setting matches "${term}".`} action="Clear search" onAction={() => setTerm('')} />
      ) : (
        <DataTable
          label="Settings"
          rows={rows}
          skeletonRows={12}
          nameOf={({ key }) => settingLabel(key)}
          groupBy={({ section }) => ({ key: section, title: sectionNames[section] ?? section })}
          columns={[
            {
              key: 'key',
              label: 'Setting',
              width: isPhone ? 236 : 296,
              sticky: true,
              tone: 'name',
              cell: (setting) => (
                <button type="button" className={css.open} data-name onClick={() => edit(setting)}>
                  {settingLabel(setting.key)}
                </button>
              ),
            },
            { key: 'value', label: 'Value', width: 240, cell: shownValue },
            { key: 'description', label: 'Description', tone: 'quiet', cell: ({ description }) => description ?? <MissingValue /> },
            {
              key: 'updateDate',
              label: 'Changed',
              width: 190,
              tone: 'quiet',
              cell: ({ rowVersion, updateDate }) => <DateTime value={rowVersion > 1 ? updateDate : null} />,
            },
          ]}
          menu={
            mayUpdate || mayDelete
              ? (setting) =>
                  !setting.isFromEnvironment && (
                    <>
                      {mayUpdate && (
                        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => edit(setting)}>
                          Edit
                        </Menu.Item>
                      )}
                      {mayDelete && (
                        <Menu.Item
                          data-danger={!setting.isBuiltIn || undefined}
                          leftSection={setting.isBuiltIn ? <IconRestore size={16} /> : <IconTrash size={16} />}
                          onClick={() => void remove(setting)}
                        >
                          {setting.isBuiltIn ? 'Reset' : 'Delete'}
                        </Menu.Item>
                      )}
                    </>
                  )
              : undefined
          }
        />
      )}
      <SettingDialog setting={edited} onClose={() => edit(undefined)} />
    </div>
  )
}
