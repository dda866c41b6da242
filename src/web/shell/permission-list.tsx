import { Modal } from '@mantine/core'
import { useSession } from '../kit/request/session.ts'

export default function PermissionList({ onClose }: { onClose: () => void }) {
  const { user, held } = useSession()
  const names = [...held].sort()
  return (
    <Modal opened onClose={onClose} title={`${names.length} permissions of ${user?.roles[0]?.name}`} size={480}>
      <ul style={{ margin: 0, paddingInlineStart: 16 }}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Modal>
  )
}
