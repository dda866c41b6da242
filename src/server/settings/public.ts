export { loadAppSetting as settingOf, loadAppSettings as settingsOf, numberSetting, settingText } from './app-settings-table.ts'
