import { useMemo, useRef, useState } from 'react'
import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { parseShape } from '../../../model/kit/field.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import { callsOf, keyOf, queryClient, useCall } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, CallError } from '../request/client.ts'
import { session } from '../request/session.ts'
import { conflictingParts, mergeVersions } from './versions.ts'

export type Values = Record<string, any>
/** Some values of a form, by the names of their fields. */
export type FieldValues = Readonly<Record<string, unknown>>
/** What is known before anybody has filled it in; of lists, too. */
export type PartialValues<T> = T extends object ? { readonly [K in keyof T]?: PartialValues<T[K]> | null } : T
/** Path of a field (`ports[2].name`) → what is wrong with it. */
export type FieldProblems = Record<string, string>
export type PathParams = Record<string, string | number>

const emptyOf = ({ kind, default: fallback, isOptional }: Field): unknown => {
  if (fallback !== undefined) return fallback
  if (kind === 'list' || kind === 'choices' || kind === 'references') return []
  return kind === 'boolean' && !isOptional ? false : null
}

/** What a form edits: references as ids, everything present. */
export function formValues(fields: Fields, row: Values = {}): Values {
  const entries = Object.entries(fields).map(([key, field]) => {
    const answer = row[responseKey(key, field)]
    const given = field.kind === 'reference' || field.kind === 'user' ? (answer?.id ?? row[key]) : row[key]
    return [key, given ?? emptyOf(field)]
  })
  return Object.fromEntries(entries)
}

