/** What other areas may ask of settings. */
export { makeBuiltInSettings, numberSetting, settingOf, settingsOf } from './app-settings-table.ts'
