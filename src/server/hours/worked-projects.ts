import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { listPhasesToWorkIn } from '../../model/hours/actual-hours.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { stageObstacle } from '../../model/projects/stage-guards.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

interface HoursLocation {
  projectId: number
  contractId: number | null
  phaseId: number | null
}
interface CheckedLocation {
  /** Falls back to the phase's contract when only the phase was sent. */
  contractId: number | null
  problems: Record<string, string[]>
}

const placeRow = {
  at: is.number,
  stage: orNull(is.choice(ProjectStage)),
  contractId: orNull(is.number),
  phaseType: orNull(is.choice(ConstructionPhaseType)),
}

/** Checks any number of places in one statement: visible to the user, project still open, and contract and phase consistent. */
export async function checkPlaces(ctx: Context, places: readonly HoursLocation[]): Promise<CheckedLocation[]> {
  const rows = await ctx.rows(
    placeRow,
    `select x.at, p.stage, c.id as "contractId", ph.type as "phaseType"
     from jsonb_to_recordset($1) as x(at int, "projectId" bigint, "contractId" bigint, "phaseId" bigint)
       left join living_projects p on p.id = x."projectId" and visible(p)
       left join planned_phases named on named.id = x."phaseId"
       left join planned_contracts c on c.id = coalesce(x."contractId", named.contract_id) and c.project_id = p.id
       left join planned_phases ph on ph.id = x."phaseId" and ph.contract_id = c.id
     order by x.at`,
    [JSON.stringify(places.map((place, index) => ({ at: index, ...place })))],
  )
  return places.map((place, index) => checkWorkedOn(place, rows[index]))
}

type Found = Omit<{ stage: ProjectStage | null; contractId: number | null; phaseType: ConstructionPhaseType | null }, 'at'>

function checkWorkedOn({ contractId, phaseId }: HoursLocation, found: Found | undefined): CheckedLocation {
  const problems: Record<string, string[]> = {}
  const stageProblem = found?.stage ? stageObstacle('actualHours', 'Change', found.stage) : undefined
  if (!found || found.stage === null) problems.projectId = ['Project not found.']
  else if (stageProblem) problems.projectId = [stageProblem]
  else if (contractId !== null && found.contractId === null) problems.contractId = ['Contract not found.']
  else if (phaseId !== null && found.phaseType === null) problems.phaseId = ['Phase not found.']
  else if (found.phaseType === ConstructionPhaseType.Pause) problems.phaseId = ['A phase on hold has no hours.']
  return { contractId: contractId ?? (phaseId === null ? null : (found?.contractId ?? null)), problems }
}

export async function phasesToWorkIn(ctx: Context, { query: { projectId } }: RequestOf<typeof listPhasesToWorkIn>) {
  const rows = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      type: is.choice(ConstructionPhaseType),
      contract: is.jsonOf({ id: is.number, name: is.text, number: is.text }),
    },
    `select ph.id, ph.name, ph.type, json_build_object('id', c.id, 'name', c.name, 'number', c.number) as contract
     from living_projects p join planned_contracts c on c.project_id = p.id join planned_phases ph on ph.contract_id = c.id
     where p.id = $1 and visible(p) and ph.type <> ${ConstructionPhaseType.Pause} order by c.number, ph."order", ph.id`,
    [projectId],
  )
  return { items: rows }
}
