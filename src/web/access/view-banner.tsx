import { Button } from '@mantine/core'
import { leaveViewAs } from '../../model/access/view-as.ts'
import { fullName } from '../../model/kit/names.ts'
import { IconEye } from '../kit/look/icons.ts'
import { Strip } from '../kit/pages.tsx'
import { request } from '../kit/request/client.ts'
import { stopViewAs, useSession } from '../kit/request/session.ts'

export function ViewBanner() {
  const { user } = useSession()
  if (!user) return null
  const { id } = user
  async function leave() {
    stopViewAs()
    // The view also expires on the server, so leaving works without a connection.
    await request(leaveViewAs, { params: { id } }).catch(() => undefined)
    // A full page load discards data of the viewed user.
    location.assign(`/external-users/${id}`)
  }
  return (
    <Strip tone="warning" icon={<IconEye size={16} />}>
      <span>
        You see what <b>{fullName(user)}</b> sees of the projects you can both see. Nothing can be changed.
      </span>
      <Button variant="default" size="compact-sm" onClick={() => void leave()}>
        Leave
      </Button>
    </Strip>
  )
}
