import { ActionIcon, Tooltip } from '@mantine/core'
import { readWatch, saveWatch } from '../../model/inbox/inbox.ts'
import type { Resource } from '../../model/kit/description.ts'
import { IconEye, IconEyeOff } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'

export function WatchButton({ resource, id, name }: { resource: Resource; id: number; name: string }) {
  const params = { entity: resource.path, id }
  // Users who only manage the rows get news of all of them, so they have nothing to watch.
  const mayWatch = useCan(resource.permission.view)
  const { data } = useRead(readWatch, { params }, { isQuiet: true, enabled: mayWatch })
  const { mutate, isPending } = useCall(saveWatch, {
    onDone: ({ isOn }) =>
      toast.success(
        isOn ? `Changes to ${name} will appear in your inbox.` : `You will no longer get news of ${name}, except what is addressed to you.`,
      ),
  })
  if (!mayWatch) return null
  const isOn = data?.isOn ?? false
  const Icon = isOn ? IconEye : IconEyeOff
  const label = isOn ? 'Stop watching' : 'Watch'
  const why = data?.isByRole
    ? 'You watch this because of your part in it. Stop watching'
    : isOn
      ? 'Stop watching'
      : 'Watch: get news in your inbox'
  return (
    <Tooltip label={why}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={`${label} ${name}`}
        disabled={!data}
        loading={isPending}
        onClick={() => mutate({ params, body: { isOn: !isOn } })}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
