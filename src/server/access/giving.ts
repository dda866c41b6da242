import { isPermission, neededToGive } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'

/** Nobody gives what he does not hold: otherwise whoever may make a person or a role makes an administrator. */
export function checkGiven(actor: Actor, names: string[]) {
  const held: ReadonlySet<string> = actor.held
  // A name of an older version opens nothing any more.
  const missing = names
    .filter(isPermission)
    .map(neededToGive)
    .filter((name) => !held.has(name))
  if (missing.length > 0) throw forbidden([...new Set(missing)].sort().join(', '))
}

/** What these roles allow. Held until the commit: a role that gains names meanwhile is not given past the check. */
export async function namesOfRoles(ctx: Context, roleIds: unknown[]): Promise<string[]> {
  const roles = await ctx.rows('select permissions from roles where id = any($1::bigint[]) for share', [roleIds])
  return roles.flatMap(({ permissions }) => permissions as string[])
}
