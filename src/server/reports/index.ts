import type { Job } from '../kit/jobs.ts'
import type { Route } from '../kit/serve.ts'
import { downloadRoutes, downloadTasks, makeFile } from './download-tasks.ts'

export const entities = [downloadTasks]
export const routes: Route[] = downloadRoutes
export const jobs: Job[] = [makeFile]
