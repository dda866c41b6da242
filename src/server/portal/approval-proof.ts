import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import type { Context } from '../kit/request/context.ts'
import type { Requester } from '../kit/request/routes.ts'
import { runInUserQueue } from '../kit/request/user-queue.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { Opened } from '../projects/public.ts'
import type { PdfLine } from '../tools/pdf-writing.ts'
import { runInWorker } from '../tools/run-in-worker.ts'

interface Proven {
  title: string
  fingerprint: string
  note: string | null
  name: string
  company: string | null
  isRevision: boolean
  isGiven: boolean
}

interface Proof {
  title: string
  lines: PdfLine[]
}

const fact = (label: string, value: string | null): PdfLine[] =>
  value === null
    ? []
    : [
        {
          parts: [
            { text: label, width: 110 },
            { text: value, x: 120 },
          ],
        },
      ]

export async function createApprovalProof(
  ctx: Context,
  opened: Opened,
  { title, fingerprint, note, name, company, isRevision, isGiven }: Proven,
): Promise<Proof> {
  const [project] = await ctx.rows({ name: is.text, number: orNull(is.text) }, 'select name, number from living_projects where id = $1', [
    opened.id,
  ])
  const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const lines: PdfLine[] = [
    { parts: [{ text: `Approval of ${title}` }], size: 16, isBold: true },
    { parts: [{ text: '' }] },
    ...fact('Project', [project?.number, project?.name].filter(Boolean).join(' ')),
    ...fact(isGiven ? 'Approved by' : 'To be approved by', [name, company].filter(Boolean).join(', ')),
    ...fact('Date', isGiven ? date : 'Not approved yet: this is the record that is kept once you approve.'),
    ...fact('Note', note),
    // The font is small enough for the fingerprint to stay on one line, so it can be compared and searched.
    ...fact('SHA-256', fingerprint).map((line) => ({ ...line, size: 9 })),
    ...(isRevision ? await proofContents(ctx, opened) : []),
  ]
  return { title: `Approval of ${title}`, lines }
}

/** Slow; needs no database connection. */
export const writeProof = (proof: Proof, { userId, signal }: Requester): Promise<Buffer> =>
  runInUserQueue(userId, () => runInWorker('pdf', proof, { timeoutMs: 60_000, signal }))

/** Rooms of the revision as shown, with equipment and cables if the access entry allows them. */
async function proofContents(ctx: Context, opened: Opened): Promise<PdfLine[]> {
  return [...(await roomLines(ctx, opened)), ...(opened.equipment && opened.cables ? await cableLines(ctx, opened.id) : [])]
}

async function roomLines(ctx: Context, { id, equipment }: Opened): Promise<PdfLine[]> {
  const spaces = await ctx.rows(
    { id: is.number, name: is.text, number: orNull(is.text), items: is.number },
    'select s.id, s.name, s.number, s.items_count as items from guest_spaces s where s.project_id = $1 and not s.is_live order by s.place',
    [id],
  )
  const lines = equipment
    ? await ctx.rows(
        { spaceId: is.number, quantity: is.number, manufacturer: orNull(is.text), model: is.text, description: orNull(is.text) },
        `select l.space_id, l.quantity, l.manufacturer, l.model, l.description from guest_lines l
         where l.project_id = $1 and not l.is_live order by l.place, l.group_place nulls last, l.id`,
        [id],
      )
    : []
  const bySpace = groupByKey(lines, ({ spaceId }) => spaceId)
  return spaces.flatMap((space): PdfLine[] => [
    {
      parts: [{ text: spaceLabel(space), width: 400 }, ...(equipment ? [{ text: formatCount(space.items, 'item'), x: 430 }] : [])],
      isBold: true,
      above: 8,
    },
    ...(bySpace.get(space.id) ?? []).map(({ quantity, manufacturer, model, description }) => ({
      parts: [
        { text: String(quantity), width: 30 },
        { text: [manufacturer, model].filter(Boolean).join(' '), x: 36, width: 200 },
        { text: description ?? '', x: 240, width: 260 },
      ],
      size: 9,
    })),
  ])
}

async function cableLines(ctx: Context, projectId: number): Promise<PdfLine[]> {
  const cables = await ctx.rows(
    { number: is.text, from: is.text, to: is.text, lengthFt: orNull(is.number) },
    `select c.number, concat_ws(' ', c.from_unit, c.from_port, c.from_number) as from, concat_ws(' ', c.to_unit, c.to_port, c.to_number) as to, c.length_ft
     from guest_cables c where c.project_id = $1 and not c.is_live order by c.place`,
    [projectId],
  )
  if (cables.length === 0) return []
  return [
    {
      parts: [
        { text: 'Cables', width: 400 },
        { text: formatCount(cables.length, 'cable'), x: 430 },
      ],
      isBold: true,
      above: 8,
    },
    ...cables.map(({ number, from, to, lengthFt }) => ({
      parts: [
        { text: number, width: 80 },
        { text: from, x: 84, width: 170 },
        { text: to, x: 258, width: 170 },
        { text: lengthFt === null ? '' : `${lengthFt} ft`, x: 432, width: 70 },
      ],
      size: 9,
    })),
  ]
}
