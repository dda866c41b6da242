import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'

const key = 'testing-notice-read'

/** Says once per session of the browser that this is not the real thing. */
export default function TestingNotice({ notices }: { notices: string[] }) {
  const [isRead, setRead] = useState(() => sessionStorage.getItem(key) === notices.join())
  const close = () => {
    sessionStorage.setItem(key, notices.join())
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
