/** Company of an external user: that of the contact with their email address. */
export const companyOfPerson = (noun: string) =>
  `(select ${noun} from companies_of_contacts k where dna_key(k.email) = dna_key(t.email) order by k.is_primary desc, k.id limit 1)`

/** SQL of the search text. Null for internal users, because both kinds of users share one trigger. */
export const personSearchText = `case when t.is_external_user then ${companyOfPerson('k.company_name')} end`

/** Updates the search text of users and invitations after their contact changes; called by the trigger of contacts. */
export const foundByContactSql = `create or replace function found_by_contact() returns trigger language plpgsql as $f$ begin
  update users set search_text = '' where is_external_user and not is_deleted and lower(email) in (lower(new.email), lower(old.email));
  update invitations set search_text = ''
    where not is_deleted and (company_contact_id = new.id or lower(email) in (lower(new.email), lower(old.email)));
  return null;
end $f$`
