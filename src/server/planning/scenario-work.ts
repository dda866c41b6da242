import {
  addScenarioHours,
  applyScenario,
  compareScenario,
  dropScenarioChange,
  readScenarioBoard,
  setScenarioMonth,
} from '../../model/planning/scenarios.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { applyScenarioChanges } from './scenario-apply.ts'
import { compareSides, scenarioBoard } from './scenario-board.ts'
import { createScenarioHours, dropChange, updateScenarioMonth } from './scenario-changes.ts'

export const scenarioWorkRoutes: Route[] = [
  defineRoute(readScenarioBoard, (ctx, { params, query }) => scenarioBoard(ctx, params.id, query)),
  defineRoute(compareScenario, async (ctx, { params, query }) => ({ comparison: await compareSides(ctx, params.id, query) })),
  defineRoute(setScenarioMonth, updateScenarioMonth),
  defineRoute(addScenarioHours, createScenarioHours),
  defineRoute(dropScenarioChange, dropChange),
  defineRoute(applyScenario, applyScenarioChanges),
]
