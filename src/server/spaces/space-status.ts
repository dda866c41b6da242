import { SpaceStatus } from '../../model/spaces/enums.ts'
import { statusMoves } from '../../model/spaces/status-moves.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import type { SpaceInHand } from './open-space.ts'
import { notifySpaceStatus } from './space-news.ts'
import { spacesTable } from './spaces-tables.ts'

export function announceSpace(ctx: Context, space: Pick<SpaceInHand, 'id' | 'projectId'>) {
  ctx.after(() => ctx.services.changed({ entity: 'spaces', id: space.id, projectId: space.projectId, action: 'Updated' }, 'Projects.View'))
}

/** Writes a status with its log entries; the caller has checked that the move is allowed. */
export async function writeStatus(ctx: Context, space: SpaceInHand, status: SpaceStatus, notes: string | null = null) {
  await ctx.update(spacesTable, space.id, { status })
  const statusLabel = (value: SpaceStatus) => SpaceStatus.label(value)
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: 'spaces',
      entityId: space.id,
      entityName: space.name,
      before: { status: space.status },
      after: { status },
      activity: {
        title: statusLabel(status),
        notes,
        changes: [{ field: 'status', label: 'Status', from: statusLabel(space.status), to: statusLabel(status) }],
        projectId: space.projectId,
      },
    },
  ])
  announceSpace(ctx, space)
}

export async function moveSpace(ctx: Context, space: SpaceInHand, status: SpaceStatus, comment: string | null) {
  if (!statusMoves[space.status].includes(status))
    throw conflict(`The status cannot be changed this way while ${SpaceStatus.label(space.status)}.`)
  await writeStatus(ctx, space, status, comment)
  await notifySpaceStatus(ctx, space, status, comment)
}
