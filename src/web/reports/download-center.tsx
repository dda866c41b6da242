import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { useSession } from '../kit/request/session.ts'
import { DownloadsList } from './downloads-list.tsx'

export function DownloadCenterPage() {
  const { isExternal } = useSession()
  return <DownloadsList resource={downloadTasks} title={isExternal ? 'My downloads' : 'Download center'} />
}
