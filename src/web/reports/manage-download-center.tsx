import { useEffect } from 'react'
import { managedDownloadTasks } from '../../model/reports/download-tasks.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { DownloadsList } from './downloads-list.tsx'

const lookEvery = 5000

/** Files of all users. Live events reach only a file's owner, so this page polls. */
export function ManageDownloadCenterPage() {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void invalidateEntity(managedDownloadTasks.entity), lookEvery)
    return () => clearInterval(timer)
  }, [])
  return <DownloadsList resource={managedDownloadTasks} title="Everyone’s downloads" />
}
