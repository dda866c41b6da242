import { EquipmentAvailability } from '../src/model/catalog/enums.ts'
import type { Beside, Call, Told } from './reports.ts'

const [spaceCount, linesInEach, replacedInEach] = [200, 45, 20]

/** Measures bulk actions on thousands of lines (apply a template, replace a product, undo both) and how they slow down other requests. */
export async function measureActs(call: Call, measureAlongside: Beside) {
  const stamp = Date.now().toString(36)
  const client = await call('POST', '/clients', { name: `Bench acts ${stamp}`, abbreviatedName: `A${Date.now() % 10_000}` })
  const project = await call('POST', '/projects', { name: `Bench acts ${stamp}`, clientId: client.id })
  const found: Told[] = (await call('GET', '/equipments?itemsPerPage=200')).items
  const products = found.filter(({ availability }) => availability === EquipmentAvailability.Available)
  const [old, other] = [products[0]!, products[1]!]
  const template = await call('POST', '/spaceTemplates', { name: `Bench ${stamp}` })
  const lineOf = (at: number) => ({
    equipmentId: at < replacedInEach ? old.id : products[at % products.length]!.id,
    quantity: 1,
    unitPriceOverride: 100 + at,
  })
  const lines: Told[] = []
  for (let at = 0; at < linesInEach; at++) lines.push(await call('POST', `/spaceTemplates/${template.id}/Equipment`, lineOf(at)))
  const levelId = project.buildings[0].levels[0].id
  const spaceIds: number[] = []
  for (let at = 0; at < spaceCount; at++) {
    const space = await call('POST', '/spaces', { projectId: project.id, levelId, name: `Room ${at}`, spaceTemplateId: template.id })
    spaceIds.push(space.id)
  }
  for (const [at, { id, provider, installer }] of lines.entries())
    await call('PUT', `/spaceTemplates/${template.id}/Equipment/${id}`, { ...lineOf(at), provider, installer, quantity: 2 })

  console.log(
    `\nActs on ${spaceCount * linesInEach} lines in ${spaceCount} spaces; aim: lists meanwhile under 100 ms (p95), the slowest told as well`,
  )
  const runAndReport = async (name: string, work: Promise<Told>) => {
    const { answer, seconds, p95, slowest } = await measureAlongside(work)
    if (answer.errorType) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`)
    console.log(`${name}: ${seconds.toFixed(1)} s, lists ${p95.toFixed(0)} ms, the slowest ${slowest.toFixed(0)} ms`)
    return answer
  }
  const push = (more: object) => call('POST', `/spaceTemplates/${template.id}/Push`, { spaceIds, ...more })
  const undo = ({ changeSetId }: Told) => call('POST', `/changeSets/${changeSetId}/Undo`)
  const preview = await runAndReport('What applying the template would do', push({ dryRun: true }))
  const pushed = await runAndReport('Template applied', push({ previewKey: preview.previewKey }))
  await runAndReport('Applying taken back', undo(pushed))
  const replace = (more: object) =>
    call('POST', '/equipments/ReplaceEquipment', { equipmentId: old.id, newEquipmentId: other.id, projectIds: [project.id], ...more })
  const looked = await runAndReport('What replacing would do', replace({ dryRun: true }))
  const replaced = await runAndReport(`Product replaced in ${looked.lines} lines`, replace({ token: looked.token }))
  await runAndReport('Replacing taken back', undo(replaced))
}
