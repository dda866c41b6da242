import { AssociateType, type DocumentType } from '../../model/drawings/enums.ts'
import { ProjectVariableType } from '../../model/projects/enums.ts'
import { builtInSegments, evaluateName, type NamingSegment, uniqueName } from '../../model/templates/naming.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { projectVariablesOf } from '../projects/public.ts'
import { namingContext, namingTemplates } from '../templates/public.ts'

interface Numbered {
  documentType: DocumentType
  associateType: AssociateType
  associateId: number | null
  namingTemplateId: number | null
  sequence: number
}

const variableName = 'documentnumber'

const { Space, Level, Building, Category, NotAssociated } = AssociateType

export async function loadSubjectNames(
  ctx: Context,
  projectId: number,
  type: AssociateType,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (type === NotAssociated || ids.length === 0) return new Map()
  const rows =
    type === Category
      ? await ctx.rows({ id: is.number, name: is.text }, 'select id, name from numbered_categories where id = any($1) and not is_deleted', [
          ids,
        ])
      : await ctx.rows(
          { id: is.number, name: is.text },
          'select id, clear_name as name from project_places where kind = $1 and id = any($2) and project_id = $3 and not is_deleted',
          [type, ids, projectId],
        )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the highest sequence of a type plus one. Deleted documents do not count, so that renumbered drawings continue without a gap. */
export async function nextSequence(ctx: Context, projectId: number, type: DocumentType): Promise<number> {
  const rows = await ctx.rows(
    { last: orNull(is.number) },
    'select max(sequence) as last from drawing_documents where project_id = $1 and document_type = $2 and not is_deleted',
    [projectId, type],
  )
  return (onlyRow(rows).last ?? 0) + 1
}

/** Returns a function that creates unique document numbers in a project. Numbers of the documents in `except` count as free. */
export async function createNumbering(ctx: Context, projectId: number, except: readonly number[] = []) {
  const used = await ctx.rows(
    { number: is.text },
    'select number from drawing_documents where project_id = $1 and number is not null and not is_deleted and id <> all($2)',
    [projectId, except],
  )
  const keyOf = (number: string) => number.trim().toLowerCase()
  const usedNumbers = new Set(used.map(({ number }) => keyOf(number)))
  const variables = await projectVariablesOf(ctx, projectId)
  const chosen = variables.find(
    ({ name, type }) => name.toLowerCase() === variableName && type === ProjectVariableType.NamingTemplate,
  )?.value
  const templates = new Map<number, readonly NamingSegment[]>()

  async function segmentsOf(id: unknown): Promise<readonly NamingSegment[]> {
    if (typeof id !== 'number') return builtInSegments
    const known = templates.get(id) ?? (await namingTemplates.find(ctx, id))?.segments ?? builtInSegments
    templates.set(id, known)
    return known
  }
  return async function numberOf({ documentType, associateType, associateId, namingTemplateId, sequence }: Numbered): Promise<string> {
    const about = (type: AssociateType) => (associateType === type ? associateId : null)
    const context = await namingContext(ctx, {
      projectId,
      documentType,
      sequence,
      spaceId: about(Space),
      levelId: about(Level),
      buildingId: about(Building),
      categoryId: about(Category),
    })
    const named = evaluateName(await segmentsOf(namingTemplateId ?? chosen), context).value || evaluateName(builtInSegments, context).value
    // A number has at most 50 characters; 44 leave space for the suffix that makes it unique.
    const number = uniqueName(named.trim().slice(0, 44), (name) => usedNumbers.has(keyOf(name)))
    usedNumbers.add(keyOf(number))
    return number
  }
}
