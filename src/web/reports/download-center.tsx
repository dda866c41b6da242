import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { useSession } from '../kit/request/session.ts'
import { DownloadsList } from './downloads-list.tsx'

/** The files this person asked for. The menu in the toolbar keeps the rows fresh. */
export function DownloadCenterPage() {
  const { isExternal } = useSession()
  return <DownloadsList resource={downloadTasks} title={isExternal ? 'My downloads' : 'Download center'} />
}
