import { useMemo, useRef, useState } from 'react'
import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { parseShape, required } from '../../../model/kit/field.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import { afterPress } from '../look/after-press.ts'
import { type ToastAction, toast } from '../look/toasts.tsx'
import { rowName } from '../parts/columns.tsx'
import { callKey, queryClient, resourceCalls, useCall } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, CallError } from '../request/client.ts'
import { session } from '../request/session.ts'
import { conflictingParts, isSameValue, mergeVersions } from './merge-versions.ts'
import { type ReplacedValues, undoOfSave } from './undo-save.ts'

export type Values = Record<string, any>
export type FieldValues = Readonly<Record<string, unknown>>
export type PartialValues<T> = T extends object ? { readonly [K in keyof T]?: PartialValues<T[K]> | null } : T
/** Validation messages by field path (`ports[2].name`). */
export type FieldProblems = Record<string, string>
export type PathParams = Record<string, string | number>

const emptyValue = ({ kind, default: fallback, isOptional }: Field): unknown => {
  if (fallback !== undefined) return fallback
  if (kind === 'list' || kind === 'choices' || kind === 'references') return []
  return kind === 'boolean' && !isOptional ? false : null
}

/** Form values of a row: references become ids, and missing fields get their empty value. */
export function formValues(fields: Fields, row: Values = {}): Values {
  const entries = Object.entries(fields).map(([key, field]) => {
    const answer = row[responseKey(key, field)]
    const rawValue = field.kind === 'reference' || field.kind === 'user' ? (answer?.id ?? row[key]) : row[key]
    return [key, rawValue ?? emptyValue(field)]
  })
  return Object.fromEntries(entries)
}

export const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const changedKeys = (before: Values, after: Values) => Object.keys(after).filter((key) => !isSameValue(before[key], after[key]))
/** Fields the user may edit. Fields behind a missing permission are omitted. */
export const editableFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { mask }]) => !mask || can(mask)))
export const rootKey = (path: string) => path.replace(/[.[].*/, '')

function readFormDraft(name: string): { values: Values; rowVersion?: number } | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const withRequired = (fields: Fields, keys: readonly string[]): Fields =>
  keys.some((key) => fields[key])
    ? Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, keys.includes(key) ? required(field) : field]))
    : fields

const inOne = (problems: Record<string, string[]>): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([path, messages]) => [path, messages.join(' ')]))

/** Keys of optional fields that other values of the form make required, such as the client of a project that is not internal. */
export type RequiredKeys = (values: FieldValues) => readonly string[]

/** Dialogs of steps that are possible only with a comment. */
export const commentRequired: RequiredKeys = () => ['comment']

interface FormOptions {
  draftName?: string
  refused?: Record<string, string[]>
  requires?: RequiredKeys
}

