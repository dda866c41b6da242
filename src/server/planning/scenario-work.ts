import {
  addScenarioHours,
  applyScenario,
  compareScenario,
  dropScenarioChange,
  readScenarioBoard,
  setScenarioMonth,
} from '../../model/planning/scenarios.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { applyScenarioChanges } from './scenario-apply.ts'
import { compareSides, scenarioBoard } from './scenario-board.ts'
import { createScenarioHours, dropChange, updateScenarioMonth } from './scenario-changes.ts'

export const scenarioWorkRoutes: Route[] = [
  answer(readScenarioBoard, (ctx, { params, query }) => scenarioBoard(ctx, params.id, query)),
  answer(compareScenario, async (ctx, { params, query }) => ({ comparison: await compareSides(ctx, params.id, query) })),
  answer(setScenarioMonth, updateScenarioMonth),
  answer(addScenarioHours, createScenarioHours),
  answer(dropScenarioChange, dropChange),
  answer(applyScenario, applyScenarioChanges),
]
