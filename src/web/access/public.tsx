export { AccessList } from './access-list.tsx'
export { InvitationStatePill, InviteContact, InviteToProject } from './invitation-parts.tsx'
export { LaborCode, LaborTypeControl } from './labor-type.tsx'
export { LinkDialog, LinkOnce } from './link-dialog.tsx'
