import { useState } from 'react'
import { fullName } from '../../model/kit/names.ts'
import { firstAndLastLog } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { mentionsOf } from '../inbox/public.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { ActivityPanel, Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './space.module.css'
import { type Space, SpaceTab } from './space-head.tsx'

export function SpaceActivityPage() {
  return (
    <SpaceTab>
      {(space) => (
        <div className={css.main}>
          <Log space={space} />
        </div>
      )}
    </SpaceTab>
  )
}

interface Entry {
  title: string
  createDate: string
  createdBy: { firstName: string; lastName: string } | null
}

function Log({ space }: { space: Space }) {
  const [range, setRange] = useState<object>({})
  const { data, error } = useRead(firstAndLastLog, { params: { id: space.id }, query: range }, { isQuiet: true, keepsOld: true })
  const { first, last } = data ?? {}
  if (!data && !error) return <Skeletons rows={8} />
  return (
    <>
      {first && last && (
        <dl className={css.firstAndLast}>
          <End label="First entry" entry={first} />
          <End label="Last entry" entry={last} />
        </dl>
      )}
      <ActivityPanel resource={spaces} id={space.id} hasFilters onFilters={setRange} below={mentionsOf(spaces, space.id)} />
    </>
  )
}

const End = ({ label, entry }: { label: string; entry: Entry }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b>{entry.title}</b>
      <span>
        {entry.createdBy && `${fullName(entry.createdBy)}, `}
        <DateTime value={entry.createDate} />
      </span>
    </dd>
  </div>
)
