import { readFileSync } from 'node:fs'
import { measureActs } from './actions.ts'
import { measureReports, type Told } from './reports.ts'

interface Product {
  port: number
  token: string
  pid: number
}

/**
 * Measures exporting the whole catalog to a workbook and importing 5,000 rows while lists are read: duration, and the effect on other
 * requests.
 */
export async function measureSheets({ port, token, pid }: Product) {
  const call = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) }
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers,
      body: isForm || !body ? body : JSON.stringify(body),
    })
    return (await answer.json()) as Told
  }
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

  async function measureAlongside<T>(work: Promise<T>) {
    const times: number[] = []
    let most = 0
    let isDone = false
    const began = performance.now()
    const finished = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const since = performance.now()
      await call('GET', `/equipments?itemsPerPage=50&page=${1 + (times.length % 20)}`)
      times.push(performance.now() - since)
      most = Math.max(most, memory())
      await new Promise((next) => setTimeout(next, 50))
    }
    const answer = await finished
    times.sort((a, b) => a - b)
    const [p95 = 0, slowest = 0] = [times[Math.floor(times.length * 0.95)], times.at(-1)]
    return { answer, seconds: (performance.now() - began) / 1000, p95, slowest, memory: most }
  }

  async function exportAll() {
    let task = await call('GET', '/equipments/Export')
    while (task.status < 2) {
      await new Promise((next) => setTimeout(next, 500))
      task = await call('GET', `/DownloadCenter/${task.id}`)
    }
    return task
  }
  const out = await measureAlongside(exportAll())
  const summarize = ({ seconds, p95, slowest, memory: most }: typeof out) =>
    `${seconds.toFixed(1)} s, ${most.toFixed(0)} MB at most, lists meanwhile ${p95.toFixed(0)} ms (p95), the slowest ${slowest.toFixed(0)} ms`
  console.log(`\nExport of every row, ${(out.answer.size / 1024 / 1024).toFixed(1)} MB: ${summarize(out)}; aim: under 60 s, 300 MB, 200 ms`)

  const rows = Array.from(
    { length: 5000 },
    (_, index) => `Bench import,Bench ~${index},${index % 90}.50,"Imported, row ${index}",${index % 40}`,
  )
  const [category] = (await call('GET', '/categories?itemsPerPage=1')).items
  const form = new FormData()
  form.append('mapping', JSON.stringify({ manufacturer: 0, model: 1, msrpPrice: 2, description: 3, weightLb: 4 }))
  form.append('createManufacturers', 'true')
  form.append('categoryId', String(category.id))
  form.append('file', new Blob([`Make,Model,Price,Description,Weight\n${rows.join('\n')}\n`]), 'bench.csv')
  const imported = await measureAlongside(call('POST', '/equipments/Import', form))
  console.log(`Import of 5,000 rows (${imported.answer.created} made): ${summarize(imported)}; aim: under 15 s`)

  const undone = await measureAlongside(call('POST', `/changeSets/${imported.answer.changeSetId}/Undo`))
  console.log(`Import taken back: ${summarize(undone)}`)

  await measureActs(call, measureAlongside)
  await measureReports(call, measureAlongside, pid)
}