export const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const changedKeys = (before: Values, after: Values) => Object.keys(after).filter((key) => !isSame(before[key], after[key]))
/** The fields this person may set: those behind a permission they lack are not asked for. */
const editableFields = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, { mask }]) => !mask || can(mask)))
const rootOf = (path: string) => path.replace(/[.[].*/, '')

function readDraft(name: string): { values: Values; rowVersion?: number } | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const inOne = (of: Record<string, string[]>): FieldProblems =>
  Object.fromEntries(Object.entries(of).map(([path, messages]) => [path, messages.join(' ')]))

/** The state of a form: values, what has changed, what is wrong and whether to say so yet. Drafts survive a reload. */
export function useForm(fields: Fields, row: Values | undefined, draftName?: string, refusedFirst: Record<string, string[]> = {}) {
  const name = draftName && `draft:${session().user?.id}:${draftName}`
  const [draft, setDraft] = useState(() => (name ? readDraft(name) : undefined))
  const [base, setBase] = useState(row)
  const [seen, setSeen] = useState(row)
  const [values, setValues] = useState<Values>(() => ({ ...formValues(fields, row), ...draft?.values }))
  const [rowVersion, setRowVersion] = useState<number | undefined>(draft?.rowVersion ?? row?.rowVersion)
  const [isSubmitted, setSubmitted] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState(() => inOne(refusedFirst))
  const sent = useRef<FieldValues>(undefined)
  /** Saved again by key while it was being saved. */
  const isWantedAgain = useRef(false)
  const initial = useMemo(() => formValues(fields, base), [fields, base])
  const changed = changedKeys(initial, values)
  const { values: clean, problems: found = {} } = useMemo(() => parseShape(fields, values), [fields, values])

  // A newer row from the server replaces what is shown only while nothing was typed; else saving will ask.
  if (row !== seen) {
    setSeen(row)
    if (changed.length === 0) takeRow(row)
  }

  const problems: FieldProblems = { ...refused }
  for (const [path, [message]] of Object.entries(found)) if (isSubmitted || left.has(rootOf(path))) problems[path] ??= message!

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
      setRefused(Object.fromEntries(Object.entries(refused).filter(([path]) => rootOf(path) !== key)))
    },
    leave: (key: string) => setLeft((before) => new Set(before).add(key)),
    /** Says from now on what is wrong. */
    submit: () => setSubmitted(true),
    /** What the server refused, at its fields. */
    refuse: (of: Record<string, string[]>) => setRefused(inOne(of)),
    replace(next: Values, version?: number) {
      keep(next)
      setRowVersion(version)
    },
    takeRow,
    /** Its values are on their way to the server. */
    sending(shown: FieldValues = values) {
      sent.current = shown
      isWantedAgain.current = false
    },
    /** Once it is saved, what is typed meanwhile is saved, too. */
    wantAgain() {
      isWantedAgain.current = true
    },
    /** Takes the row as it was saved. What was typed meanwhile stays, and is changed now; answers what of it is to be saved at once. */
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
export type Form = ReturnType<typeof useForm>

/** Values as they are sent, and as they are shown. */
interface Again {
  values: FieldValues
  shown: FieldValues
  rowVersion: number | null | undefined
}

interface EntityFormOptions {
  resource: Resource
  /** Absent while it loads and for a new one. */
  row: Values | undefined
  isNew: boolean
  /** Path parameters of the thing it belongs to. */
  under?: PathParams
  /** Values of a new one that are already known. */
  preset?: Values
  draftName?: string
  onSaved?: (row: any) => void
}

/** A form that saves a row: creates or changes it, shows refusals at their fields, asks about a stale version. */
export function useEntityForm({ resource, row, isNew, under, preset, draftName, onSaved }: EntityFormOptions) {
  const calls = callsOf(resource)
  const call = isNew ? calls.create : calls.update
  const fields = useMemo(() => editableFields(resource.fields), [resource])
  const start = useMemo(() => (isNew ? { ...preset } : row), [isNew, preset, row])
  const form = useForm(fields, start, draftName)
  const [stale, setStale] = useState<Values>()
  const own = resource.parent ? 'itemId' : 'id'
  const parameters = isNew ? under : { ...under, [own]: row?.id }

  const saving = useCall<AnyCall>(call ?? calls.read, {
    onDone(answer: any) {
      queryClient.setQueryData(keyOf(calls.read, { params: { ...under, [own]: answer.id } }), answer)
      setStale(undefined)
      if (isNew) form.takeRow({ ...preset })
      const again = isNew ? undefined : form.takeSaved(answer)
      onSaved?.(answer)
      if (again) save(again.values, again.rowVersion, again.shown)
    },
    onError(error) {
      const refused = error instanceof CallError ? error.fields : undefined
      const current = error instanceof CallError && isRow(error.said.current) ? error.said.current : undefined
      const own = Object.keys(refused ?? {}).filter((path) => fields[rootOf(path)])
      if (refused && own.length > 0) form.refuse(refused)
      else if (current) {
        const versions = { base: form.initial, mine: form.values, theirs: formValues(fields, current) }
        if (conflictingParts(fields, versions).length > 0) setStale(current)
        else
          takeBoth(
            mergeVersions(fields, versions, () => true),
            current.rowVersion,
          )
      } else return false
      focusFirstProblem()
      // What is wrong with none of its fields is told beside the form.
      return !refused || own.length === Object.keys(refused).length
    },
  })

  /** Nobody need choose: what somebody else changed meanwhile is kept with what is changed here. */
  function takeBoth(values: Values, rowVersion: number) {
    form.replace(values, rowVersion)
    save(parseShape(fields, values).values, rowVersion, values)
  }
  function save(
    values: FieldValues = form.clean,
    rowVersion: number | null | undefined = form.rowVersion,
    shown: FieldValues = form.values,
  ) {
    form.sending(shown)
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
    /** The person has chosen between their values and the newer ones. */
    settle(values: Values | undefined) {
      if (values && stale) {
        form.replace(values, stale.rowVersion)
        save(parseShape(fields, values).values, stale.rowVersion, values)
      }
      setStale(undefined)
    },
  }
}
type EntityForm = ReturnType<typeof useEntityForm>
/** What two versions are chosen from; also of a change made in place, without a form. */
export interface Conflict extends Pick<EntityForm, 'stale' | 'isSaving' | 'settle'> {
  form: Pick<Form, 'fields' | 'values' | 'changed' | 'base'>
}

/** After the messages have been drawn. */
export function focusFirstProblem() {
  const first = (place: string) => document.querySelector<HTMLElement>(`${place} form [aria-invalid="true"]`)
  // A dialog stands over the form of its page.
  setTimeout(() => (first('[role="dialog"]:not([hidden])') ?? first(''))?.focus(), 50)
}
