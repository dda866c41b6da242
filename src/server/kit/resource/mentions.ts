import type { Context } from '../request/context.ts'
import type { Entity, getRow } from './entity.ts'

type Read = Awaited<ReturnType<typeof getRow>>

export function createMentions({ resource, definition, title }: Entity) {
  const about = (row: Read) => ({
    entity: resource.entity,
    entityId: Number(row.id),
    projectId: definition.projectIdOf?.(row) ?? null,
    where: title(row),
  })
  const subjectIn = (ctx: Context) => ctx.services.extensions.inboxSubjects.find((subject) => subject.entity === resource.entity)
  const texts = Object.keys(resource.fields).filter((key) => resource.fields[key]?.kind === 'richText')
  return {
    async tellOfNote<E extends { id: number; notes: string | null }>(ctx: Context, row: Read, entry: E): Promise<E> {
      const read = subjectIn(ctx)?.notes
      const [key, text] = [`activityNotes ${entry.id}`, entry.notes ?? '']
      if (read) await ctx.services.tellMentioned(ctx, { ...about(row), key, needs: read.needs, text, link: read.at(row) })
      return entry
    },
    async tellOfTexts(ctx: Context, before: object | null, row: Read) {
      const shown = subjectIn(ctx)?.texts
      const old: Record<string, unknown> = { ...before }
      for (const name of shown ? texts : []) {
        const [key, text] = [`${resource.entity} ${row.id} ${name}`, row[name]]
        if (shown && typeof text === 'string' && text !== old[name])
          await ctx.services.tellMentioned(ctx, { ...about(row), key, needs: resource.permission.view, text, link: shown(row) })
      }
    },
  }
}
