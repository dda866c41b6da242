import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contacts as companyContacts } from '../../model/companies/contacts.ts'
import { fullName } from '../../model/kit/names.ts'
import { contactGroups, leadContacts, type ProjectContact, projectContacts } from '../../model/projects/project-contacts.ts'
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '../kit/look/icons.ts'
import { EmptyState, Picker } from '../kit/pages.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnlyProject, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'
import { useWholeForm, WholeFrame } from './whole-form.tsx'

type Draft = Omit<ProjectContact, 'contact' | 'companyId'> & { contactId: number | null; isGone?: boolean }

export function ProjectContactsPage() {
  return (
    <ProjectTab title="Contacts">
      {(project) => <ContactsOf calls={projectContacts} id={project.id} isLocked={isReadOnlyProject(project)} />}
    </ProjectTab>
  )
}

const toDraft = ({ contact, ...one }: ProjectContact): Draft => ({ ...one, contactId: contact?.id ?? null, isGone: contact?.isDeleted })

export function ContactsOf({
  calls,
  id,
  isLocked,
}: {
  calls: typeof projectContacts | typeof leadContacts
  id: number
  isLocked?: boolean
}) {
  const wholeForm = useWholeForm({
    read: calls.read,
    write: calls.replace,
    id,
    name: 'Contacts',
    isLocked,
    rowOf: ({ items }) => ({ contacts: items.map(toDraft) }),
  })
  const { form, isReadOnly: mayNot } = wholeForm
  const drafts: Draft[] = form.values.contacts ?? []
  const put = (next: Draft[]) => form.set('contacts', next)
  const add = (draft: Draft) => put([...drafts, draft])
  const groups = contactGroups
    .map((group) => ({
      ...group,
      rows: drafts.map((draft, index) => ({ draft, at: index })).filter(({ draft }) => (draft.companyType ?? null) === group.type),
    }))
    .filter(({ rows }) => rows.length > 0)
  const free: Draft = {
    contactId: null,
    name: '',
    email: null,
    phone: null,
    companyName: null,
    companyType: null,
    role: null,
    isSharedExternally: false,
  }
  return (
    <WholeFrame
      wholeForm={wholeForm}
      title="Contacts"
      verb={calls === leadContacts ? 'Save contacts' : undefined}
      note={wholeForm.data && drafts.length.toLocaleString('en-US')}
      lock={isLocked ? 'The project is closed; its contacts stay as they were.' : undefined}
      actions={
        !mayNot && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => add(free)}>
            Other contact
          </Button>
        )
      }
    >
      {!mayNot && can('CompanyContacts.View') && <AddContact existing={drafts} onAdd={add} />}
      {drafts.length === 0 && (
        <EmptyState text={mayNot ? 'No contacts yet.' : 'No contacts yet. Pick people from companies, or enter one by hand.'} />
      )}
      {groups.map(({ type, label, rows }) => (
        <section key={String(type)}>
          <h3 className={css.section}>
            {label} <span>{rows.length}</span>
          </h3>
          <div className={css.wide}>
            <table className={css.grid} aria-label={label}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Company</th>
                  <th scope="col" style={{ width: 248 }}>
                    E-mail
                  </th>
                  <th scope="col" style={{ width: 150 }}>
                    Phone
                  </th>
                  <th scope="col">Role</th>
                  <th scope="col" style={{ width: 72 }} title="People outside the firm see this contact">
                    Shared
                  </th>
                  {!mayNot && <td style={{ width: 116 }} />}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ draft, at }, place) => (
                  <ContactRow
                    key={at}
                    draft={draft}
                    at={at}
                    readOnly={mayNot}
                    problem={(key) => form.problems[`contacts[${at}].${key}`]}
                    onChange={(part) => put(drafts.with(at, { ...draft, ...part }))}
                    onLeave={() => form.leave('contacts')}
                    onRemove={() => put(drafts.toSpliced(at, 1))}
                    onUp={place > 0 ? () => put(swapDrafts(drafts, at, rows[place - 1]!.at)) : undefined}
                    onDown={place < rows.length - 1 ? () => put(swapDrafts(drafts, at, rows[place + 1]!.at)) : undefined}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </WholeFrame>
  )
}

