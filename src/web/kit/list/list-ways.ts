import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import type { Values } from '../form/form.ts'
import { can } from '../request/can.ts'
import type { Listing } from './list-listing.ts'
import type { ListPageProps } from './list-props.ts'

/** What this person may do in a list. */
export function listRights<R extends Resource>(
  { resource, create = 'page', ...props }: ListPageProps<R>,
  { calls, isDeleted, isPhone }: Listing,
) {
  const { permission } = resource
  const mayDelete = !isDeleted && permission.delete !== undefined && can(permission.delete)
  const mayExport = calls.export !== undefined && !isDeleted
  return {
    mayCreate: create !== 'no' && !isDeleted && permission.create !== undefined && can(permission.create),
    mayUpdate: permission.update !== undefined && can(permission.update),
    mayDelete,
    mayRestore: isDeleted && permission.restore !== undefined && can(permission.restore),
    mayExport,
    maySelect: !isPhone && !isDeleted && (mayDelete || mayExport || props.selectionActions !== undefined),
    mayPeek: !isDeleted && !props.onOpen && !props.call && can(calls.read.permission),
  }
}
export type ListRights = ReturnType<typeof listRights>

/** Where rows lead and where a new one is made: a page, a dialog of the list, or what the list's owner does instead. */
export function useListNavigation<R extends Resource>(props: ListPageProps<R>) {
  const { resource, isDeleted, newHref, rowHref, create } = props
  const isDialog = create === 'dialog'
  const [dialog, setDialog] = useState<{ row?: Values }>()
  const navigate = useNavigate()
  const hasPages = !isDeleted && !props.onOpen && (rowHref !== undefined || (!isDialog && resource.route !== undefined))
  const hrefOf = (row: RowOf<R>): string | undefined => (hasPages ? (rowHref ? rowHref(row) : `${resource.route}/${row.id}`) : undefined)
  const open = props.onOpen ?? (isDialog ? (row: RowOf<R>) => setDialog({ row }) : undefined)
  return {
    isDialog,
    /** The dialog that is open, for a row or a new one. */
    dialog,
    closeDialog: () => setDialog(undefined),
    hrefOf,
    add: () => (isDialog ? setDialog({}) : void navigate({ to: newHref ?? `${resource.route}/new` })),
    open,
    /** To where a row is changed: in place, or on its page. */
    edit(row: RowOf<R>) {
      const to = props.editHref?.(row) ?? hrefOf(row)
      if (open) open(row)
      else if (to) void navigate({ to })
    },
  }
}
export type ListNavigation<R extends Resource> = ReturnType<typeof useListNavigation<R>>
