import type { ProjectStage } from '../../model/projects/enums.ts'
import { type GuardedEntity, type StageAction, stageObstacle } from '../../model/projects/stage-guards.ts'
import { conflict } from '../kit/request/errors.ts'

export function checkStage<E extends GuardedEntity>(entity: E, action: StageAction<E>, stage: ProjectStage) {
  const obstacle = stageObstacle(entity, action, stage)
  if (obstacle) throw conflict(obstacle)
}
