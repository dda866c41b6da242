import { ActionIcon, Input } from '@mantine/core'
import { useState } from 'react'
import type { Resource, UserRef } from '../../model/kit/description.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { Picker } from '../kit/form/picker.tsx'
import { usePickerNames } from '../kit/form/picker-names.ts'
import { IconX } from '../kit/look/icons.ts'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import css from './members-control.module.css'

export function MembersControl({
  field,
  value,
  onChange,
  error,
  readOnly,
  row,
  resource,
}: ControlProps<string[]> & { resource?: Resource }) {
  const ids = value ?? []
  const known = new Map(((row?.members ?? []) as UserRef[]).map((person) => [person.id, person]))
  const nameOf = usePickerNames(
    resource,
    ids.filter((id) => !known.has(id)),
  )
  const [added, setAdded] = useState(0)
  const named = (id: string) => (known.has(id) ? userName(known.get(id)!) : nameOf(id))
  return (
    <div className={css.control}>
      <span className={css.legend}>
        {field.label}
        {ids.length > 0 && <span>{ids.length.toLocaleString('en-US')}</span>}
      </span>
      {!readOnly && (
        <Picker
          key={added}
          resource={resource}
          label="Add a member"
          placeholder="Type a name"
          value={null}
          onChange={(id) => {
            if (id !== null && !ids.includes(String(id))) onChange([...ids, String(id)])
            setAdded(added + 1)
          }}
        />
      )}
      {error && <Input.Error>{error}</Input.Error>}
      {ids.length === 0 ? (
        <p className="dna-muted">Nobody yet.</p>
      ) : (
        <ul className={css.people} aria-label={field.label}>
          {ids.map((id) => {
            const name = named(id)
            const [firstName = '', ...rest] = name.split(' ')
            const person = known.get(id) ?? { id, firstName, lastName: rest.join(' ') }
            return (
              <li key={id}>
                <AvatarFace user={person} size={24} />
                <span className={css.name}>
                  {name}
                  {'isSuspended' in person && person.isSuspended && <small>suspended</small>}
                </span>
                {!readOnly && (
                  <ActionIcon aria-label={`Remove ${name}`} onClick={() => onChange(ids.filter((text) => text !== id))}>
                    <IconX size={14} />
                  </ActionIcon>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
