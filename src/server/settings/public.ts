export { numberSetting, settingOf, settingsOf } from './app-settings-table.ts'
