import { Button, Drawer, Switch } from '@mantine/core'
import { useState } from 'react'
import { typedKeys } from '../../model/kit/keys.ts'
import { personalSettingsShape, readPersonalSettings, savePersonalSettings } from '../../model/settings/personal-settings.ts'
import { confirm, DialogFoot } from '../kit/form/dialogs.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { ReasonButton, Skeletons } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { type PersonalSettings, storePersonalSettings } from '../kit/request/session.ts'
import css from './personal-settings.module.css'

type Key = keyof PersonalSettings

const effects: Record<Key, string> = {
  autoCreateDefaultAreaGroupInSpace: 'Spaces you create get an area group “General” to put equipment into.',
  autoCollapseNavigationDrawerOnProjectOpen: 'The side menu makes room while you work on a project.',
  maskSuspendedUsers: 'Their names, initials and pictures are hidden from you. Only what you see changes.',
}

export function PersonalSettingsPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data: saved, error, refetch, isFetching } = useRead(readPersonalSettings, {}, { isQuiet: true, enabled: isOpen })
  const [changes, setChanges] = useState<Partial<PersonalSettings>>({})
  const values = saved && { ...saved, ...changes }
  const keys = typedKeys(effects)
  const shown = keys.filter((key) => key !== 'maskSuspendedUsers' || can('PersonalSettings.ShowManagementSettings'))
  const hasChanges = saved !== undefined && keys.some((key) => values![key] !== saved[key])
  const mayUpdate = can('PersonalSettings.Update')
  const discard = () => setChanges({})
  useLeaveQuestion(isOpen && hasChanges, discard)

  const undo = useCall(savePersonalSettings, {
    onDone(answer) {
      storePersonalSettings(answer)
      toast.success('Undone.')
    },
  })
  const saving = useCall(savePersonalSettings, {
    onDone(answer) {
      storePersonalSettings(answer)
      discard()
      toast.success('Your personal settings were saved.', { undo: saved && (() => undo.mutate({ body: saved })) })
    },
  })
  async function close() {
    const question = {
      title: 'Unsaved changes',
      text: 'Your personal settings have changed and are not saved. Close anyway?',
      verb: 'Close without saving',
      keep: 'Stay',
      danger: true,
    }
    if (hasChanges && !(await confirm(question))) return
    discard()
    onClose()
  }

  return (
    <Drawer
      opened={isOpen}
      onClose={() => void close()}
      position="right"
      size={600}
      title="Personal settings"
      attributes={{ header: { role: 'none' } }}
      classNames={{ content: css.panel, body: css.body }}
    >
      {error && !saved ? (
        <div className={css.failure} role="alert">
          <h3>Error Loading Your Personal Settings!</h3>
          <p>Uh-Oh! Something went wrong!</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : !values ? (
        <Skeletons rows={3} columns={1} />
      ) : (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (hasChanges) saving.mutate({ body: values })
          }}
        >
          {shown.map((key) => (
            <Switch
              key={key}
              className={css.setting}
              label={personalSettingsShape[key].label}
              description={effects[key]}
              checked={values[key]}
              disabled={!mayUpdate}
              onChange={(event) => setChanges({ ...changes, [key]: event.currentTarget.checked })}
            />
          ))}
          <span className={css.rest} />
          {mayUpdate && (
            <DialogFoot>
              <ReasonButton
                variant="default"
                reason={saving.isPending ? 'Saving…' : !hasChanges && 'Nothing has changed'}
                onClick={discard}
              >
                Discard
              </ReasonButton>
              <ReasonButton type="submit" reason={!hasChanges && 'Nothing has changed'} loading={saving.isPending}>
                Save
              </ReasonButton>
            </DialogFoot>
          )}
        </form>
      )}
    </Drawer>
  )
}
