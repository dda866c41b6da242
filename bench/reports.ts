import { readdirSync, readFileSync } from 'node:fs'
import { EquipmentAvailability } from '../src/model/catalog/enums.ts'
import { ContractType, ProposalType } from '../src/model/contracts/enums.ts'
import { ReportScope, ReportType } from '../src/model/reports/enums.ts'
import { reportOffers } from '../src/model/reports/report-calls.ts'

const spaceCount = 40
const linesInEach = 125
const racksInAll = 4
const reportsOfAKind = 10
const aim = { xlsx: 4, docx: 6 } as const
const workerAim = 300

export type Beside = <T>(work: Promise<T>) => Promise<{ answer: T; seconds: number; p95: number; slowest: number; memory: number }>
export type Told = Record<string, any>
export type Call = (method: string, path: string, body?: object) => Promise<Told>

export async function measureReports(call: Call, measureAlongside: Beside, pid: number) {
  const { projectId, contractId } = await createProject(call)
  console.log(
    `\nReports of ${spaceCount * linesInEach} lines in ${spaceCount} spaces; aim: each workbook under ${aim.xlsx} s, each Word file under ${aim.docx} s, a worker under ${workerAim} MB, lists meanwhile under 100 ms (p95)`,
  )
  const workers = watchWorkers(pid)
  for (const { value, label, format } of ReportType.values.filter((kind) => reportOffers[kind.value])) {
    const options = value === ReportType.ClientProposal ? { contractId, includeOPC: true } : {}
    workers.begin()
    const times: number[] = []
    const { answer, p95, memory } = await measureAlongside(makeAgain({ reportType: value, scope: ReportScope.AllSpaces, options }, times))
    const seconds = Math.max(...times) / 1000
    const most = workers.most()
    const over = [seconds > aim[format] && 'SLOW', most > workerAim && 'LARGE', answer.status !== 2 && 'FAILED'].filter(Boolean).join(' ')
    console.log(
      `${label} (${format}): ${seconds.toFixed(1)} s, ${((answer.size ?? 0) / 1024).toFixed(0)} KB, worker ${most.toFixed(0)} MB and product ${memory.toFixed(0)} MB at most, lists ${p95.toFixed(0)} ms ${over}`,
    )
  }
  workers.end()

  const revisions = `/projects/${projectId}/Revisions`
  const issued = await measureAlongside(call('POST', revisions, { code: 'BENCH', title: 'Bench', issueDate: '2026-06-12' }))
  const lines = (await call('GET', `/projects/${projectId}/Equipment?itemsPerPage=10`)).items as Told[]
  for (const { id, space, areaGroup, provider, installer, quantity } of lines)
    await call('PUT', `/spaces/${space.id}/Equipment/${id}`, { areaGroupId: areaGroup?.id, provider, installer, quantity: quantity + 1 })
  const compared = await measureAlongside(call('GET', `${revisions}/Compare?from=${issued.answer.id}`))
  console.log(
    `Revision: ${issued.seconds.toFixed(2)} s (aim 2 s); compared with today, ${compared.answer.changes.length} differences: ${compared.seconds.toFixed(2)} s (aim 0.5 s)`,
  )
  const body = { reportType: ReportType.ExtendedBOM, scope: ReportScope.AllSpaces, options: { revisionId: issued.answer.id } }
  const then = await measureAlongside(createReport(body))
  console.log(`Extended BOM as of it: ${then.seconds.toFixed(1)} s`)

  /** Runs reports one after the other: one report is too short to get a meaningful p95 of the list requests beside it. */
  async function makeAgain(body: object, times: number[]) {
    for (let left = reportsOfAKind - 1; ; left--) {
      const since = performance.now()
      const task = await createReport(body)
      times.push(performance.now() - since)
      if (left === 0 || task.status !== 2) return task
    }
  }

  async function createReport(body: object) {
    let task = await call('POST', `/projects/${projectId}/Reports`, body)
    while (task.status < 2) {
      await new Promise((next) => setTimeout(next, 100))
      task = await call('GET', `/DownloadCenter/${task.id}`)
    }
    return task
  }
}

async function createProject(call: Call) {
  const client = await call('POST', '/clients', { name: `Bench reports ${Date.now()}`, abbreviatedName: `R${Date.now() % 10_000}` })
  const project = await call('POST', '/projects', { name: `Bench reports ${Date.now()}`, clientId: client.id })
  const found = (await call('GET', '/equipments?itemsPerPage=200')).items as Told[]
  // Discontinued equipment cannot be added to a new space.
  const products = found.filter(({ availability }) => availability === EquipmentAvailability.Available)
  const levelId = project.buildings[0].levels[0].id
  const spaceIds: number[] = []
  for (let at = 0; at < spaceCount; at++) {
    const equipment = Array.from({ length: linesInEach }, (_, line) => ({
      equipmentId: products[(at + line) % products.length]!.id,
      quantity: 1 + (line % 4),
    }))
    const space = await call('POST', '/spaces', { projectId: project.id, levelId, name: `Room ${at}`, area: 400, equipment })
    if (!space.id) throw new Error(`Space ${at} was not made: ${JSON.stringify(space)}`)
    spaceIds.push(space.id)
  }
  const sheets = { documentTypes: [1, 2, 4], associateType: 1, ids: spaceIds }
  await call('POST', `/projects/${project.id}/DrawingDocuments/Generate`, sheets)
  const inRacks = `/projects/${project.id}/Units?isPlaced=false&isForRacks=true&itemsPerPage=200`
  const units = (await call('GET', inRacks)).items as Told[]
  for (let at = 0; at < racksInAll; at++) {
    const rack = await call('POST', `/projects/${project.id}/Racks`, { name: `R-${at}`, spaceId: spaceIds[at] })
    let next = 1
    const placements = units.slice(at * 20, at * 20 + 20).flatMap(({ id, equipment }) => {
      const startRU = next
      next += Math.max(1, Math.ceil(equipment.rackUnits ?? 1))
      return next <= 43 ? [{ unitId: id, startRU }] : []
    })
    await call('PUT', `/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })
  }
  const contract = await call('POST', `/projects/${project.id}/Contracts`, {
    name: 'Bench proposal',
    type: ContractType.Proposal,
    proposalType: ProposalType.AV,
  })
  return { projectId: project.id as number, contractId: contract.id as number }
}

/** Tracks the peak memory of any worker process in MB, sampled every 50 ms. */
function watchWorkers(pid: number) {
  let most = 0
  const sampleTimer = setInterval(() => {
    for (const child of workerPids(pid)) most = Math.max(most, child)
  }, 50)
  return {
    begin: () => {
      most = 0
    },
    most: () => most,
    end: () => clearInterval(sampleTimer),
  }
}

function workerPids(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const isChild = new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status) && /^Name:\s+(node|MainThread)/m.test(status)
        return isChild ? [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024] : []
      } catch {
        return []
      }
    })
}
