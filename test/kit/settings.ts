import { readSettings, type Settings } from '../../src/server/settings.ts'

export const administrator = { email: 'admin@example.com', password: 'Start-12345' }

export function settingsFor(databaseUrl: string, dataDir: string, more: Partial<Settings> = {}): Settings {
  const settings = readSettings({
    PORT: '0',
    APP_ENV: 'TEST',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  return { ...settings, databaseUrl, ...more }
}
