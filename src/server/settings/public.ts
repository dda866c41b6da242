export { loadAppSetting as settingOf, loadAppSettings as settingsOf, numberSetting } from './app-settings-table.ts'
