import { LinkedProjectStatus, LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

const { Succeeded, Failed } = LinkedProjectStatus
const { Jira, MsTeams } = LinkedSystem

const linked: Record<string, { jira?: { key: string; error?: string }; team?: { visibility: MsTeamVisibility; error?: string } }> = {
  'Science Commons': { jira: { key: 'NLU1' }, team: { visibility: MsTeamVisibility.Private } },
  'Library media commons': { jira: { key: 'NLU2' }, team: { visibility: MsTeamVisibility.Private } },
  'Basel labs and collaboration': { jira: { key: 'HAL1' }, team: { visibility: MsTeamVisibility.Public } },
  'Research building 4': { jira: { key: 'HAL2', error: 'Jira cannot be reached. (ECONNREFUSED)' } },
  'Performing arts center': { jira: { key: 'WEST1' }, team: { visibility: MsTeamVisibility.Private } },
  'Council chamber renewal': {
    jira: { key: 'MARL1' },
    team: { visibility: MsTeamVisibility.Private, error: 'Microsoft Teams did not turn the group into a team within 15 minutes.' },
  },
  'Trading floor, 8 Canal Street': { team: { visibility: MsTeamVisibility.HiddenMembership } },
  'Boston office, floors 12 to 15': { jira: { key: 'FIELD1' } },
  'Lecture theatre renewal': { jira: { key: 'WEST2' }, team: { visibility: MsTeamVisibility.Private } },
}

export async function makeLinks(ctx: Context) {
  const projects = await ctx.rows(
    { id: is.number, name: is.text, number: orNull(is.text) },
    'select p.id, p.name, p.number from living_projects p where p.name = any($1) order by p.id',
    [Object.keys(linked)],
  )
  for (const { id, name, number } of projects) {
    const { jira, team } = linked[name] ?? {}
    const there = `${number} ${name}`
    if (jira)
      await addLink(ctx, id, Jira, there, jira.error, {
        externalKey: jira.key,
        url: `https://jira.example.com/browse/${jira.key}`,
        visibility: null,
      })
    if (team)
      await addLink(ctx, id, MsTeams, there, team.error, {
        externalKey: null,
        url: `https://teams.example.com/team/${id}`,
        visibility: team.visibility,
      })
  }
}

async function addLink(
  ctx: Context,
  projectId: number,
  system: LinkedSystem,
  name: string,
  error: string | undefined,
  { externalKey, url, visibility }: { externalKey: string | null; url: string; visibility: MsTeamVisibility | null },
) {
  await ctx.run(
    `insert into project_links (project_id, system, external_id, external_key, name, url, visibility, status, last_error, attempts, last_sync_date)
     values ($1::bigint, $2, $3, $4, $5, $6, $7, $8, $9::text, 1, case when $9::text is null then now() - ($1::bigint % 20) * interval '1 day' end) on conflict do nothing`,
    [
      projectId,
      system,
      error === undefined ? `demo-${projectId}` : null,
      externalKey,
      name,
      error === undefined ? url : null,
      visibility,
      error === undefined ? Succeeded : Failed,
      error ?? null,
    ],
  )
}
