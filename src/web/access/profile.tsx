import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changePassword, endSession, listSessions, me, updateProfile, uploadAvatar } from '../../model/access/account-calls.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { ImageControl } from '../kit/form/image-control.tsx'
import { DateTime, MissingValue } from '../kit/look/format.tsx'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { updateUser } from '../kit/request/session.ts'
import { MyWorkingTime } from '../planning/public.tsx'
import css from './account.module.css'
import { useAccountForm } from './account-form.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { MyCalendar } from './my-calendar.tsx'

type Account = ResponseOf<typeof me>

export function ProfilePage() {
  const { data: account, error, refetch } = useRead(me)
  const [undoCount, setUndoCount] = useState(0)
  async function undo(replaced: Partial<Account>) {
    updateUser(await request(updateProfile, { body: replaced }))
    await refetch()
    setUndoCount((count) => count + 1)
    toast.success('Undone.')
  }
  function onSaved(saved: Account, text: string, replaced: Partial<Account>) {
    updateUser(saved)
    toast.success(text, { undo: () => void undo(replaced).catch(showError) })
  }
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className={css.title}>Profile</h1>
      </div>
      {account && <Details key={`${account.id} ${undoCount}`} {...{ account, onSaved }} />}
      {account && <Picture {...{ account, onSaved }} />}
      {error && (
        <section className={css.section}>
          <p>Your profile could not be read. {error.message}</p>
          <Button variant="default" mt="md" onClick={() => refetch()}>
            Try again
          </Button>
        </section>
      )}
      {account && !account.isExternalUser && (
        <section className={css.section} aria-label="Working time">
          <MyWorkingTime id={account.id} />
        </section>
      )}
      {account || error ? (
        <>
          <Password />
          <Sessions />
          {account && !account.isExternalUser && (
            <>
              <ApiTokens />
              <MyCalendar />
            </>
          )}
        </>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  )
}

interface SectionProps {
  account: Account
  /** Shows the saved profile everywhere. Undo writes the replaced values back. */
  onSaved: (saved: Account, text: string, replaced: Partial<Account>) => void
}

function Details({ account, onSaved }: SectionProps) {
  const { firstName, lastName, phone, jobTitle } = account
  const { form, field, reset, isChanged, isPending } = useAccountForm(updateProfile, {
    initial: { firstName, lastName, phone: phone ?? '', jobTitle: jobTitle ?? '' },
    onDone: (saved) => onSaved(saved, 'Your profile was saved.', { firstName, lastName, phone, jobTitle }),
  })
  useLeaveQuestion(isChanged, reset)
  return (
    <section className={css.section} aria-label="Details">
      <h2>Details</h2>
      <form {...form}>
        <div className={`dna-fields ${css.columns}`}>
          <TextInput label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...field('lastName')} />
          <TextInput label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
          <TextInput label="Job title" autoComplete="organization-title" {...field('jobTitle')} />
          <TextInput label="E-mail" value={account.email} readOnly />
          <TextInput label="Role" value={account.roles[0]?.name ?? ''} readOnly />
        </div>
        <ReasonButton type="submit" reason={!isChanged && 'Nothing has changed'} loading={isPending}>
          Save profile
        </ReasonButton>
      </form>
    </section>
  )
}

/** Saves immediately, so that the page header shows the new picture. */
function Picture({ account, onSaved }: SectionProps) {
  const { avatarUrl } = account
  const { mutate } = useCall(updateProfile, { onDone: (saved) => onSaved(saved, 'Your picture was saved.', { avatarUrl }) })
  return (
    <section className={css.section} aria-label="Picture">
      <h2>Picture</h2>
      <ImageControl
        label="Picture"
        isLabelHidden
        value={avatarUrl}
        to={uploadAvatar}
        onChange={(next) => mutate({ body: { avatarUrl: next } })}
      />
    </section>
  )
}

function Password() {
  const { form, field, reset, isChanged, isPending } = useAccountForm(changePassword, {
    initial: { currentPassword: '', password: '', confirmPassword: '' },
    onDone() {
      reset()
      toast.success('Your password was changed. Your other sessions have ended.')
    },
  })
  useLeaveQuestion(isChanged, reset)
  const toggle = { 'aria-label': 'Show or hide the password' }
  return (
    <section className={css.section} aria-label="Password">
      <h2>Password</h2>
      <form {...form}>
        <div className={`dna-fields ${css.columns}`}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            visibilityToggleButtonProps={toggle}
            {...field('currentPassword')}
          />
          <span />
          <PasswordInput label="New password" autoComplete="new-password" visibilityToggleButtonProps={toggle} {...field('password')} />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...field('confirmPassword')}
          />
        </div>
        <Button type="submit" variant="default" loading={isPending}>
          Change password
        </Button>
        <Button component={Link} to="/account/security" variant="subtle" ml="xs">
          Second factors
        </Button>
      </form>
    </section>
  )
}

/** Short name such as `Chrome on Windows` from a user agent. */
function browserName(agent: string | null) {
  if (!agent) return undefined
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent)?.[0].replace('Edg', 'Edge').replace('OPR', 'Opera')
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent)?.[0]
  return browser ? `${browser}${system ? ` on ${system}` : ''}` : agent.slice(0, 40)
}

const methodLabels: Record<string, string> = { password: 'Password', passkey: 'Passkey', oidc: 'Single sign-on', invitation: 'Invitation' }

function Sessions() {
  const { data, error } = useRead(listSessions)
  const { mutateAsync, isPending } = useCall(endSession)
  const others = data?.items.filter(({ isCurrent }) => !isCurrent) ?? []
  const endAll = async () => {
    for (const { id } of others) await mutateAsync({ params: { id } })
    toast.success('You are signed out everywhere else.')
  }
  return (
    <section className={css.section} aria-label="Where you are signed in">
      <h2>Where you are signed in</h2>
      {error && <p>Your sessions could not be read. {error.message}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.scroll} aria-label="Sessions" tabIndex={0}>
        <table className={css.sessions}>
          <thead>
            <tr>
              <th>Browser</th>
              <th>Signed in by</th>
              <th>Address</th>
              <th>Signed in</th>
              <th>Last seen</th>
              <th>
                <span className="dna-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.items.map(({ id, userAgent, ip, createDate, lastSeenDate, isCurrent, method }) => (
              <tr key={id}>
                <td title={userAgent ?? undefined}>{browserName(userAgent) ?? <MissingValue />}</td>
                <td>{methodLabels[method ?? ''] ?? <MissingValue />}</td>
                <td>{ip ?? <MissingValue />}</td>
                <td>
                  <DateTime value={createDate} />
                </td>
                <td>
                  <DateTime value={lastSeenDate} />
                </td>
                <td>
                  {isCurrent ? (
                    <span className="dna-muted">This one</span>
                  ) : (
                    <Button variant="subtle" color="gray" size="xs" disabled={isPending} onClick={() => mutateAsync({ params: { id } })}>
                      Sign out
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {others.length > 0 && (
        <Button variant="default" loading={isPending} onClick={endAll}>
          Sign out elsewhere
        </Button>
      )}
    </section>
  )
}
