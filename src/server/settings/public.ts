/** What other areas may ask of settings. */
export { numberSetting, settingOf, settingsOf } from './app-settings-table.ts'
