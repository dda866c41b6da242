import { isPermission, neededToGive } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'

/** Users can grant only permissions they have; otherwise anyone who may create a user or role could create an administrator. */
export function checkGiven(actor: Actor, names: string[]) {
  const held: ReadonlySet<string> = actor.held
  const missing = names
    .filter(isPermission)
    .map(neededToGive)
    .filter((name) => !held.has(name))
  if (missing.length > 0) throw forbidden([...new Set(missing)].sort().join(', '))
}

/** Loads the roles to be granted and locks them until commit, so that a concurrent change or deletion cannot bypass the checks. */
export function rolesToGive(ctx: Context, roleIds: unknown[], isHeld = true) {
  return ctx.rows(
    { id: is.number, isExternal: is.boolean, permissions: is.texts },
    `select id, is_external, permissions from roles where id = any($1::bigint[]) and not is_deleted order by id${isHeld ? ' for share' : ''}`,
    [roleIds.filter((id) => id !== undefined)],
  )
}
