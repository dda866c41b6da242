import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { isUnderWay } from '../../model/integrations/project-links.ts'
import { integratedService } from '../../model/integrations/services.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { HttpError, notFound } from '../kit/request/errors.ts'
import { sql } from '../kit/sql/writes.ts'
import type { Adapter, Made, There } from './adapter.ts'
import { jira } from './jira.ts'
import { keepThere, type Link, linkById, notifyLinkChanged, setStatus, writeDown } from './links.ts'
import { projectLinksTable } from './links-table.ts'
import { msTeams } from './ms-teams.ts'
import { callService, errorMessage } from './states.ts'

const { Pending, InProgress, Succeeded, Failed } = LinkedProjectStatus

type Outcome = Made | { problem: string }

/** Creates or refreshes the remote object of a link. The job resumes after a crash: an existing object is found by its mark. */
function linkJob<A>(adapter: Adapter<A>): Job<{ linkId: number }> {
  return {
    name: `link ${adapter.service}`,
    async run({ work }, { input }) {
      const begun = await work(async (ctx) => {
        const link = await linkById(ctx, input.linkId)
        if (!link || !isUnderWay(link.status)) return undefined
        await ctx.update(projectLinksTable, link.id, { status: InProgress, attempts: sql`attempts + 1` })
        notifyLinkChanged(ctx, adapter, link.projectId)
        return { link, services: ctx.services }
      })
      if (!begun) return
      const { link, services } = begun
      const outcome = await runToOutcome<A>(async () => {
        const access = await work((ctx) => adapter.access(ctx))
        return {
          access,
          created: await callService(services, adapter.service, adapter.secretsOf(access), () => nextStep(adapter, access, link)),
        }
      })
      await work((ctx) => finishLink(ctx, adapter, link, outcome))
    },
    async givenUp({ work }, input) {
      await work(async (ctx) => {
        const link = await linkById(ctx, input.linkId)
        if (link) await finishLink(ctx, adapter, link, { problem: 'This did not work. Please try again.' })
      })
    },
  }
}

/** A refusal becomes a message for the user. Any other error is a bug and is thrown, so the job retries. */
async function runToOutcome<A>(run: () => Promise<{ access: A; created: Made }>): Promise<Outcome> {
  try {
    return (await run()).created
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { problem: errorMessage(error, []) }
  }
}

async function nextStep<A>(adapter: Adapter<A>, access: A, link: Link): Promise<Made> {
  if (Object.keys(link.wanted).length > 0 || link.externalId === null) return adapter.step(access, link)
  const there = await adapter.read(access, link.externalId)
  if (!there) throw notFound(`${link.name ?? link.externalKey ?? 'This'} in ${integratedService(adapter.service).name}`)
  return { there }
}

export async function isOfAnother<A>(ctx: Context, { system }: Adapter<A>, projectId: number, { externalId }: There): Promise<boolean> {
  const found = await ctx.run('select 1 from project_links where system = $1 and external_id = $2 and project_id <> $3', [
    system,
    externalId,
    projectId,
  ])
  return found > 0
}

async function finishLink<A>(ctx: Context, adapter: Adapter<A>, link: Link, outcome: Outcome) {
  const { name } = integratedService(adapter.service)
  notifyLinkChanged(ctx, adapter, link.projectId)
  if ('problem' in outcome) return fail(ctx, adapter, link, outcome.problem)
  const { there, againInSeconds } = outcome
  if (there && (await isOfAnother(ctx, adapter, link.projectId, there)))
    return fail(ctx, adapter, link, `${there.name} is linked to another project.`)
  if (there) await keepThere(ctx, link.id, there)
  if (againInSeconds !== undefined) {
    const requested = { ...link.wanted, tries: (link.wanted.tries ?? 0) + 1 }
    await ctx.update(projectLinksTable, link.id, { wanted: requested }, { isSilent: true })
    return workOn(ctx, adapter, link.id, againInSeconds)
  }
  await setStatus(ctx, link.id, Succeeded)
  const isNew = Object.keys(link.wanted).length > 0
  await writeDown(ctx, adapter, link, isNew ? `${there?.name ?? name} created` : `${there?.name ?? name} synced`, {
    name: there?.name,
    url: there?.url,
  })
}

async function fail<A>(ctx: Context, adapter: Adapter<A>, link: Link, problem: string) {
  await setStatus(ctx, link.id, Failed, problem)
  await writeDown(ctx, adapter, link, 'failed', { error: problem })
}

const workOn = <A>(ctx: Context, adapter: Adapter<A>, linkId: number, inSeconds = 0) => ctx.enqueue(linkJob(adapter), { linkId }, inSeconds)

/** Queues the job of a link in the caller's transaction. */
export async function queueLink<A>(ctx: Context, adapter: Adapter<A>, link: Link) {
  await ctx.update(projectLinksTable, link.id, { status: Pending, lastError: null, wanted: sql`wanted - 'tries'` })
  await workOn(ctx, adapter, link.id)
  notifyLinkChanged(ctx, adapter, link.projectId)
}

export const linkJobs = [linkJob(jira), linkJob(msTeams)]
