import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { type ImportedColumn, importedColumns } from '../../model/hours/actual-hours.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { ParsedHoursRow } from './hours-file.ts'
import { mayWrite } from './seen-hours.ts'

export interface Named {
  userId: string
  projectId: number
  contractId: number | null
  phaseId: number | null
  laborType: LaborType
}
type Column = Extract<ImportedColumn, keyof ParsedHoursRow>
interface Outcome {
  found?: Named
  problems?: { key: Column; message: string }[]
}

const personRow = { id: is.uuid, name: is.text, email: is.text, laborType: orNull(is.choice(LaborType)) }
const loadPeople = (ctx: Context, names: readonly string[]) =>
  ctx.rows(
    personRow,
    `select u.id, u.first_name || ' ' || u.last_name as name, u.email, u.default_labor_type as "laborType" from people u
     where not u.is_external_user and not u.is_deleted and (u.id = $2 or lower(u.email) = any($1) or lower(u.first_name || ' ' || u.last_name) = any($1))`,
    [names, ctx.actor.userId],
  )

const loadProjects = (ctx: Context, names: readonly string[]) =>
  ctx.rows(
    { id: is.number, name: is.text, number: orNull(is.text) },
    `select p.id, p.name, p.number from living_projects p where (lower(p.number) = any($1) or lower(p.name) = any($1)) and visible(p)`,
    [names],
  )

const phaseRow = {
  projectId: is.number,
  contractId: is.number,
  contractName: is.text,
  contractNumber: is.text,
  phaseId: orNull(is.number),
  phaseName: orNull(is.text),
  phaseType: orNull(is.choice(ConstructionPhaseType)),
}
const loadPhases = (ctx: Context, projectIds: readonly number[]) =>
  ctx.rows(
    phaseRow,
    `select c.project_id, c.id as "contractId", c.name as "contractName", c.number as "contractNumber", ph.id as "phaseId",
       ph.name as "phaseName", ph.type as "phaseType"
     from planned_contracts c left join planned_phases ph on ph.contract_id = c.id where c.project_id = any($1::bigint[]) order by c.id, ph."order", ph.id`,
    [projectIds],
  )
type PhaseRow = Awaited<ReturnType<typeof loadPhases>>[number]

function onlyMatch<T>(found: readonly T[], label: string): { one?: T; message?: string } {
  const [one, other] = found
  if (one === undefined) return { message: `${label} not found.` }
  return other === undefined ? { one } : { message: `There are several; enter the number.` }
}

/** Uses three statements for all rows of a file. */
export async function findNamed(ctx: Context, rows: readonly ParsedHoursRow[]): Promise<Outcome[]> {
  const people = await loadPeople(ctx, [...new Set(rows.map(({ person }) => caseFoldedKey(person)))])
  const projects = await loadProjects(ctx, [...new Set(rows.map(({ project }) => caseFoldedKey(project)))])
  const phases = await loadPhases(
    ctx,
    projects.map(({ id }) => id),
  )
  return rows.map((row) => resolveNames(ctx, row, { people, projects, phases }))
}

interface Known {
  people: Awaited<ReturnType<typeof loadPeople>>
  projects: Awaited<ReturnType<typeof loadProjects>>
  phases: readonly PhaseRow[]
}

function resolveNames(ctx: Context, row: ParsedHoursRow, known: Known): Outcome {
  const problems: NonNullable<Outcome['problems']> = []
  const refuse = (key: Column, message: string | undefined) => message !== undefined && problems.push({ key, message })
  const person = findPerson(ctx, row.person, known)
  refuse('person', person.message)
  const project = row.project === '' ? {} : projectIn(row.project, known)
  refuse('project', project.message)
  const place = project.one
    ? findPhase(
        row,
        known.phases.filter(({ projectId }) => projectId === project.one?.id),
      )
    : { problems: {} }
  refuse('contract', place.problems.contract)
  refuse('phase', place.problems.phase)
  const laborType = row.laborType ?? person.one?.laborType
  const isUnknown = row.problems.some(({ column }) => column === importedColumns.laborType.header)
  if (person.one && laborType == null && !isUnknown) refuse('laborType', messages.required)
  if (problems.length > 0 || !person.one || !project.one || laborType == null) return { problems }
  return {
    found: {
      userId: person.one.id,
      projectId: project.one.id,
      contractId: place.contractId ?? null,
      phaseId: place.phaseId ?? null,
      laborType,
    },
  }
}

/** An empty name is the current user. A user who may not enter hours for others gets the same error whether or not the person exists. */
function findPerson(ctx: Context, said: string, { people }: Known): { one?: Known['people'][number]; message?: string } {
  const text = caseFoldedKey(said)
  const own = people.find(({ id }) => id === ctx.actor.userId)
  if (own && (text === '' || text === caseFoldedKey(own.email) || text === caseFoldedKey(own.name))) return { one: own }
  const found = people.filter(({ name, email }) => [caseFoldedKey(name), caseFoldedKey(email)].includes(text))
  if (!mayWrite(ctx, found[0]?.id ?? '')) return { message: 'You may only enter your own hours.' }
  const { one, message } = onlyMatch(found, 'Person')
  return { one, message: message?.startsWith('There are') ? 'There are several; enter the e-mail address.' : message }
}

function projectIn(said: string, { projects }: Known) {
  const text = caseFoldedKey(said)
  const byNumber = projects.filter(({ number }) => caseFoldedKey(number ?? '') === text)
  return onlyMatch(byNumber.length > 0 ? byNumber : projects.filter(({ name }) => caseFoldedKey(name) === text), 'Project')
}

interface PlaceFound {
  problems: Partial<Record<'contract' | 'phase', string>>
  contractId?: number
  phaseId?: number | null
}
function findPhase({ contract, phase }: ParsedHoursRow, all: readonly PhaseRow[]): PlaceFound {
  const [ofContract, ofPhase] = [caseFoldedKey(contract), caseFoldedKey(phase)]
  const inContract =
    ofContract === ''
      ? all
      : all.filter((item) => [caseFoldedKey(item.contractNumber), caseFoldedKey(item.contractName)].includes(ofContract))
  const contractIds = [...new Set(inContract.map(({ contractId }) => contractId))]
  const problems: PlaceFound['problems'] = {}
  const contractId = ofContract === '' ? undefined : onlyMatch(contractIds, 'Contract')
  if (contractId?.message) problems.contract = contractId.message
  if (contractId?.message || ofPhase === '') return { problems, contractId: contractId?.one }
  const named = inContract.filter(({ phaseName }) => phaseName !== null && caseFoldedKey(phaseName) === ofPhase)
  const typed = inContract.filter(
    ({ phaseType }) => phaseType !== null && caseFoldedKey(ConstructionPhaseType.label(phaseType)) === ofPhase,
  )
  const { one, message } = onlyMatch(named.length > 0 ? named : typed, 'Phase')
  if (message) problems.phase = message.startsWith('There are') ? 'There are several; enter the contract.' : message
  return { problems, contractId: one?.contractId ?? contractId?.one, phaseId: one?.phaseId }
}