export function useForm(given: Fields, row: Values | undefined, { draftName, refused: refusedFirst = {}, requires }: FormOptions = {}) {
  const name = draftName && `draft:${session().user?.id}:${draftName}`
  const [draft, setDraft] = useState(() => (name ? readFormDraft(name) : undefined))
  const [base, setBase] = useState(row)
  const [seen, setSeen] = useState(row)
  const [values, setValues] = useState<Values>(() => ({ ...formValues(given, row), ...draft?.values }))
  const [rowVersion, setRowVersion] = useState<number | undefined>(draft?.rowVersion ?? row?.rowVersion)
  const [isSubmitted, setSubmitted] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** Fields the user has typed in. Leaving another one shows no error: an empty field that was only passed is not wrong yet. */
  const [typedIn, setTypedIn] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState(() => inOne(refusedFirst))
  const sent = useRef<FieldValues>(undefined)
  /** Stored values that the save in progress replaces. */
  const replaced = useRef<ReplacedValues>({ values: {}, keys: [] })
  /** Set if the user presses save while a save is in progress. */
  const isWantedAgain = useRef(false)
  const requiredKeys = requires?.(values).join() ?? ''
  const fields = useMemo(() => withRequired(given, requiredKeys.split(',')), [given, requiredKeys])
  const initial = useMemo(() => formValues(fields, base), [fields, base])
  const changed = changedKeys(initial, values)
  const { values: clean, problems: found = {} } = useMemo(() => parseShape(fields, values), [fields, values])

  // A newer row from the server replaces the form values only if there are no edits. Otherwise saving reports the conflict.
  if (row !== seen) {
    setSeen(row)
    if (changed.length === 0) takeRow(row)
  }

  const problems: FieldProblems = { ...refused }
  for (const [path, [message]] of Object.entries(found)) if (isSubmitted || left.has(rootKey(path))) problems[path] ??= message!

  function keep(next: Values) {
    setValues(next)
    if (!name) return
    if (changedKeys(initial, next).length > 0) sessionStorage.setItem(name, JSON.stringify({ values: next, rowVersion }))
    else sessionStorage.removeItem(name)
  }

  function takeRow(next: Values | undefined, typed: FieldValues = {}) {
    setBase(next)
    setValues({ ...formValues(fields, next), ...typed })
    setRowVersion(next?.rowVersion)
    setSubmitted(false)
    setLeft(new Set())
    setTypedIn(new Set())
    setRefused({})
    setDraft(undefined)
    if (!name) return
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify({ values: { ...formValues(fields, next), ...typed }, rowVersion: next?.rowVersion }))
  }

  return {
    fields,
    values,
    initial,
    clean,
    changed,
    problems,
    rowVersion,
    base,
    wasDraft: draft !== undefined && changed.length > 0,
    isValid: Object.keys(found).length === 0,
    set(key: string, value: unknown) {
      keep({ ...values, [key]: value })
      if (!typedIn.has(key)) setTypedIn(new Set(typedIn).add(key))
      setRefused(Object.fromEntries(Object.entries(refused).filter(([path]) => rootKey(path) !== key)))
    },
    leave(key: string) {
      if (typedIn.has(key)) afterPress(() => setLeft((before) => new Set(before).add(key)))
    },
    submit: () => setSubmitted(true),
    refuse: (of: Record<string, string[]>) => setRefused(inOne(of)),
    replace(next: Values, version?: number) {
      keep(next)
      setRowVersion(version)
    },
    takeRow,
    readReplaced: () => replaced.current,
    /** Remembers the values being sent, to detect edits made during the request, and the row that they replace. */
    sending(shown: FieldValues = values, stored: FieldValues | undefined = base) {
      sent.current = shown
      replaced.current = replacedValues(fields, stored, shown)
      isWantedAgain.current = false
    },
    /** Requests another save for edits made during the current save. */
    wantAgain() {
      isWantedAgain.current = true
    },
    /** Takes the saved row. Edits made during the request remain as changes; returns them if another save was requested. */
    takeSaved(next: FieldValues & { rowVersion?: number | null }): Again | undefined {
      const typed = Object.fromEntries(changedKeys(sent.current ?? values, values).map((key) => [key, values[key]]))
      takeRow(next, typed)
      if (!isWantedAgain.current || Object.keys(typed).length === 0) return undefined
      const shown = { ...formValues(fields, next), ...typed }
      const { values: clean, problems } = parseShape(fields, shown)
      if (!problems) return { values: clean, shown, rowVersion: next.rowVersion }
      setSubmitted(true)
      focusFirstProblem()
      return undefined
    },
    discard: () => takeRow(row),
  }
}
/**
 * Only fields that the row contains can be restored. Others are repeated: options of the call, such as moving the children as well, and
 * passwords, which are never sent to the browser.
 */
function replacedValues(fields: Fields, stored: FieldValues = {}, shown: FieldValues): ReplacedValues {
  const before = formValues(fields, stored)
  const known = new Set(Object.entries(fields).flatMap(([key, field]) => (key in stored || responseKey(key, field) in stored ? [key] : [])))
  const changed = changedKeys(before, shown)
  const repeated = changed.filter((key) => !known.has(key))
  const { values } = parseShape(fields, { ...before, ...Object.fromEntries(repeated.map((key) => [key, shown[key]])) })
  return { values, keys: repeated.length < changed.length ? changed : [] }
}

export type Form = ReturnType<typeof useForm>

/** Values for the next save: as sent and as displayed. */
interface Again {
  values: FieldValues
  shown: FieldValues
  rowVersion: number | null | undefined
}

