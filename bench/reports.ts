import { ReportType } from '../src/model/reports/enums.ts'
import { reportOffers } from '../src/model/reports/report-calls.ts'

const spaceCount = 40
const linesInEach = 125

/** Does the work while lists are read, and says how both went. */
type Beside = <T>(work: Promise<T>) => Promise<{ answer: T; seconds: number; p95: number; memory: number }>
type Call = (method: string, path: string, body?: object) => Promise<Record<string, any>>

/** Every report of 5,000 lines in 40 spaces, as people wait for it, while lists go on being read. */
export async function measureReports(call: Call, beside: Beside) {
  const client = await call('POST', '/clients', { name: `Bench reports ${Date.now()}`, abbreviatedName: `R${Date.now() % 10_000}` })
  const project = await call('POST', '/projects', { name: `Bench reports ${Date.now()}`, clientId: client.id })
  const products = (await call('GET', '/equipments?itemsPerPage=200')).items
  for (let at = 0; at < spaceCount; at++) {
    const equipment = Array.from({ length: linesInEach }, (_, line) => ({
      equipmentId: products[(at + line) % products.length].id,
      quantity: 1 + (line % 4),
    }))
    await call('POST', '/spaces', {
      projectId: project.id,
      levelId: project.buildings[0].levels[0].id,
      name: `Room ${at}`,
      area: 400,
      equipment,
    })
  }
  console.log(
    `\nReports of ${spaceCount * linesInEach} lines in ${spaceCount} spaces; aim: each under 4 s, lists meanwhile under 100 ms (p95)`,
  )
  for (const { value, label } of ReportType.values.filter((kind) => reportOffers[kind.value] && kind.format === 'xlsx')) {
    const { answer, seconds, p95, memory } = await beside(made(value))
    console.log(
      `${label}: ${seconds.toFixed(1)} s, ${(answer.size / 1024).toFixed(0)} KB, ${memory.toFixed(0)} MB at most, lists ${p95.toFixed(0)} ms`,
    )
  }

  async function made(reportType: ReportType) {
    let task = await call('POST', `/projects/${project.id}/Reports`, { reportType, scope: 1 })
    while (task.status < 2) {
      await new Promise((next) => setTimeout(next, 100))
      task = await call('GET', `/DownloadCenter/${task.id}`)
    }
    return task
  }
}
