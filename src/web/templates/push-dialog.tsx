import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount, plural } from '../../model/kit/plural.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { pushTemplate, type SpacePush } from '../../model/templates/template-calls.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { invalidateEntity, useCall } from '../kit/request/call.ts'
import { CallError } from '../kit/request/client.ts'
import css from './template-drift.module.css'

interface Props {
  template: { id: number; name: string }
  spaceIds: number[] | undefined
  onClose: () => void
  onDone?: () => void
}

/** Previews the effect of applying a template to each space. Applies exactly that, or nothing if it has changed. */
export function PushDialog({ spaceIds, onClose, ...rest }: Props) {
  return (
    <Modal opened={spaceIds !== undefined} onClose={onClose} title={`Apply ${rest.template.name}`} size={1040} keepMounted={false}>
      {spaceIds && <Push {...rest} spaceIds={spaceIds} onClose={onClose} />}
    </Modal>
  )
}

const describePush = ({ added, removed, changed }: SpacePush) =>
  [added && `${added} added`, removed && `${removed} removed`, changed && `${changed} changed`].filter(Boolean).join(', ')
const wholeNumber = (value: number) => value.toLocaleString('en-US')

export const countPending = ({ added, removed, changed }: SpacePush) => added + removed + changed

const pushSpaceName = ({ name, spaceNumber }: SpacePush) => [spaceNumber, name].filter(Boolean).join(' ')
const pushProjectName = ({ project }: SpacePush) => [project.number, project.name].filter(Boolean).join(' ')

export const pushColumns: Column<SpacePush>[] = [
  {
    key: 'name',
    label: 'Space',
    tone: 'name',
    locked: true,
    text: pushSpaceName,
    cell: (push) => (
      <Link to={`/projects/${push.project.id}/spaces/${push.id}`} data-name className="dna-name">
        {pushSpaceName(push)}
      </Link>
    ),
  },
  {
    key: 'pending',
    label: 'From the template',
    width: 152,
    least: 140,
    text: (push) => push.reason ?? describePush(push),
    cell: (push) => push.reason ?? (countPending(push) > 0 ? describePush(push) : <span className="dna-muted">Up to date</span>),
  },
  {
    key: 'project',
    label: 'Project',
    width: 170,
    most: 300,
    tone: 'quiet',
    text: pushProjectName,
    cell: pushProjectName,
  },
  { key: 'kept', label: 'By hand', width: 84, align: 'right', cell: ({ kept }) => (kept > 0 ? wholeNumber(kept) : null) },
  {
    key: 'count',
    label: 'Pieces',
    width: 84,
    align: 'right',
    cell: ({ equipmentCount: { before, after } }) =>
      before === after ? wholeNumber(before) : `${wholeNumber(before)} → ${wholeNumber(after)}`,
  },
  {
    key: 'price',
    label: 'MSRP',
    unit: 'USD',
    width: 210,
    align: 'right',
    cell: ({ totalMsrpPrice: { before, after } }) =>
      before === after ? formatNumber(before, 2) : `${formatNumber(before, 2)} → ${formatNumber(after, 2)}`,
  },
]

function Push({ template, spaceIds, onClose, onDone }: Props & { spaceIds: number[] }) {
  const params = { id: template.id }
  const preview = useCall(pushTemplate, { onError: () => true })
  const undo = useCall(undoChangeSet, { invalidates: [spaces, spaceTemplates], onDone: () => toast.success('Undone.') })
  const loadPreview = () => preview.mutate({ params, body: { spaceIds, dryRun: true, previewKey: null } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once when the dialog opens
  useEffect(loadPreview, [])
  const push = useCall(pushTemplate, {
    invalidates: [spaces],
    onDone({ changeSetId, spaces: done }) {
      onClose()
      onDone?.()
      const count = done.filter((item) => !item.reason && countPending(item) > 0).length
      toast.success(`${template.name} applied to ${formatCount(count, 'space')}.`, {
        undo: changeSetId ? () => undo.mutate({ params: { id: changeSetId } }) : undefined,
      })
    },
    onError(error) {
      if (!(error instanceof CallError) || error.status !== 409) return false
      toast.error(error.message)
      loadPreview()
      void invalidateEntity(spaceTemplates.entity)
      return true
    },
  })
  const { data } = preview
  if (preview.error) return <LoadError error={preview.error} title="Preview" onRetry={loadPreview} />
  if (!data) return <Skeletons rows={4} />
  const due = data.spaces.filter((space) => !space.reason && countPending(space) > 0)
  const sum = (countOf: (item: SpacePush) => number) => due.reduce((total, item) => total + countOf(item), 0)
  const items = sum(({ equipmentCount: { before, after } }) => after - before)
  const price = sumMoney(due.flatMap(({ totalMsrpPrice: { before, after } }) => [after, -before]))
  const signed = (value: number, text: string) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text}`
  return (
    <>
      <p className={css.text}>Changes made by hand in a space are kept.</p>
      <div className={css.preview}>
        <DataTable label="Preview" columns={pushColumns} rows={data.spaces} nameOf={({ name }) => name} />
      </div>
      <output className={css.sum} aria-label="In all">
        {due.length === 0
          ? 'There is nothing to change in these spaces.'
          : `${formatCount(due.length, 'space')}: ${signed(items, wholeNumber(Math.abs(items)))} ${plural(Math.abs(items), 'piece')}, ${signed(price, `$${formatNumber(Math.abs(price), 2)}`)}`}
      </output>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {due.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {due.length > 0 && (
          <Button
            loading={push.isPending || preview.isPending}
            onClick={() => push.mutate({ params, body: { spaceIds, dryRun: false, previewKey: data.previewKey } })}
          >
            Apply to {formatCount(due.length, 'space')}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
