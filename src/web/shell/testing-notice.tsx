import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { areNoticesRead, storeReadNotices } from './read-notices.ts'

/** Warns once per sign-in that this is a test system. Tabs opened later do not repeat it. */
export default function TestingNotice({ notices }: { notices: string[] }) {
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
      <Group justify="flex-end" mt="xl">
        <Button onClick={close} data-autofocus>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}
