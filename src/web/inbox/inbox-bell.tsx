import { ActionIcon, Tooltip } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { IconBell } from '../kit/look/icons.ts'
import css from './inbox.module.css'
import { useInboxCount } from './inbox-entries.ts'

export function InboxBell() {
  const { data } = useInboxCount()
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/inbox' })
  const open = data?.count ?? 0
  const label = open > 0 ? `Inbox, ${open.toLocaleString('en-US')} open` : 'Inbox'
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to="/inbox"
        className={css.bell}
        data-here={isHere || undefined}
        aria-label={label}
        aria-current={isHere ? 'page' : undefined}
      >
        <IconBell size={18} />
        {open > 0 && <span className={css.badge}>{open > 99 ? '99+' : open}</span>}
      </ActionIcon>
    </Tooltip>
  )
}
