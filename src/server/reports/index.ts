import type { Job } from '../kit/jobs/jobs.ts'
import type { Route } from '../kit/request/routes.ts'
import { downloadRoutes, downloadTasks, makeFile } from './download-tasks.ts'
import { reportRoutes } from './reports.ts'

export const entities = [downloadTasks]
export const routes: Route[] = [...downloadRoutes, ...reportRoutes]
export const jobs: Job[] = [makeFile]
