import { readTimeline, timelineItems as timelineItemsModel } from '../../model/projects/timeline.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { fromParts } from './parts.ts'
import { notifyTimeline } from './project-news.ts'
import { openProject, projects } from './projects.ts'
import { timelineItemsTable } from './projects-table.ts'
import { belowProject } from './scope.ts'

export const timelineItems = serve({
  resource: timelineItemsModel,
  table: timelineItemsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),

  async beforeWrite(_ctx, values, before) {
    const { date, endDate } = { ...before, ...values }
    if (endDate && date && endDate < date) throw badRequest({ endDate: ['The end is before the start.'] })
    return undefined
  },
  async afterWrite(ctx, row, _values, before) {
    const [item] = await ctx.rows(
      { projectId: is.number, name: is.text, number: orNull(is.text), title: is.text, date: is.date, assignedUserId: orNull(is.uuid) },
      `select p.id as "projectId", p.name, p.number, t.title, t.date, t.assigned_user_id
       from timeline_items t join projects p on p.id = t.project_id where t.id = $1`,
      [row.id],
    )
    if (item) await notifyTimeline(ctx, { ...item, id: item.projectId }, { ...item, id: row.id }, before)
  },
  projectIdOf: (row) => row.projectId,
})

export const servedTimeline = withOverrides(timelineItems, {
  list: defineRoute(readTimeline, async (ctx, { params, query: { from, to, ...query } }) => {
    const project = await projects.get(ctx, params.id)
    const found = await timelineItems.list(ctx, query, {
      parentId: project.id,
      extra: (_, p) =>
        [from && `coalesce(t.end_date, t.date) >= ${p.add(from)}::date`, to && `t.date <= ${p.add(to)}::date`]
          .filter(Boolean)
          .join(' and ') || undefined,
    })
    return { ...found, phases: [], documents: [], ...(await fromParts(ctx, (part) => part.timeline?.(ctx, project.id, from, to))) }
  }),
  create: {
    async instead(ctx, { params, body }) {
      await openProject(ctx, params.id)
      return timelineItems.create(ctx, body, { parentId: params.id, notes: `Timeline: ${body.title}` })
    },
  },
})
