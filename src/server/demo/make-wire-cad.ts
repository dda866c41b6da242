import type { BodyOf } from '../../model/kit/call.ts'
import { cadStepCalls, changeCadItems, createCadRequest } from '../../model/wire-cad/request-calls.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import type { UploadedFile } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { escapeXml } from '../tools/xml-writing.ts'
import { type As, type Invoke, stepCall } from './invoke.ts'

interface Known {
  as: As
  writer: Actor
}

const createUpload = (name: string, text: string): UploadedFile => ({
  name,
  contentType: 'application/octet-stream',
  data: Buffer.from(text),
})
const quoteCsv = (text: string) => `"${text.replaceAll('"', '""')}"`

interface Definition {
  manufacturer: string
  model: string
  description?: string | null
  weightLb?: number | null
}
const specification = (definitions: readonly Definition[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<WCEQUIPDEF>\n${definitions
    .map(({ manufacturer, model, description, weightLb }) => {
      const weight = weightLb ? ` EquipmentWeight="${weightLb}" EquipmentWeightValue="lb"` : ''
      const attribute = description ? ` EquipmentDescription="${escapeXml(description)}"` : ''
      return `  <EquipDef ManufacturerName="${escapeXml(manufacturer)}" EquipmentName="${escapeXml(model)}"${attribute}${weight}/>`
    })
    .join('\n')}\n</WCEQUIPDEF>\n`

const news: Definition[] = [
  { manufacturer: 'Northbridge Audio', model: 'NB-12 Ceiling Array', description: 'Ceiling microphone array', weightLb: 7.5 },
  { manufacturer: 'Northbridge Audio', model: 'NB-4 Wall Panel', description: 'Four-button wall panel', weightLb: 0.6 },
]

const loadCadProducts = (ctx: Context, from: number, count: number) =>
  ctx.rows(
    { manufacturer: is.text, model: is.text, description: orNull(is.text), weightLb: orNull(is.number) },
    'select manufacturer, model, description, weight_lb from cad_products order by id offset $1 limit $2',
    [from, count],
  )

async function createCadGrid(ctx: Context) {
  const rows = await ctx.rows(
    { projectId: is.number, project: is.text, location: is.text, manufacturer: is.text, model: is.text, quantity: is.number },
    `select p.id as "projectId", p.name as project, coalesce(s.space_number, s.name) as location, c.manufacturer, c.model, l.quantity
     from living_lines l join placed_spaces s on s.id = l.space_id join cad_products c on c.id = l.equipment_id join living_projects p on p.id = l.project_id
     where l.quantity < 12 and l.project_id = (select x.project_id from living_lines x group by 1 order by count(*) desc, 1 limit 1) order by l.id limit 24`,
  )
  const devices = rows.flatMap((row, index) =>
    Array.from({ length: Math.max(1, index % 5 === 2 ? row.quantity - 1 : row.quantity) }, () => row),
  )
  const lines = devices.map(({ manufacturer, model, location }, index) =>
    [manufacturer, model, `SYS-${String(index + 1).padStart(3, '0')}`, '', location, ''].map(quoteCsv).join(','),
  )
  const strange = news.map(({ manufacturer, model }, index) =>
    [manufacturer, model, `NEW-${index + 1}`, '', rows[0]?.location ?? '', ''].map(quoteCsv).join(','),
  )
  return {
    projectId: rows[0]?.projectId ?? null,
    project: rows[0]?.project ?? 'Project',
    text: ['Manufacturer,Equipment Name,SysName,Alias,Location,Elevation', ...lines, ...strange].join('\n'),
  }
}

/** No filter, and the action of each item stays unchanged. */
const everyItem = { search: null, results: null, actions: null, isFailed: null, isUncategorized: null, ids: null, action: null }

export async function makeWireCad({ as, writer }: Known) {
  const post = (call: Invoke, body: BodyOf<typeof createCadRequest>, file: UploadedFile) => call(createCadRequest, { body, files: [file] })
  await as(async (call, ctx) => {
    const { projectId, project, text } = await createCadGrid(ctx)
    await post(
      call,
      { name: `${project}: Systems grid`, projectId, note: 'Drawn for the design review' },
      createUpload('systems-grid.csv', text),
    )
  }, writer)
  await as(async (call, ctx) => {
    const [category] = await ctx.rows({ id: is.number }, 'select id from numbered_categories where not is_deleted order by number limit 1')
    const library = specification([...(await loadCadProducts(ctx, 0, 6)), ...news])
    const { id } = await post(call, { name: 'Conference library' }, createUpload('conference-library.xml', library))
    await call(changeCadItems, { params: { id }, body: { all: { ...everyItem, chosenCategoryId: category?.id ?? null } } })
    await call(stepCall(cadStepCalls, 'Submit'), { params: { id } })
  }, writer)
  await as(async (call, ctx) => {
    const changed = (await loadCadProducts(ctx, 6, 4)).map((item) => ({ ...item, weightLb: (item.weightLb ?? 10) + 1 }))
    const { id } = await post(call, { name: 'Loudspeaker library' }, createUpload('loudspeakers.xml', specification(changed)))
    for (const step of ['Submit', 'Approve'] as const) await call(stepCall(cadStepCalls, step), { params: { id } })
  })
  await as(async (call, ctx) => {
    const { id } = await post(
      call,
      { name: 'Old rack library' },
      createUpload('racks.xml', specification(await loadCadProducts(ctx, 10, 3))),
    )
    await call(stepCall(cadStepCalls, 'Submit'), { params: { id } })
    const comment = "This is last year's library; please export it again."
    await call(stepCall(cadStepCalls, 'Reject'), { params: { id }, body: { comment } })
  })
}
