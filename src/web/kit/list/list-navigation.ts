import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import type { Values } from '../form/form.ts'
import { can } from '../request/can.ts'
import type { Listing } from './list-listing.ts'
import type { ListPageProps } from './list-props.ts'

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

/** Path of the list that opens its create form when it is shown next. */
let awaitsForm: string | undefined

export function useListNavigation<R extends Resource>(props: ListPageProps<R>) {
  const { resource, isDeleted, newHref, rowHref, create } = props
  const isDialog = create === 'dialog'
  const [dialog, setDialog] = useState<{ row?: Values }>()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [home] = useState(pathname)
  useEffect(() => {
    if (isDialog && awaitsForm === home) setDialog({})
    awaitsForm = undefined
  }, [isDialog, home])
  const hasPages = !isDeleted && !props.onOpen && (rowHref !== undefined || (!isDialog && resource.route !== undefined))
  const hrefOf = (row: RowOf<R>): string | undefined => (hasPages ? (rowHref ? rowHref(row) : `${resource.route}/${row.id}`) : undefined)
  const open = props.onOpen ?? (isDialog ? (row: RowOf<R>) => setDialog({ row }) : undefined)
  return {
    isDialog,
    dialog,
    closeDialog: () => setDialog(undefined),
    hrefOf,
    add: () => (isDialog ? setDialog({}) : void navigate({ to: newHref ?? `${resource.route}/new` })),
    addAnother() {
      if (!props.opensCreated) return setDialog({})
      awaitsForm = home
      void navigate({ to: home })
    },
    open,
    edit(row: RowOf<R>) {
      const to = props.editHref?.(row) ?? hrefOf(row)
      if (open) open(row)
      else if (to) void navigate({ to })
    },
  }
}
export type ListNavigation<R extends Resource> = ReturnType<typeof useListNavigation<R>>
