import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadsList } from './downloads-list.tsx'

/** The files this person asked for. The menu in the toolbar keeps the rows fresh. */
export const DownloadCenterPage = () => <DownloadsList of={downloadTasks} title="Download center" />
