import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'

const key = 'testing-notice-read'

/** Says once after each sign-in that this is not the real thing; what is opened beside need not say it again. */
export default function TestingNotice({ notices }: { notices: string[] }) {
  const [isRead, setRead] = useState(() => localStorage.getItem(key) === notices.join())
  const close = () => {
    localStorage.setItem(key, notices.join())
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
