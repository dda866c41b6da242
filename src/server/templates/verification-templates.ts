import { verificationTemplates as verificationTemplatesModel } from '../../model/templates/verification-templates.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { verificationTemplatesTable } from './templates-tables.ts'

export const verificationTemplates = serve({
  resource: verificationTemplatesModel,
  table: verificationTemplatesTable,
  async beforeWrite(_ctx, { items }) {
    const seen = new Set<string>()
    const problems: Record<string, string[]> = {}
    for (const [at, { key }] of (items ?? []).entries()) {
      if (seen.has(key)) problems[`items[${at}].key`] = ['This key is already used.']
      seen.add(key)
    }
    if (Object.keys(problems).length > 0) throw badRequest(problems)
    return undefined
  },
  async beforeDelete(ctx, { id, name }) {
    const used = await ctx.rows(
      { count: is.number },
      'select count(*)::int as count from space_templates where not is_deleted and $1 = any(verification_template_ids)',
      [id],
    )
    const { count } = onlyRow(used)
    if (count > 0) throw inUseConflict(name, 'space templates', count)
  },
})

/** Throws if a newly named checklist does not exist. */
export async function checkChecklists(ctx: Context, ids: readonly number[], before: readonly number[] = []) {
  const added = ids.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const found = await ctx.rows({ id: is.number }, 'select id from verification_templates where id = any($1) and not is_deleted', [added])
  if (found.length < added.length) throw badRequest({ verificationTemplateIds: ['Verification templates not found.'] })
}

/** Tests of each space template, in the order of its checklists. */
export const checklistItems = `select s.id as space_template_id, v.id as verification_template_id, i.item->>'key' as item_key, i.item->>'name' as name,
    (i.item->>'category')::smallint as category, i.item->>'method' as method, i.item->>'expected' as expected, i.item->>'unit' as unit,
    (n.at * 1000 + i.at)::int as position
  from space_templates s, unnest(s.verification_template_ids) with ordinality n(id, at)
    join verification_templates v on v.id = n.id and not v.is_deleted, jsonb_array_elements(v.items) with ordinality i(item, at)`
