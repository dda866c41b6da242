import type { Area } from '../area.ts'
import { absenceRoutes, servedAbsences } from './absences.ts'
import { boardEditRoutes } from './board-edits.ts'
import { boardExportRoutes, makeBoard } from './board-export.ts'
import { boardRoutes } from './boards.ts'
import { capacityRoutes } from './capacity.ts'
import { holidayCalendars, makeFirmCalendar } from './holiday-calendars.ts'
import { makeMonthlyPlans, monthlyPlanRoutes } from './monthly-plan-export.ts'
import { beginEqualWeek, workScheduleRoutes } from './work-schedules.ts'
import { weeksToday } from './working-times.ts'
import { makeWorkload, workloadRoutes } from './workload-export.ts'

export const area: Area = {
  entities: [holidayCalendars, servedAbsences],
  routes: [
    ...workScheduleRoutes,
    ...absenceRoutes,
    ...capacityRoutes,
    ...boardRoutes,
    ...boardEditRoutes,
    ...boardExportRoutes,
    ...workloadRoutes,
    ...monthlyPlanRoutes,
  ],
  views: { weeks_today: weeksToday },
  personPart: { weeklyHoursGiven: beginEqualWeek },
  exports: { board: makeBoard, workload: makeWorkload, monthlyPlans: makeMonthlyPlans },
  initial: makeFirmCalendar,
}