const swapDrafts = (all: Draft[], a: number, b: number) => all.with(a, all[b]!).with(b, all[a]!)

interface RowProps {
  draft: Draft
  at: number
  readOnly: boolean
  problem: (key: string) => string | undefined
  onChange: (part: Partial<Draft>) => void
  onLeave: () => void
  onRemove: () => void
  onUp?: () => void
  onDown?: () => void
}

function ContactRow({ draft, at, readOnly, problem, onChange, onLeave, onRemove, onUp, onDown }: RowProps) {
  const isFree = draft.contactId === null
  const name = draft.name || `contact ${at + 1}`
  const line = (key: 'name' | 'companyName' | 'email' | 'phone' | 'role', label: string, type = 'text') =>
    readOnly ? (
      <span className={css.plain}>{draft[key] ?? <span className="dna-muted">–</span>}</span>
    ) : (
      <TextInput
        type={type}
        aria-label={`${label} of ${name}`}
        value={draft[key] ?? ''}
        error={problem(key)}
        onBlur={onLeave}
        onChange={({ currentTarget }) => onChange({ [key]: currentTarget.value || (key === 'name' ? '' : null) })}
      />
    )
  const known = (key: 'companyName' | 'email' | 'phone', href?: string) => (
    <span className={css.plain}>
      {draft[key] ? href ? <a href={`${href}${draft[key]}`}>{draft[key]}</a> : draft[key] : <span className="dna-muted">–</span>}
    </span>
  )
  return (
    <tr>
      <td>
        {isFree ? (
          line('name', 'Name')
        ) : (
          <span className={css.plain}>
            {draft.name}
            {draft.isGone && <small>No longer with the company</small>}
          </span>
        )}
      </td>
      <td>{isFree ? line('companyName', 'Company') : known('companyName')}</td>
      <td>{isFree ? line('email', 'E-mail', 'email') : known('email', 'mailto:')}</td>
      <td>{isFree ? line('phone', 'Phone', 'tel') : known('phone', 'tel:')}</td>
      <td>{line('role', 'Role')}</td>
      <td>
        <Checkbox
          className={css.check}
          aria-label={`${name} is shared externally`}
          checked={draft.isSharedExternally}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange({ isSharedExternally: currentTarget.checked })}
        />
      </td>
      {!readOnly && (
        <td>
          <span className={css.moves}>
            <ActionIcon aria-label={`Move ${name} up`} disabled={!onUp} onClick={onUp}>
              <IconChevronUp size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Move ${name} down`} disabled={!onDown} onClick={onDown}>
              <IconChevronDown size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconX size={16} />
            </ActionIcon>
          </span>
        </td>
      )}
    </tr>
  )
}

function AddContact({ existing, onAdd }: { existing: Draft[]; onAdd: (draft: Draft) => void }) {
  const [picked, setPicked] = useState<number | null>(null)
  const { data } = useRead(resourceCalls(companyContacts).read, { params: { id: picked ?? 0 } }, { enabled: picked !== null })
  if (data && picked === data.id) {
    const { id, email, phone, mobile, company, companyType } = data
    // Deferred, because a parent's state must not be set during render.
    queueMicrotask(() => {
      setPicked(null)
      if (existing.some(({ contactId }) => contactId === id)) return
      onAdd({
        contactId: id,
        name: fullName(data),
        email: email ?? null,
        phone: phone ?? mobile ?? null,
        companyName: company.name,
        companyType,
        role: null,
        isSharedExternally: false,
      })
    })
  }
  return (
    <div className={css.fields}>
      <Picker
        label="Add a contact from a company"
        placeholder="Name or e-mail"
        resource={companyContacts}
        value={picked}
        onChange={(id) => setPicked(id === null ? null : Number(id))}
      />
    </div>
  )
}
