import {
  addScenarioHours,
  applyScenario,
  compareScenario,
  dropScenarioChange,
  readScenarioBoard,
  setScenarioMonth,
} from '../../model/planning/scenarios.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { apply } from './scenario-apply.ts'
import { compare, scenarioBoard } from './scenario-board.ts'
import { addHours, dropChange, setMonth } from './scenario-changes.ts'

export const scenarioWorkRoutes: Route[] = [
  answer(readScenarioBoard, (ctx, { params, query }) => scenarioBoard(ctx, params.id, query)),
  answer(compareScenario, async (ctx, { params, query }) => ({ comparison: await compare(ctx, params.id, query) })),
  answer(setScenarioMonth, setMonth),
  answer(addScenarioHours, addHours),
  answer(dropScenarioChange, dropChange),
  answer(applyScenario, apply),
]
