import { Button } from '@mantine/core'
import { listMentionable, MentionPlace, mentionedIn, nameBegun, withName } from '../../model/inbox/mentions.ts'
import type { Resource } from '../../model/kit/description.ts'
import { fullName } from '../../model/kit/names.ts'
import { Control, type ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { useRead } from '../kit/request/call.ts'
import css from './mentions.module.css'

const mostOffered = 5
interface MentionsProps {
  resource: Resource
  id: number
  text: string
  onChange: (text: string) => void
  place?: MentionPlace
}

function Mentions({ resource, id, text, onChange, place = MentionPlace.Activity }: MentionsProps) {
  const { data: people = [] } = useRead(
    listMentionable,
    { params: { entity: resource.path, id }, query: { place } },
    { enabled: text.includes('@'), isQuiet: true },
  )
  const begun = nameBegun(text)?.toLowerCase()
  const isWhole = begun !== undefined && people.some((item) => begun.trim() === fullName(item).toLowerCase())
  const offered =
    begun === undefined || isWhole
      ? []
      : people.filter((item) => item.seesIt && fullName(item).toLowerCase().includes(begun)).slice(0, mostOffered)
  const blind = mentionedIn(text, people).filter((item) => !item.seesIt)
  return (
    <div className={css.mentions} role="status">
      {offered.length > 0 && (
        <span className={css.offered}>
          Mention{' '}
          {offered.map((person) => (
            <Button key={person.id} size="compact-xs" variant="default" onClick={() => onChange(withName(text, person))}>
              {fullName(person)}
            </Button>
          ))}
        </span>
      )}
      {blind.map((person) => (
        <span key={person.id} className={css.blind}>
          {fullName(person)} cannot see this and will not be notified.
        </span>
      ))}
    </div>
  )
}

export const mentionsBelow = (resource: Resource, id: number) => (text: string, onChange: (text: string) => void) => (
  <Mentions resource={resource} id={id} text={text} onChange={onChange} />
)

/** Mentions below a rich text field. A new row has no suggestions, because its readers are not yet known. */
export const mentioning =
  (resource: Resource, { id, place = MentionPlace.Texts }: { id?: number; place?: MentionPlace } = {}) =>
  ({ form, ...props }: ControlProps & { form: Form }) => {
    const about = id ?? props.row?.id
    return (
      <>
        <Control {...props} />
        {about !== undefined && !props.readOnly && (
          <Mentions resource={resource} id={about} text={String(props.value ?? '')} onChange={props.onChange} place={place} />
        )}
      </>
    )
  }
