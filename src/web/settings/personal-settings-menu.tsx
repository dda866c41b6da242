import { Menu } from '@mantine/core'
import { IconSettings } from '../kit/look/icons.ts'
import { useCan } from '../kit/request/can.ts'
import { openPersonalSettings } from './personal-settings-open.ts'

export function PersonalSettingsEntry() {
  if (!useCan('PersonalSettings.View')) return null
  return (
    <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => openPersonalSettings(true)}>
      Personal Settings
    </Menu.Item>
  )
}
