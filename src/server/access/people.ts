/** All users, including deleted ones, for logs and lists; `person` is the UserRef of responses. */
export const people = `select u.id, u.first_name, u.last_name, u.avatar_url, u.email, u.is_suspended, u.is_external_user, u.is_deleted, u.default_labor_type, u.jira_account_id,
    (select r.permissions from roles r where r.id = u.role_id) as permissions,
    json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarUrl', u.avatar_url, 'isSuspended', u.is_suspended,
      'isExternalUser', u.is_external_user) as person
  from users u`

export const staffedTeams = `select t.id, t.name, t.color, t.lead_user_id,
    array(select m.user_id from team_members m where m.team_id = t.id) as user_ids
  from teams t where not t.is_deleted`

export const groupMembers = 'select m.access_group_id, m.user_id from access_group_members m'
