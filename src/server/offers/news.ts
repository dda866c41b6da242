import type { Permission } from '../../model/permissions.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** Something of an offer or a shift request that concerns people: a decision is theirs, or one was taken about what is theirs. */
export interface News {
  entity: 'resourceOffers' | 'resourceShiftRequests'
  id: number
  /** `decide`: they are asked to decide; `decided`: they hear what was decided; `back`: what waited is a draft again. */
  kind: 'decide' | 'decided' | 'back'
  userIds: readonly string[]
  title: string
  text: string
  link: string
}

/** The one way by which people hear of offers and shift requests: at once, and by mail. */
export async function tellPeople(ctx: Context, { userIds, title, text, link }: News) {
  const others = [...new Set(userIds)].filter((id) => id !== ctx.actor.userId)
  if (others.length === 0) return
  ctx.tell(others, 'Notify', { title, text, link, kind: 'info' })
  const people = await ctx.rows({ email: is.text }, 'select email from people where id = any($1::uuid[]) and not is_suspended', [others])
  const address = `${ctx.services.publicUrl()}${link}`
  for (const { email } of people)
    await ctx.services.sendMail(ctx, { to: email, subject: title, text: `${text}\n\n${address}`, links: [address] })
}

interface Deciders {
  approve: Permission
  /** Only who sees them all sees those of others. */
  manage: Permission
  /** Named by the defaults of the firm. */
  notified: readonly string[]
  /** Whose own matter it is. */
  except: string
}

/** Who can decide for the management, and who wants to be told that something waits. */
export async function decidersOf(ctx: Context, { approve, manage, notified, except }: Deciders): Promise<string[]> {
  const holders = await ctx.rows(
    { id: is.uuid },
    'select id from people where not is_suspended and not is_external_user and not is_deleted and array[$1, $2] <@ permissions',
    [approve, manage],
  )
  return [...new Set([...holders.map(({ id }) => id), ...notified])].filter((id) => id !== except)
}
