import { Control, type ControlProps, type Controls, hidden } from '../kit/form/controls.tsx'
import { AvatarFace, isMasked, type Person, userName } from '../kit/parts/avatar.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { session, useSession } from '../kit/request/session.ts'
import css from './person-fields.module.css'

/** Personal data, hidden for suspended users if the viewer masks them. Updates when the setting changes while the list is open. */
function Known({ value, person, isName = false }: { value: string; person: Person; isName?: boolean }) {
  useSession()
  if (!isMasked(person)) return value
  return isName ? userName(person) : <span className="dna-muted">–</span>
}
const knownCell = (value: string | null, person: Person) => value && <Known value={value} person={person} />

export const personCells = {
  lastName: (lastName: string, person: Person) => (
    <span className={css.person} data-face>
      <span aria-hidden="true">
        <AvatarFace user={person} size={22} />
      </span>
      <Known value={lastName} person={person} isName />
    </span>
  ),
  firstName: knownCell,
  email: knownCell,
  phone: knownCell,
  isSuspended: (isSuspended: boolean) => (isSuspended ? <StateText tone="bad">Suspended</StateText> : undefined),
}

export const personWidths = { firstName: 104, email: 260 }

/** The form retains the value; only the display is masked. */
function KnownControl({ form: _, ...props }: ControlProps & { form: unknown }) {
  useSession()
  const { id, firstName, lastName, isSuspended } = props.row ?? {}
  if (!isMasked({ id, firstName, lastName, isSuspended })) return <Control {...props} />
  return (
    <Control
      {...props}
      field={{ ...props.field, hint: 'Hidden by your personal settings.' }}
      value={null}
      onChange={() => undefined}
      readOnly
    />
  )
}

/** A password can be set only for a new user. Users cannot change their own role. */
export function personControls(isNew: boolean): Controls {
  return {
    ...Object.fromEntries(['firstName', 'lastName', 'email', 'phone', 'avatarUrl'].map((key) => [key, KnownControl])),
    password: isNew
      ? ({ form, field, ...props }) => (
          <Control {...props} field={{ ...field, label: 'First password', hint: 'Leave it empty to send a link that sets one.' }} />
        )
      : hidden,
    roleId: ({ form, field, readOnly, ...props }) => {
      const isOwn = !isNew && props.row?.id === session().user?.id
      return (
        <Control {...props} field={isOwn ? { ...field, hint: 'You cannot change your own role.' } : field} readOnly={readOnly || isOwn} />
      )
    },
  }
}
