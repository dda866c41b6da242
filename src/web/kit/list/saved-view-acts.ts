import { useEffect, useState } from 'react'
import type { RowOf } from '../../../model/kit/resource.ts'
import { changeSavedView, createSavedView, readSavedViews, removeSavedView, savedViews } from '../../../model/settings/saved-views.ts'
import { confirm } from '../look/question.tsx'
import { recall, remember } from '../look/remembered.ts'
import { toast } from '../look/toasts.tsx'
import { userName } from '../parts/avatar.tsx'
import { refresh, useRead } from '../request/call.ts'
import { request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { session } from '../request/session.ts'
import { listOf } from './list-address.ts'

export type View = RowOf<typeof savedViews>
const { entity } = savedViews

export const isMine = (view: View) => view.createdBy?.id === session().user?.id
export const isShared = (view: View) => !isMine(view) || view.accessGroupIds.length > 0
export const ownerOf = ({ createdBy }: View) => (createdBy ? userName(createdBy) : 'a colleague')

/**
 * The views of one list, by name: the person's own and those colleagues share with them; undefined until they are read. The default
 * is mirrored in this browser, so that the list need not wait for it.
 */
export function useSavedViews(pathname: string): View[] | undefined {
  const [list] = useState(() => listOf(pathname))
  const { data, error } = useRead(readSavedViews, {}, { isQuiet: true, staleTime: 5 * 60_000 })
  const [, redraw] = useState(0)
  const views = (data?.items ?? []).filter((view) => view.list === list)
  const main = views.find(({ isDefault }) => isDefault)
  const mirrored = main && { id: main.id, address: main.address ?? '' }
  const text = JSON.stringify(mirrored ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the server says something else
  useEffect(() => {
    if (!data || JSON.stringify(recall(`default-view:${list}`) ?? null) === text) return
    remember(`default-view:${list}`, mirrored)
    redraw((count) => count + 1)
  }, [data, text])
  return data || error ? views : undefined
}

/** Says it in its own words when it cannot be done. */
async function orTell(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    showError(error)
  }
}

export const changeView = (view: View, part: Partial<View>, done?: string) =>
  orTell(async () => {
    const { name, address, isDefault } = { ...view, ...part }
    await request(changeSavedView, { params: { id: view.id }, body: { name, address, isDefault } })
    if (done) toast.success(done)
    await refresh(entity)
  })

/** Asks first; `onGone` leaves what is not there any more. */
export async function removeView(view: View, list: string, onGone: () => void) {
  const text = 'The list itself is not affected.'
  if (!(await confirm({ title: `Delete the view "${view.name}"?`, text, verb: 'Delete', danger: true }))) return
  await orTell(async () => {
    await request(removeSavedView, { params: { id: view.id } })
    if (view.isDefault) remember(`default-view:${list}`, undefined)
    await refresh(entity)
    onGone()
    toast.success(`The view "${view.name}" is deleted.`)
  })
}

/** Fails with what the server says about the name. */
export async function renameView(view: View, name: string, isDefault: boolean) {
  await request(changeSavedView, { params: { id: view.id }, body: { ...view, name, isDefault } })
  await refresh(entity)
}

export async function saveView(view: Pick<View, 'list' | 'name' | 'address' | 'isDefault'>): Promise<{ id: number }> {
  const made = await request(createSavedView, { body: view })
  await refresh(entity)
  return made
}
