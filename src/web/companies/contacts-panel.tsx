import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { InvitationState } from '../../model/access/enums.ts'
import { contacts } from '../../model/companies/contacts.ts'
import type { CompanyType } from '../../model/companies/enums.ts'
import type { QueryOf } from '../../model/kit/call.ts'
import type { Resource } from '../../model/kit/description.ts'
import { fullName } from '../../model/kit/names.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { InvitationStatePill, InviteContact } from '../access/public.tsx'
import { removeRows } from '../kit/form/dialogs.tsx'
import { IconPencil, IconPlus, IconStarFilled, IconTrash, IconUserShare } from '../kit/look/icons.ts'
import { DataTable, EmptyState, FormDialog, hidden, Panel, PhoneLink } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import type { AnyCall } from '../kit/request/client.ts'
import css from './company.module.css'

type Contact = RowOf<typeof contacts>
const { list } = resourceCalls(contacts)
const most = 200

const { Pending, Accepted } = InvitationState
/** A contact with an account or a valid invitation needs no other invitation. */
const mayInvite = ({ email, invitationState }: Contact) =>
  email !== null && invitationState !== Pending && invitationState !== Accepted && can('CompanyContacts.Invite')

function Invited({ contact: { invitationState, invitationId, externalUserId } }: { contact: Contact }) {
  if (!invitationState) return null
  const pill = <InvitationStatePill state={invitationState} small />
  const account = externalUserId && can('ExternalUsers.View') && `/external-users/${externalUserId}`
  const to = account || (invitationId && can('Invitations.View') && `/invitations/${invitationId}`)
  return to ? (
    <Link to={to} title="Invitation">
      {pill}
    </Link>
  ) : (
    pill
  )
}

export function ContactsPanel({ company, type, id }: { company: Resource; type: CompanyType; id: number }) {
  const [dialog, setDialog] = useState<{ id?: number }>()
  const [invited, setInvited] = useState<Contact>()
  const query: QueryOf<typeof list> = { companyType: [type], companyId: [id], itemsPerPage: most, sortBy: ['lastName', 'firstName'] }
  const mayView = can(contacts.permission.view)
  const read = useRead(list, { query }, { enabled: mayView, isQuiet: true })
  const changed = () => void invalidateEntity(company.entity, id)
  const { mutate: update } = useCall(resourceCalls(contacts).update as AnyCall, { invalidates: [company] })
  if (!mayView) return null

  const { items, total = 0 } = read.data ?? {}
  const mayAdd = can(contacts.permission.create)
  const mayChange = can(contacts.permission.update)
  const mayRemove = can(contacts.permission.delete)
  const add = () => setDialog({})
  const makePrimary = ({ company: _, createdBy: __, updatedBy: ___, ...contact }: Contact) =>
    update({ params: { id: contact.id }, body: { ...contact, isPrimary: true } })

  const columns: Column<Contact>[] = [
    {
      key: 'name',
      label: 'Name',
      width: 208,
      tone: 'name',
      cell: (contact) => (
        <span className={css.contact}>
          <button type="button" data-name className={css.open} onClick={() => setDialog({ id: contact.id })}>
            {fullName(contact)}
          </button>
          {contact.isPrimary && <StatePill tone="neutral">Primary</StatePill>}
          {contact.invitationState && <Invited contact={contact} />}
        </span>
      ),
    },
    { key: 'jobTitle', label: 'Job title', tone: 'quiet', cell: ({ jobTitle }) => jobTitle },
    { key: 'email', label: 'E-mail', width: 244, cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a> },
    {
      key: 'phone',
      label: 'Phone',
      width: 132,
      cell: ({ phone, mobile }) => (phone ?? mobile) && <PhoneLink phone={phone ?? mobile ?? ''} />,
    },
  ]
  const menu = (contact: Contact) => (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ id: contact.id })}>
        {mayChange ? 'Edit' : 'Open'}
      </Menu.Item>
      {mayChange && !contact.isPrimary && (
        <Menu.Item leftSection={<IconStarFilled size={16} />} onClick={() => makePrimary(contact)}>
          Make primary
        </Menu.Item>
      )}
      {mayInvite(contact) && (
        <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => setInvited(contact)}>
          Invite
        </Menu.Item>
      )}
      {mayRemove && (
        <Menu.Item
          data-danger
          leftSection={<IconTrash size={16} />}
          onClick={async () => (await removeRows(contacts, [contact], undefined, 'Projects keep the name and e-mail.')) && changed()}
        >
          Delete
        </Menu.Item>
      )}
    </>
  )
  return (
    <Panel
      title="Contacts"
      note={items && total.toLocaleString('en-US')}
      isFlush
      actions={
        mayAdd && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={add}>
            Add contact
          </Button>
        )
      }
    >
      {read.error && !items ? (
        <LoadError error={read.error} title="Contacts" onRetry={() => void read.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState text="No contacts yet." />
      ) : (
        <div className={css.rows}>
          <DataTable label="Contacts" columns={columns} rows={items} menu={menu} nameOf={fullName} skeletonRows={2} />
        </div>
      )}
      <InviteContact contact={invited} onClose={() => setInvited(undefined)} />
      <FormDialog
        resource={contacts}
        id={dialog?.id}
        opened={dialog !== undefined}
        onClose={() => setDialog(undefined)}
        onSaved={changed}
        preset={{ companyType: type, companyId: id }}
        controls={{ companyType: hidden, companyId: hidden }}
        sections={[
          ['', ['firstName', 'lastName', 'jobTitle', 'isPrimary']],
          ['Contact', ['email', 'phone', 'mobile']],
          ['Notes', ['notes']],
        ]}
      />
    </Panel>
  )
}
