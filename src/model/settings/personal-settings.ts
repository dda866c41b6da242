import { call, mergePatch, shape } from '../kit/call.ts'
import { boolean, defaulted } from '../kit/field.ts'

/** A user's preferences (domain 14.5). The third requires ShowManagementSettings. */
export const personalSettingsShape = {
  autoCreateDefaultAreaGroupInSpace: defaulted(boolean('Create a default area group in new spaces'), true),
  autoCollapseNavigationDrawerOnProjectOpen: defaulted(boolean('Collapse the menu when a project is opened'), false),
  maskSuspendedUsers: defaulted(boolean('Show suspended users as "Previous User"'), false),
}

export const readPersonalSettings = call({
  method: 'GET',
  path: '/PersonalSettings',
  permission: 'PersonalSettings.View',
  summary: 'Get my personal settings',
  response: shape(personalSettingsShape),
})
export const savePersonalSettings = mergePatch({
  path: '/PersonalSettings',
  permission: 'PersonalSettings.Update',
  summary: 'Update my personal settings',
  body: personalSettingsShape,
  response: shape(personalSettingsShape),
})
