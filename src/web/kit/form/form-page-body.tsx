import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { formatCount, lowerCaseName } from '../../../model/kit/plural.ts'
import type { RowOf, WriteValues } from '../../../model/kit/resource.ts'
import { useFirstField } from '../look/first-field.ts'
import { IconTrash } from '../look/icons.ts'
import { useSaveShortcut } from '../look/keys.ts'
import { ReasonButton } from '../look/reason-button.tsx'
import { isDialogOpen } from '../look/shortcut.ts'
import { rowName } from '../parts/columns.tsx'
import type { Tab } from '../parts/page-tabs.tsx'
import type { Crumb } from '../parts/small-parts.tsx'
import { can } from '../request/can.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { useTitle } from '../request/title.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Controls, FormFields, type Section } from './controls.tsx'
import { type RemovalImpact, removeRows } from './dialogs.tsx'
import { type PartialValues, type PathParams, type RequiredKeys, useEntityForm, type Values } from './form.ts'
import css from './form-page.module.css'
import { PageHead, PageNotice } from './page-head.tsx'

type Of<R extends Resource, T> = (row: RowOf<R>) => T
export interface FormPageProps<R extends Resource> {
  resource: R
  /** Defaults to the route's `id` parameter; `new` creates a row. */
  id?: string | number
  under?: PathParams
  preset?: PartialValues<WriteValues<R>>
  crumbs?: (row: RowOf<R> | undefined) => Crumb[]
  title?: Of<R, ReactNode>
  chip?: Of<R, string | number>
  state?: Of<R, ReactNode>
  note?: Of<R, ReactNode>
  actions?: Of<R, ReactNode>
  menu?: Of<R, ReactNode>
  tabs?: Of<R, Tab[]>
  strips?: Of<R, ReactNode>
  /** Uses the full width, for forms that consist of a wide table. */
  isWide?: boolean
  aside?: Of<R, ReactNode>
  removalImpact?: Of<R, RemovalImpact>
  /** Reason the row cannot be changed now. If set, the form is read-only. */
  lock?: Of<R, string | undefined>
  sections?: Section<R['fields']>[]
  controls?: Controls<R['fields']>
  requires?: RequiredKeys
  /** Called with the response after the row is saved. */
  onSaved?: Of<R, void>
  children?: Of<R, ReactNode>
}

type BodyProps = FormPageProps<Resource> & { row: Values | undefined; isNew: boolean; crumbsOf: (row?: any) => Crumb[] }

export default function FormPageBody(props: BodyProps) {
  const { resource, row, isNew, under, preset, sections, controls } = props
  const navigate = useNavigate()
  const state = useEntityForm({
    resource,
    row,
    isNew,
    under,
    preset,
    requires: props.requires,
    draftName: `${resource.path}:${Object.values(under ?? {}).join(':')}:${row?.id ?? 'new'}`,
    onSaved(saved) {
      props.onSaved?.(saved)
      if (!isNew) return
      void navigate({ to: `${resource.route}/${saved.id}`, replace: true, ignoreBlocker: true })
      const next = { label: 'Add the next', take: () => void navigate({ to: `${resource.route}/new` }) }
      return resource.route && !under ? [next] : []
    },
  })
  const { form, isSaving } = state
  const shown = row as any
  const lock = shown && props.lock?.(shown)
  const isReadOnly = state.isReadOnly || Boolean(lock)
  const name = shown ? rowName(resource, shown) : `New ${lowerCaseName(resource.names.one)}`
  useTitle(name)
  const formBox = useRef<HTMLFormElement>(null)
  useFirstField(formBox, isNew)
  useLeaveQuestion(form.changed.length > 0, form.discard)

  async function remove() {
    if (await removeRows(resource, [shown], under, props.removalImpact?.(shown)))
      void navigate({ to: resource.route ?? '..', ignoreBlocker: true })
  }

  const count = form.changed.length
  // A new row with preset values, for example from a board cell, can be created without further input.
  const isUntouched = count === 0 && !(isNew && preset && Object.keys(preset).length > 0)
  const reason = isSaving ? 'Saving…' : isUntouched ? (isNew ? 'Nothing is filled in yet' : 'Nothing has changed') : undefined
  useSaveShortcut(() => !isReadOnly && (isSaving || !reason) && !isDialogOpen() && state.save())
  const labels = form.changed.map((key) => form.fields[key]!.label).join(', ')
  const actions = (
    <>
      {shown && props.actions?.(shown)}
      {!isReadOnly && (
        <>
          {count > 0 && !isNew && (
            <Tooltip label={labels} multiline maw={320}>
              <span className={css.note} role="status">
                {formatCount(count, 'change')}
              </span>
            </Tooltip>
          )}
          <ReasonButton reason={reason} hint="Ctrl+S" loading={isSaving} onClick={() => state.save()}>
            {isNew ? 'Create' : 'Save'}
          </ReasonButton>
        </>
      )}
    </>
  )
  const mayDelete = shown && !lock && resource.permission.delete && can(resource.permission.delete)
  const special = shown && props.menu?.(shown)
  const menu = (special || mayDelete) && (
    <>
      {special}
      {mayDelete && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
  const aside = shown && props.aside?.(shown)
  return (
    <div className={css.page}>
      <PageHead
        crumbs={props.crumbsOf(shown)}
        chip={shown && (props.chip?.(shown) ?? shown.number ?? (resource.ids === 'number' ? shown.id : undefined))}
        title={shown ? (props.title?.(shown) ?? name) : name}
        state={shown && props.state?.(shown)}
        note={shown && props.note?.(shown)}
        tabs={shown && props.tabs?.(shown)}
        {...{ actions, menu }}
      />
      {lock && <PageNotice tone="quiet">{lock}</PageNotice>}
      {shown && props.strips?.(shown)}
      {form.wasDraft && (
        <PageNotice tone="quiet">
          Your unsaved changes are still here.{' '}
          <UnstyledButton className="dna-link" onClick={form.discard}>
            Discard them
          </UnstyledButton>
        </PageNotice>
      )}
      <div className={css.columns}>
        <div className={css.main}>
          <form
            ref={formBox}
            noValidate
            className={css.form}
            data-wide={props.isWide || undefined}
            onSubmit={(event) => {
              event.preventDefault()
              if (!reason) state.save()
            }}
          >
            <FormFields resource={resource} params={under} readOnly={isReadOnly} {...{ form, sections, controls }} />
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </form>
          {shown && props.children?.(shown)}
        </div>
        {aside && <aside className={css.aside}>{aside}</aside>}
      </div>
      <ConflictDialog resource={resource} state={state} />
    </div>
  )
}
