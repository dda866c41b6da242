import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { isUnderWay } from '../../model/integrations/project-links.ts'
import { endingWords, readIntegrationStatus } from '../../model/integrations/services.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconLink, IconPlus, IconRefresh, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { LinkKind } from './kinds.ts'
import { LinkDialog } from './link-dialog.tsx'

export interface Linkable {
  id: number
  name: string
  isClosed: boolean
  status: LinkedProjectStatus | undefined
  externalId: string | null
  externalKey: string | null
  nameThere: string | null
}

const { Failed, Idle } = LinkedProjectStatus
export const isLinked = ({ status }: Pick<Linkable, 'status'>) => status !== undefined && status !== Idle

/** Reports if the integration is configured and why not. The reason is undefined while the status loads. */
export function useIsReady({ service, name }: LinkKind) {
  const { data } = useRead(readIntegrationStatus, {}, { isQuiet: true, enabled: can(readIntegrationStatus.permission) })
  const status = data?.[service]
  const reason = status && !status.configured ? `${name} is not configured.` : undefined
  return {
    isKnown: status !== undefined,
    reason,
    missing: status?.missing ?? [],
    ends: status && endingWords(name, status),
    lastOk: status?.lastOk ?? null,
  }
}

export function useLinkActs(kind: LinkKind) {
  const [pending, setPending] = useState<{ action: 'create' | 'link'; project: Linkable }>()
  const { reason } = useIsReady(kind)
  const again = () => void Promise.all([invalidateEntity('projects'), invalidateEntity(kind.list.entity)])
  const sync = useCall(kind.sync, {
    invalidates: [kind.list],
    onDone: () => toast.info(`${kind.name} is being contacted.`),
  })
  const close = () => setPending(undefined)

  async function unlink({ id, name, externalId, externalKey, nameThere }: Linkable) {
    const linkName = nameThere ?? externalKey ?? `the ${kind.thing}`
    const text = `${linkName} stays in ${kind.name}; only the link is removed.`
    if (!(await confirm({ title: `Remove the link of ${name}?`, text, verb: 'Remove link' }))) return
    try {
      await request(kind.unlink, { params: { id } })
    } catch (error) {
      showError(error)
      return again()
    }
    again()
    const undo = async () => {
      await kind.link(id, { id: externalId ?? '', key: externalKey }).catch(showError)
      again()
    }
    toast.success(`The link to ${linkName} was removed.`, { undo: externalId === null ? undefined : () => void undo() })
  }

  function items(project: Linkable): ReactNode {
    if (!can(kind.create.permission)) return undefined
    if (project.isClosed) return <Menu.Item disabled>The project is closed</Menu.Item>
    if (!isLinked(project))
      return (
        <>
          <Menu.Item
            disabled={reason !== undefined}
            leftSection={<IconPlus size={16} />}
            onClick={() => setPending({ action: 'create', project })}
          >
            Create {kind.thing}
          </Menu.Item>
          <Menu.Item
            disabled={reason !== undefined}
            leftSection={<IconLink size={16} />}
            onClick={() => setPending({ action: 'link', project })}
          >
            Link an existing {kind.thing}
          </Menu.Item>
        </>
      )
    if (isUnderWay(project.status)) return <Menu.Item disabled>{kind.name} is being contacted</Menu.Item>
    return (
      <>
        <Menu.Item
          disabled={reason !== undefined}
          leftSection={<IconRefresh size={16} />}
          onClick={() => sync.mutate({ params: { id: project.id } })}
        >
          {project.status === Failed ? 'Try again' : 'Read again'}
        </Menu.Item>
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void unlink(project)}>
          Remove link
        </Menu.Item>
      </>
    )
  }

  const project = pending?.project
  const dialogs = (
    <>
      <CallDialog<LinkKind['create']>
        call={kind.create}
        resource={kind.list}
        opened={pending?.action === 'create'}
        onClose={close}
        title={`Create a ${kind.thing} for ${project?.name ?? ''}`}
        verb={`Create ${kind.thing}`}
        params={{ id: project?.id ?? 0 }}
        start={kind.start}
        invalidates={[kind.list]}
        onDone={() => toast.info(`The ${kind.thing} is being created.`)}
      />
      <LinkDialog kind={kind} project={pending?.action === 'link' ? project : undefined} onClose={close} onDone={again} />
    </>
  )
  return { items, dialogs, reason, create: (linkable: Linkable) => setPending({ action: 'create', project: linkable }) }
}
