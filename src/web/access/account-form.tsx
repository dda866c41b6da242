import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { InputOf } from '../../model/kit/description.ts'
import { parseShape } from '../../model/kit/field.ts'
import { messages } from '../../model/kit/rules.ts'
import { IconInfoCircle } from '../kit/look/icons.ts'
import { useCall } from '../kit/request/call.ts'
import type { AnyCall, Args } from '../kit/request/client.ts'
import { errorFields } from '../kit/request/errors.ts'
import css from './account.module.css'

type Texts = Record<string, string>

export function useAccountForm<C extends AnyCall>(
  call: C,
  {
    initial,
    fixedArgs,
    extra,
    onDone,
    onRefused,
  }: {
    initial: Texts
    fixedArgs?: Partial<Args<C>>
    extra?: Texts
    onDone: (answer: ResponseOf<C>) => unknown
    /** Returns true if it has handled the error. */
    onRefused?: (error: Error) => boolean
  },
) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Texts>({})
  const form = useRef<HTMLFormElement>(null)

  const show = (problems: Record<string, string[]>) => {
    setErrors(Object.fromEntries(Object.entries(problems).map(([key, [first]]) => [key, first!])))
    const first = Object.keys(call.body).find((key) => problems[key])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const { mutate, isPending } = useCall(call, {
    onDone,
    onError(error) {
      if (onRefused?.(error)) return true
      const fields = errorFields(error)
      if (fields) show(fields)
      return fields !== undefined
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { ...extra, ...values }
    const { problems = {} } = parseShape(call.body, body)
    if (body.confirmPassword !== undefined && !problems.confirmPassword && body.confirmPassword !== body.password)
      problems.confirmPassword = [messages.passwordConfirm]
    if (Object.keys(problems).length > 0) return show(problems)
    setErrors({})
    mutate({ ...fixedArgs, body: body as InputOf<C['body']> } as Args<C>)
  }

  const field = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    required: call.body[name]?.isOptional !== true,
    onChange: (event: { currentTarget: { value: string } }) => setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const reset = () => setValues(initial)
  const isChanged = Object.keys(initial).some((key) => values[key] !== initial[key])
  return { field, submit, reset, isChanged, isPending, form: { ref: form, onSubmit: submit, noValidate: true } }
}

export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <h1 id={id} className={css.title}>
        {title}
      </h1>
      {children}
    </section>
  )
}

export const Banner = ({ children }: { children: ReactNode }) => (
  <p className={css.banner} role="status">
    <IconInfoCircle size={16} />
    {children}
  </p>
)
