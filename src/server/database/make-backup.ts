import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFileName, nightIn, outdated } from '../../model/settings/backup-nights.ts'
import type { BackupResult } from '../kit/request/context.ts'
import type { Settings } from '../settings.ts'
import { type FileStore, localFileStore, s3FileStore } from '../tools/file-store.ts'
import { databaseAddress, settingsFileStore, writeBackup } from './backup.ts'
import { type Contents, hashContents, proveBackup } from './proof.ts'

function backupFileStore({ backup, s3 }: Settings): FileStore | undefined {
  if (backup?.folder) return localFileStore(backup.folder)
  if (backup?.bucket && s3) return s3FileStore({ ...s3, bucket: backup.bucket })
  return undefined
}

/**
 * Writes the backup next to the data, restores it into a temporary database, and compares both. Only then it is stored under its name,
 * replacing one of the same night, and outdated backups are deleted. Leaves no files if it fails.
 */
export async function makeBackup(settings: Settings, night: string): Promise<BackupResult> {
  const store = backupFileStore(settings)
  if (!store) throw new Error('No backup location is set on this server.')
  const folder = join(settings.dataDir, '.backup')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, backupFileName(night))
  try {
    const address = databaseAddress(settings)
    let contents: Contents = {}
    const { rows, files } = await writeBackup(address, settingsFileStore(settings, settings.dataDir), path, async (client) => {
      contents = await hashContents(client)
    })
    await proveBackup(address, path, contents, join(folder, 'proof'))
    const { size } = await stat(path)
    await store.put(backupFileName(night), createReadStream(path), size)
    await thinOut(store, night)
    return { file: backupFileName(night), size, rows, files }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function thinOut(store: FileStore, newest: string): Promise<void> {
  const nights: string[] = []
  for await (const key of store.list()) {
    const night = nightIn(key)
    if (night) nights.push(night)
  }
  for (const night of outdated(nights, newest)) await store.remove(backupFileName(night))
}
