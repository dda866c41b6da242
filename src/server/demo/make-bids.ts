import { externalUsers } from '../../model/access/users.ts'
import { addBidInvitation, answerBidQuestion, awardPackage, bidLines, cancelPackage, issuePackage } from '../../model/bids/bid-calls.ts'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import { askBidQuestion, declineBid, intendToBid, saveBidDraft, submitBid } from '../../model/bids/external-bid-calls.ts'
import { ProviderCode } from '../../model/catalog/enums.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import type { BodyOf, ResponseOf } from '../../model/kit/call.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import type { Permission } from '../../model/permissions.ts'
import { revisions } from '../../model/reports/revisions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { demoFirm, onDay } from './firm.ts'
import { type As, createCall } from './invoke.ts'

/** Integrators that bid. `level` is their usual share of the list price; `spread` is how far a line departs from it. */
const bidders = [
  { company: 'meridianintegration', level: 0.84, spread: 0.08, labor: 0.22 },
  { company: 'clearpathav', level: 0.79, spread: 0.14, labor: 0.27 },
  { company: 'bluecanyon', level: 0.88, spread: 0.05, labor: 0.19 },
  { company: 'rheinmedia', level: 0.91, spread: 0.1, labor: 0.24 },
] as const

interface Bidder {
  actor: Actor
  companyId: number
  email: string
  index: number
}
type Line = ResponseOf<typeof bidLines>['items'][number]
type Draft = BodyOf<typeof saveBidDraft>

/** A package in each state, on the projects whose status names the work. */
export async function makeBids(as: As, today: string) {
  const people = await makeBidders(as)
  const at = (days: number) => `${onDay(today, days)}T21:00:00Z`
  const open = (project: string, name: string, dueAt: string) => makePackage(as, { project, name, dueAt, today, people })
  const draft = await open('research-building-4', 'Audio-visual systems', at(30))
  if (draft) await as((call) => call(addBidInvitation, invitationOf(draft, people[0])))

  const out = await open('basel-labs', 'Audio-visual systems', at(9))
  if (out) {
    await issue(as, out)
    await askAndAnswer(as, out, people[1])
    await bid(as, out, people[0])
    await as((call) => call(intendToBid, { params: invitedAt(out, people[1]) }), people[1].actor)
    await as(
      (call) => call(declineBid, { params: invitedAt(out, people[3]), body: { reason: 'No crew in these weeks.' } }),
      people[3].actor,
    )
  }
  const closed = await open('boston-office', 'Audio-visual systems', at(3))
  if (closed) {
    await issue(as, closed)
    for (const person of people) await bid(as, closed, person)
    await passDeadline(as, closed, at(-2))
  }
  const canceled = await open('boston-office', 'Digital signage', at(20))
  if (canceled) {
    await issue(as, canceled)
    await as((call) =>
      call(cancelPackage, { params: canceled.params, body: { reason: 'The client takes the signage into another contract.' } }),
    )
  }
  const awarded = await open('council-chamber', 'Chamber renewal', at(2))
  if (awarded) {
    await issue(as, awarded)
    for (const person of people) await bid(as, awarded, person)
    await passDeadline(as, awarded, at(-40))
    const winner = awarded.invitations[0]
    if (winner)
      await as((call) =>
        call(awardPackage, {
          params: awarded.params,
          body: { invitationId: winner.id, rationale: 'Complete, second lowest total, and the schedule fits the recess of the council.' },
        }),
      )
  }
}

async function makeBidders(as: As): Promise<[Bidder, Bidder, Bidder, Bidder]> {
  const found: Bidder[] = []
  for (const [index, { company: key }] of bidders.entries()) {
    const company = demoFirm.companies.find((one) => one.key === key)
    const contact = company?.contacts[0]
    if (!company || !contact) throw new Error(`The demo has no contact of ${key}.`)
    const { email, firstName, lastName, jobTitle, phone } = contact
    const [companyId, userId, held] = await as(async (call, ctx) => {
      const [row] = await ctx.rows({ id: is.number }, 'select id from systems_integrators where name = $1 and not is_deleted', [
        company.name,
      ])
      const [role] = await ctx.rows({ id: is.number }, 'select id from roles where is_external and not is_deleted order by id limit 1')
      const [known] = await ctx.rows({ id: is.uuid }, 'select id from people where lower(email) = lower($1)', [email])
      const body = { email, firstName, lastName, jobTitle, phone, roleId: role?.id ?? 0, password: `Demo-${firstName}-2026!` }
      const { id } = known ?? (await call(createCall(externalUsers), { body }))
      return [row?.id ?? 0, id, await permissionsOf(ctx, id)] as const
    })
    const actor: Actor = { userId, sessionId: null, firstName, lastName, isExternal: true, held, roleId: 0 }
    found.push({ actor, companyId, email, index })
  }
  const [first, second, third, fourth] = found
  if (!first || !second || !third || !fourth) throw new Error('The demo needs four bidders.')
  return [first, second, third, fourth]
}

async function permissionsOf(ctx: Context, userId: string): Promise<Set<Permission>> {
  const [row] = await ctx.rows({ permissions: is.names<Permission>() }, 'select permissions from people where id = $1', [userId])
  return new Set(row?.permissions)
}

