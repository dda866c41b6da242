import { settingText } from '../settings/public.ts'

/** SQL condition that the user in `alias` has a second factor. */
export const hasSecondFactor = (alias: string) =>
  `(exists (select from totp_secrets f where f.user_id = ${alias}.id and f.confirmed_date is not null) or exists (select from passkeys k where k.user_id = ${alias}.id))`

/** SQL condition that the firm requires a second factor of the user in `alias`. */
export const mustHaveSecondFactor = (alias = 'u') =>
  `case ${settingText('identity.secondFactor.requiredFor')} when 'everybody' then true when 'staff' then not ${alias}.is_external_user else false end`
