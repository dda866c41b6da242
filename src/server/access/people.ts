/** Everybody the firm has ever known, with `person` as answers name them: logs and lists tell of people who are gone, too. */
export const people = `select u.id, u.first_name, u.last_name, u.avatar_url,
    json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarUrl', u.avatar_url, 'isSuspended', u.is_suspended,
      'isExternalUser', u.is_external_user) as person
  from users u`
