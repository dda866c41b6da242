import { listPhasesToWorkIn, readWeek, writeWeek } from '../../model/hours/actual-hours.ts'
import type { Area } from '../area.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { actualHours, workedPhases } from './actual-hours.ts'
import { feeHealthRoutes } from './fee-health.ts'
import { importRoutes } from './import-hours.ts'
import { tempoConnection, tempoRoutes } from './tempo.ts'
import { loadWeek, putWeek } from './week.ts'
import { phasesToWorkIn } from './worked-projects.ts'

export const area: Area = {
  entities: [actualHours],
  routes: [
    defineRoute(listPhasesToWorkIn, phasesToWorkIn),
    defineRoute(readWeek, loadWeek),
    defineRoute(writeWeek, putWeek),
    ...importRoutes,
    ...feeHealthRoutes,
    ...tempoRoutes,
  ],
  connections: [tempoConnection],
  views: { worked_phases: workedPhases },
}
