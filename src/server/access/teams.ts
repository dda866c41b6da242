import { index, primaryKey, text } from 'drizzle-orm/pg-core'
import { teams as teamsModel } from '../../model/access/teams.ts'
import { serve } from '../kit/resource/serve.ts'
import { entityTable, foreignKey, plainTable, uniqueName, userColumn } from '../kit/sql/table.ts'
import { checkPeople, inOrder, personSql } from './access-groups.ts'
import { usersTable } from './people-tables.ts'

export const teamsTable = entityTable(
  'teams',
  { name: text().notNull(), description: text(), color: text(), leadUserId: userColumn().references(() => usersTable.id) },
  (t) => [uniqueName(t.name)],
)

export const teamMembersTable = plainTable(
  'team_members',
  {
    teamId: foreignKey(() => teamsTable.id).notNull(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_members_user').on(t.userId)],
)

const membersSql = (selection: string, more = '') =>
  `(select ${selection} from team_members m join users u on u.id = m.user_id and not u.is_deleted${more} where m.team_id = t.id)`

export const teams = serve({
  resource: teamsModel,
  table: teamsTable,
  computed: {
    memberIds: membersSql(`coalesce(jsonb_agg(u.id ${inOrder}), '[]')`),
    members: membersSql(`coalesce(jsonb_agg(${personSql('u')} ${inOrder}), '[]')`),
    usersCount: membersSql('count(*)::int', ' and not u.is_suspended'),
    leadId: `(select ${personSql('u')} from users u where u.id = t.lead_user_id)`,
  },
  orders: { lead: '(select u.last_name from users u where u.id = t.lead_user_id) collate natural_order' },

  async beforeWrite(ctx, values) {
    await checkPeople(ctx, 'memberIds', values.memberIds, false)
    return undefined
  },

  async afterWrite(ctx, row, values) {
    if (!values.memberIds) return
    await ctx.run('delete from team_members where team_id = $1 and user_id <> all($2::uuid[])', [row.id, values.memberIds])
    const members = values.memberIds.map((userId) => ({ teamId: row.id, userId }))
    await ctx.insertMany(teamMembersTable, members, { onConflict: 'skip' })
  },
})
