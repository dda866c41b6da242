import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { demoFirm, onDay } from './firm.ts'

type Invoke = (method: string, path: string, body?: Row) => Promise<Row>

/** Projects whose sheets are being drawn. */
const drawn = ['science-commons', 'performing-arts']
const { Completed, InProgress, OnHold } = DocumentState.of

/** The sheets of two projects: the first are issued, some are being drawn, one waits, and the rest is still to be begun. */
export async function makeDrawings(call: Invoke, ctx: Context, people: Map<string, string>, today: string) {
  for (const { name, team } of demoFirm.projects.filter(({ key }) => drawn.includes(key))) {
    const [project] = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.name = $1', [name])
    if (!project) continue
    const path = `projects/${project.id}/DrawingDocuments`
    await call('POST', path, { documentType: DocumentType.of.CoverSheet })
    const idsOf = async (sql: string) => (await ctx.rows({ id: is.number }, sql, [project.id])).map(({ id }) => id)
    await call('POST', `${path}/Generate`, {
      documentTypes: [DocumentType.of.IAV, DocumentType.of.SCD],
      associateType: AssociateType.of.Space,
      ids: await idsOf('select s.id from spaces s where s.project_id = $1 and not s.is_deleted order by s.id'),
    })
    await call('POST', `${path}/Generate`, {
      documentTypes: [DocumentType.of.Plan],
      associateType: AssociateType.of.Level,
      ids: await idsOf(
        'select l.id from levels l join buildings b on b.id = l.building_id where b.project_id = $1 and not l.is_deleted and not b.is_deleted order by l.id',
      ),
    })
    const documents = await idsOf('select d.id from drawing_documents d where d.project_id = $1 and not d.is_deleted order by d.id')
    const third = Math.floor(documents.length / 3)
    const drawer = (at: number) => people.get(team[at % team.length] ?? '') ?? null
    // Nothing is issued or waits that nobody has begun.
    const parts = [
      { ids: documents.slice(0, 2 * third + 1), set: { state: InProgress } },
      { ids: documents.slice(0, third), set: { state: Completed, assignedUserId: drawer(0), issueDate: onDay(today, -12), revision: 'A' } },
      { ids: documents.slice(third, 2 * third), set: { assignedUserId: drawer(1), dueDate: onDay(today, 9) } },
      { ids: documents.slice(2 * third, 2 * third + 1), set: { state: OnHold, assignedUserId: drawer(2) } },
    ]
    for (const part of parts) if (part.ids.length > 0) await call('PUT', `${path}/Bulk`, part)
  }
}
