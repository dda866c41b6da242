import { Menu } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { cloneTemplate, spaceTemplates } from '../../model/templates/space-templates.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { removeRows } from '../kit/form/dialogs.tsx'
import { IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { invalidateEntity, resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './templates.module.css'

export type SpaceTemplate = RowOf<typeof spaceTemplates>

export const templateTabs = ({ id, equipmentCount, countTemplateUsed }: SpaceTemplate): Tab[] => [
  { label: 'Equipment', to: `/space-templates/${id}`, count: equipmentCount, counted: 'piece' },
  { label: 'Spaces', to: `/space-templates/${id}/spaces`, count: countTemplateUsed },
  { label: 'Details', to: `/space-templates/${id}/details` },
  { label: 'Activity', to: `/space-templates/${id}/activity` },
]

/** Entities included in every part of the page except the form. */
const inTemplates = ['templateEquipment', 'templateAreaGroups']

interface Props {
  actions?: (template: SpaceTemplate) => ReactNode
  children: (template: SpaceTemplate) => ReactNode
}

export function TemplateTab({ actions, children }: Props) {
  const [isCloning, setCloning] = useState(false)
  const { id = '' } = useParams({ strict: false })
  const onEntityChange = useCallback(({ entity }: HubEvents['EntityChanged']) => {
    if (inTemplates.includes(entity)) void invalidateEntity(spaceTemplates.entity)
  }, [])
  useLiveEvent('EntityChanged', onEntityChange)
  const { data, error, refetch } = useRead(resourceCalls(spaceTemplates).read, { params: { id } }, { isQuiet: true })
  useTitle(data?.name)
  const crumbs = [{ label: spaceTemplates.names.many, to: spaceTemplates.route }]
  if (!data)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="The space template" />
        {error ? <LoadError error={error} title={spaceTemplates.names.one} onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  const { totalMsrpPrice, defaultComplexity } = data
  const price = totalMsrpPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return (
    <div className={css.page}>
      <PageHead
        crumbs={[...crumbs, { label: data.name }]}
        chip={data.id}
        title={data.name}
        note={[price, defaultComplexity !== null && `complexity ${defaultComplexity}`].filter(Boolean).join(', ')}
        actions={actions?.(data)}
        menu={<TemplateMenu template={data} onClone={() => setCloning(true)} />}
        tabs={templateTabs(data)}
      />
      {children(data)}
      <CloneTemplate template={data} opened={isCloning} onClose={() => setCloning(false)} />
    </div>
  )
}

interface MenuProps {
  template: SpaceTemplate
  onClone: () => void
}

function TemplateMenu({ template, onClone }: MenuProps) {
  const navigate = useNavigate()
  async function remove() {
    if (await removeRows(spaceTemplates, [template], undefined, 'Spaces created from it stay as they are.'))
      void navigate({ to: spaceTemplates.route! })
  }
  return (
    <>
      {can(cloneTemplate.permission) && <Menu.Item onClick={onClone}>Clone</Menu.Item>}
      {can(spaceTemplates.permission.delete) && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}

/** Outside the menu, because the menu unmounts its content when it closes. */
function CloneTemplate({ template, opened, onClose }: { template: SpaceTemplate; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const start = useMemo(() => ({ name: `${template.name} copy` }), [template.name])
  return (
    <CallDialog
      call={cloneTemplate}
      resource={spaceTemplates}
      opened={opened}
      onClose={onClose}
      title={`Clone ${template.name}`}
      verb="Clone"
      params={{ id: template.id }}
      start={start}
      invalidates={[spaceTemplates]}
      onDone={(createdTemplate) => {
        toast.success(`${createdTemplate.name} created.`)
        void navigate({ to: `/space-templates/${createdTemplate.id}` })
      }}
    />
  )
}
