import { useEffect, useState } from 'react'
import type { RowOf } from '../../../model/kit/resource.ts'
import { changeSavedView, createSavedView, readSavedViews, removeSavedView, savedViews } from '../../../model/settings/saved-views.ts'
import { confirm } from '../look/confirm.tsx'
import { readStored, saveToLocalStorage } from '../look/local-storage.ts'
import { toast } from '../look/toasts.tsx'
import { userName } from '../parts/avatar.tsx'
import { invalidateEntity, useRead } from '../request/call.ts'
import { request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { session } from '../request/session.ts'
import { savedViewsPath } from './list-address.ts'

export type SavedView = RowOf<typeof savedViews>
const { entity } = savedViews

export const isOwnView = (view: SavedView) => view.createdBy?.id === session().user?.id
export const isShared = (view: SavedView) => !isOwnView(view) || view.accessGroupIds.length > 0
export const viewOwner = ({ createdBy }: SavedView) => (createdBy ? userName(createdBy) : 'a colleague')

/**
 * Saved views of one list by name: the user's own and those shared by colleagues. Undefined while loading. The default view is mirrored in
 * local storage, so the list need not wait for the request.
 */
export function useSavedViews(pathname: string): SavedView[] | undefined {
  const [list] = useState(() => savedViewsPath(pathname))
  const { data, error } = useRead(readSavedViews, {}, { isQuiet: true, staleTime: 5 * 60_000 })
  const [, redraw] = useState(0)
  const views = (data?.items ?? []).filter((view) => view.list === list)
  const main = views.find(({ isDefault }) => isDefault)
  const mirrored = main && { id: main.id, address: main.address ?? '' }
  const text = JSON.stringify(mirrored ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the server says something else
  useEffect(() => {
    if (!data || JSON.stringify(readStored(`default-view:${list}`) ?? null) === text) return
    saveToLocalStorage(`default-view:${list}`, mirrored)
    redraw((count) => count + 1)
  }, [data, text])
  return data || error ? views : undefined
}

async function orTell(run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    showError(error)
  }
}

export const changeView = (view: SavedView, part: Partial<SavedView>, done?: string) =>
  orTell(async () => {
    const { name, address, isDefault } = { ...view, ...part }
    await request(changeSavedView, { params: { id: view.id }, body: { name, address, isDefault } })
    if (done) toast.success(done)
    await invalidateEntity(entity)
  })

export async function removeView(view: SavedView, list: string, onGone: () => void) {
  const text = 'The list itself is not affected.'
  if (!(await confirm({ title: `Delete the view "${view.name}"?`, text, verb: 'Delete', danger: true }))) return
  await orTell(async () => {
    await request(removeSavedView, { params: { id: view.id } })
    if (view.isDefault) saveToLocalStorage(`default-view:${list}`, undefined)
    await invalidateEntity(entity)
    onGone()
    toast.success(`The view "${view.name}" is deleted.`)
  })
}

/** Throws the server's validation error for the name. */
export async function renameView(view: SavedView, name: string, isDefault: boolean) {
  await request(changeSavedView, { params: { id: view.id }, body: { ...view, name, isDefault } })
  await invalidateEntity(entity)
}

export async function saveView(view: Pick<SavedView, 'list' | 'name' | 'address' | 'isDefault'>): Promise<{ id: number }> {
  const createdView = await request(createSavedView, { body: view })
  await invalidateEntity(entity)
  return createdView
}
