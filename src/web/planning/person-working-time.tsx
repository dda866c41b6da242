import { useParams } from '@tanstack/react-router'
import { users } from '../../model/access/users.ts'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import { LoadError, userName } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import { AbsencesPanel } from './absences-panel.tsx'
import { PersonCapacity } from './person-capacity.tsx'
import { personTabs } from './person-tabs.ts'
import css from './planning.module.css'
import { SchedulesPanel } from './schedules-panel.tsx'

export function PersonWorkingTimePage() {
  const { id = '' } = useParams({ strict: false })
  const { data: user, error, refetch } = useRead(resourceCalls(users).read, { params: { id } }, { isQuiet: true })
  useTitle(user && `Working time of ${userName(user)}`)
  const crumbs = [{ label: users.names.many, to: users.route }]
  if (!user)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title={users.names.one} />
        {error ? <LoadError error={error} title="This user" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead crumbs={crumbs} title={userName(user)} note={user.role.name} tabs={personTabs(user)} />
      <div className={css.main}>
        <SchedulesPanel id={id} />
        <AbsencesPanel id={id} />
        <PersonCapacity id={id} />
      </div>
    </div>
  )
}
