import { createToken } from '../../model/access/api-tokens.ts'
import { DeliveryState, webhooks } from '../../model/programs/webhooks.ts'
import type { Context } from '../kit/request/context.ts'
import { createCall, type Invoke } from './invoke.ts'

const { Delivered, GivenUp } = DeliveryState

const sent: [event: string, hoursAgo: number, tries: number, status: number | null, error: string | null][] = [
  ['project.updated', 70, 1, 204, null],
  ['client.created', 52, 1, 204, null],
  ['project.updated', 46, 2, 204, null],
  ['equipment.updated', 27, 1, 204, null],
  ['project.created', 5, 1, 410, 'It answered 410.'],
]

/** Creates an API token that reads prices and a webhook whose receiver is gone. The webhook must not send requests. */
export async function makePrograms(call: Invoke, ctx: Context, today: string) {
  const nextYear = `${Number(today.slice(0, 4)) + 1}-01-31`
  const lastDay = Date.parse(nextYear) - Date.parse(today) > 360 * 86_400_000 ? `${today.slice(0, 4)}-12-31` : nextYear
  await call(createToken, {
    body: { name: 'Price list for the website', permissions: ['Equipments.View', 'Manufacturers.View'], expiresDate: lastDay },
  })
  const hook = await call(createCall(webhooks), {
    body: {
      address: 'https://hooks.example.com/dna',
      description: 'Keeps the projects of the accounting system up to date',
      events: ['project.created', 'project.updated', 'client.created', 'client.updated', 'equipment.updated'],
      isActive: false,
    },
  })
  for (const [event, hours, tries, status, error] of sent)
    await ctx.run(
      `insert into webhook_deliveries (webhook_id, message_id, event, state, attempts, create_date, last_try_date, status, error)
       values ($1, 'msg_' || gen_random_uuid(), $2, $3, $4, now() - $5 * interval '1 hour', now() - $5 * interval '1 hour', $6, $7)`,
      [hook.id, event, error === null ? Delivered : GivenUp, tries, hours, status, error],
    )
  await ctx.run(`update webhooks set off_reason = 'The receiver refuses further deliveries (410).' where id = $1`, [hook.id])
}