interface EntityFormOptions {
  resource: Resource
  row: Values | undefined
  isNew: boolean
  under?: PathParams
  preset?: Values
  draftName?: string
  requires?: RequiredKeys
  savedName?: string
  /** Called after saving; returns follow-up actions for the notification. */
  onSaved?: (row: any) => ToastAction[] | undefined
}

export function useEntityForm(options: EntityFormOptions) {
  const { resource, row, isNew, under, preset, draftName, requires, savedName, onSaved } = options
  const calls = resourceCalls(resource)
  const call = isNew ? calls.create : calls.update
  const fields = useMemo(() => editableFields(resource.fields), [resource])
  const start = useMemo(() => (isNew ? { ...preset } : row), [isNew, preset, row])
  const form = useForm(fields, start, { draftName, requires })
  const [stale, setStale] = useState<Values>()
  const own = resource.parent ? 'itemId' : 'id'
  const parameters = isNew ? under : { ...under, [own]: row?.id }

  const saving = useCall<AnyCall>(call ?? calls.read, {
    onDone(answer: any) {
      queryClient.setQueryData(callKey(calls.read, { params: { ...under, [own]: answer.id } }), answer)
      setStale(undefined)
      if (isNew) form.takeRow({ ...preset })
      const replaced = form.readReplaced()
      const again = isNew ? undefined : form.takeSaved(answer)
      const undo = isNew || !call ? undefined : undoOfSave({ call, params: parameters, replaced, rowVersion: answer.rowVersion })
      const actions = onSaved?.(answer)
      toast.success(`${savedName ?? rowName(resource, answer)} saved.`, { undo, actions })
      if (again) save(again.values, again.rowVersion, again.shown)
    },
    onError(error) {
      const refused = error instanceof CallError ? error.fields : undefined
      const current = error instanceof CallError && isRow(error.said.current) ? error.said.current : undefined
      const own = Object.keys(refused ?? {}).filter((path) => fields[rootKey(path)])
      if (refused && own.length > 0) form.refuse(refused)
      else if (current) {
        const versions = { base: form.initial, mine: form.values, theirs: formValues(fields, current) }
        if (conflictingParts(fields, versions).length > 0) setStale(current)
        else
          takeBoth(
            mergeVersions(fields, versions, () => true),
            current,
            current.rowVersion,
          )
      } else return false
      focusFirstProblem()
      // Errors that belong to no field are shown beside the form.
      return !refused || own.length === Object.keys(refused).length
    },
  })

  /** Saves merged versions over the current row. */
  function takeBoth(values: Values, current: FieldValues, rowVersion: number) {
    form.replace(values, rowVersion)
    save(parseShape(fields, values).values, rowVersion, values, current)
  }
  function save(
    values: FieldValues = form.clean,
    rowVersion: number | null | undefined = form.rowVersion,
    shown: FieldValues = form.values,
    stored: FieldValues | undefined = form.base,
  ) {
    form.sending(shown, stored)
    const body = isNew ? { ...preset, ...values } : { ...values, rowVersion }
    saving.mutate({ params: parameters, body })
  }

  return {
    form,
    stale,
    isReadOnly: !call || !can(call.permission),
    isSaving: saving.isPending,
    save() {
      if (saving.isPending) return form.wantAgain()
      form.submit()
      if (form.isValid) save()
      else focusFirstProblem()
    },
    /** Resolves a conflict with the values the user chose. */
    settle(values: Values | undefined) {
      if (values && stale) takeBoth(values, stale, stale.rowVersion)
      setStale(undefined)
    },
  }
}
type EntityForm = ReturnType<typeof useEntityForm>
/** Versions to choose from; also used for inline edits without a form. */
export interface Conflict extends Pick<EntityForm, 'stale' | 'isSaving' | 'settle'> {
  form: Pick<Form, 'fields' | 'values' | 'changed' | 'base'>
}

/** Waits until the validation messages have rendered. */
export function focusFirstProblem() {
  const first = (selector: string) => document.querySelector<HTMLElement>(`${selector} form [aria-invalid="true"]`)
  // A dialog covers the form of its page, so it is searched first.
  setTimeout(() => (first('[role="dialog"]:not([hidden])') ?? first(''))?.focus(), 50)
}