interface Opened {
  params: { id: number; itemId: number }
  lines: Line[]
  invitations: { id: number }[]
  people: readonly Bidder[]
}
const invitationOf = ({ params }: Pick<Opened, 'params'>, { companyId, email, actor }: Bidder) => ({
  params,
  body: { companyType: CompanyType.SystemsIntegrator, companyId, people: [{ email, userId: actor.userId }] },
})
const invitedAt = ({ invitations }: Opened, { index }: Bidder) => ({ id: invitations[index]?.id ?? 0 })

interface Wanted {
  project: string
  name: string
  dueAt: string
  today: string
  people: readonly Bidder[]
}

async function makePackage(as: As, { project: key, name, dueAt, today, people }: Wanted): Promise<Opened | undefined> {
  return as(async (call, ctx) => {
    const title = demoFirm.projects.find((project) => project.key === key)?.name ?? ''
    const [project] = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.name = $1', [title])
    if (!project) return undefined
    const [issued] = await ctx.rows({ id: is.number }, 'select id from revisions where project_id = $1 order by id desc limit 1', [
      project.id,
    ])
    const revision =
      issued ??
      (await call(createCall(revisions), {
        params: { id: project.id },
        body: { code: 'BID', title: 'Issued for bid', phase: 'BID', issueDate: onDay(today, -20), note: 'For pricing.' },
      }))
    const { id: itemId } = await call(createCall(bidPackages), {
      params: { id: project.id },
      body: {
        name,
        revisionId: revision.id,
        dueAt,
        scope: { spaceIds: null, categoryIds: null, providers: [ProviderCode.AVV] },
        instructions: '<p>Price every line. Name each substitution with its reason. Labor belongs to the costs below the lines.</p>',
        allowances: [{ name: 'Coordination with the electrician', amount: 2500 }],
        alternates: [{ code: 'A1', name: 'Second year of service', description: null }],
        requiredTerms: ['Prices hold for the days of validity.'],
      },
    })
    const params = { id: project.id, itemId }
    return { params, lines: (await call(bidLines, { params })).items, invitations: [], people }
  })
}

async function issue(as: As, opened: Opened) {
  for (const person of opened.people) {
    const invitation = await as((call) => call(addBidInvitation, invitationOf(opened, person)))
    opened.invitations.push(invitation)
  }
  await as((call) => call(issuePackage, { params: opened.params, body: {} }))
}

/** A number from 0 to 1 that depends only on its arguments. */
function noise(...keys: number[]): number {
  let hash = 17
  for (const key of keys) hash = (hash * 31 + key * 2654435761) % 4294967296
  return hash / 4294967296
}

const unpriced = { unitPrice: null, isExcluded: false, substitute: null, note: null }

function draftOf(lines: readonly Line[], index: number): Draft {
  const { level, spread, labor } = bidders[index] ?? bidders[0]
  let total = 0
  const priced = lines.map(({ lineKey, quantity, estimateUnitPrice }, at) => {
    const list = estimateUnitPrice ?? 250
    const unitPrice = dollarsOf(Math.round(list * 100 * (level + (noise(index, at) - 0.5) * 2 * spread)))
    // One bidder leaves lines out, one excludes some, one offers other products.
    if (index === 1 && at % 23 === 7) return { ...unpriced, lineKey }
    if (index === 2 && at % 29 === 11) return { ...unpriced, lineKey, isExcluded: true }
    total += quantity * unitPrice
    const substitute = { manufacturer: 'Equal', model: `EQ-${100 + at}`, reason: 'In stock, delivered six weeks earlier.' }
    return { ...unpriced, lineKey, unitPrice, substitute: index === 3 && at % 17 === 5 ? substitute : null }
  })
  const share = (part: number) => dollarsOf(Math.round(total * part) * 100)
  return {
    lines: priced,
    costs: {
      installation: share(labor),
      engineering: share(0.05),
      programming: share(0.06),
      projectManagement: share(0.04),
      freight: share(0.012),
    },
    alternates: { A1: share(0.03) },
    exclusions: index === 2 ? ['Cutting and patching', 'Work outside normal hours'] : [],
    qualifications: index === 1 ? ['Access to the rooms from 7 a.m. to 6 p.m.'] : [],
  }
}

async function bid(as: As, opened: Opened, person: Bidder) {
  const params = invitedAt(opened, person)
  await as((call) => call(saveBidDraft, { params, body: draftOf(opened.lines, person.index) }), person.actor)
  const { firstName, lastName } = person.actor
  await as((call) => call(submitBid, { params, body: { name: `${firstName} ${lastName}` } }), person.actor)
}

async function askAndAnswer(as: As, opened: Opened, person: Bidder) {
  const text = 'Is the freight elevator free on weekday mornings?'
  const question = await as((call) => call(askBidQuestion, { params: invitedAt(opened, person), body: { text } }), person.actor)
  await as((call) =>
    call(answerBidQuestion, {
      params: { ...opened.params, questionId: question.id },
      body: { answer: 'Yes, from 7 to 9 a.m. Book it two days before.', isPublished: true },
    }),
  )
}

/** Moves the deadline into the past. */
const passDeadline = (as: As, { params }: Opened, dueAt: string) =>
  as((_, ctx) =>
    ctx.run("update bid_packages set due_at = $2, issued_at = $2::timestamptz - interval '21 days' where id = $1", [params.itemId, dueAt]),
  )
