import type { Area } from '../area.ts'
import { absenceRoutes, servedAbsences } from './absences.ts'
import { boardEditRoutes } from './board-edits.ts'
import { boardExportRoutes, makeBoard } from './board-export.ts'
import { boardRoutes } from './boards.ts'
import { calendarRoutes } from './calendar.ts'
import { capacityRoutes } from './capacity.ts'
import { holidayCalendars, holidayProposal, makeFirmCalendar } from './holiday-calendars.ts'
import { makeMonthlyPlans, monthlyPlanRoutes } from './monthly-plan-export.ts'
import { scenarioWorkRoutes } from './scenario-work.ts'
import { scenarioRoutes, servedScenarios } from './scenarios.ts'
import { beginEqualWeek, workScheduleRoutes } from './work-schedules.ts'
import { weeksToday } from './working-times.ts'
import { makeWorkload, workloadRoutes } from './workload-export.ts'

export const area: Area = {
  entities: [holidayCalendars, servedAbsences, servedScenarios],
  routes: [
    ...workScheduleRoutes,
    holidayProposal,
    ...absenceRoutes,
    ...capacityRoutes,
    ...boardRoutes,
    ...boardEditRoutes,
    ...boardExportRoutes,
    ...scenarioRoutes,
    ...scenarioWorkRoutes,
    ...workloadRoutes,
    ...monthlyPlanRoutes,
    ...calendarRoutes,
  ],
  views: { weeks_today: weeksToday },
  personPart: { weeklyHoursGiven: beginEqualWeek },
  exports: { board: makeBoard, workload: makeWorkload, monthlyPlans: makeMonthlyPlans },
  initial: makeFirmCalendar,
}
