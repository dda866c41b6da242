import { Control, type Controls, hidden } from '../kit/form/controls.tsx'
import { AvatarFace, isMasked, type Person, userName } from '../kit/parts/avatar.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { session } from '../kit/request/session.ts'
import css from './person-fields.module.css'

/** What tells who somebody is, unless suspended people are masked for whoever looks. */
const known = (value: string | null, person: Person) => (isMasked(person) ? undefined : value)

export const personCells = {
  lastName: (lastName: string, person: Person) => (
    <span className={css.person}>
      <span aria-hidden="true">
        <AvatarFace user={person} size={22} />
      </span>
      {isMasked(person) ? userName(person) : lastName}
    </span>
  ),
  firstName: known,
  email: known,
  phone: known,
  isSuspended: (isSuspended: boolean) => (isSuspended ? <StateText tone="bad">Suspended</StateText> : undefined),
}

/** An address is seldom short, a first name seldom long. */
export const personWidths = { firstName: 104, email: 260 }

/** A password may be given to a new person only; later it is theirs. Nobody changes their own role. */
export function personControls(isNew: boolean): Controls {
  return {
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
