import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { can } from '../kit/request/can.ts'
import { areNoticesRead, storeReadNotices } from './read-notices.ts'

/** Warns once per sign-in that this is a test system. Tabs opened later do not repeat it. */
export default function TestingNotice({ badge, notices }: { badge: string; notices: string[] }) {
  const [isRead, setRead] = useState(() => areNoticesRead(notices))
  const close = () => {
    storeReadNotices(notices)
    setRead(true)
  }
  return (
    <Modal opened={!isRead} onClose={close} title="This is not the live site">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {badge === 'LOCAL' && can('AppSettings.Update') && (
        <p>Is this where your firm works? Start the server as the live site, as the README says, and this message no longer appears.</p>
      )}
      <Group justify="flex-end" mt="xl">
        <Button onClick={close} data-autofocus>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}
