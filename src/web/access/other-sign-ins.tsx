import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signInWithPasskey } from '../../model/access/passkeys.ts'
import { openSsoSession, readSignInOptions } from '../../model/access/single-sign-on.ts'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { storeSignIn } from '../kit/request/session.ts'
import css from './account.module.css'
import { Banner } from './account-form.tsx'
import { singleSignOnAddress, singleSignOnProblem, takeBinding } from './single-sign-on.ts'

interface OtherSignInsProps {
  /** Code that the provider's way back has left, and the reason of a refusal. */
  code: string | undefined
  problem: string | undefined
  returnTo: string | undefined
}

/** Code that is being redeemed. It works once, so an effect that runs again must leave it alone. */
let usedCode: string | undefined

/** Single sign-on and passkeys on the sign-in page. */
export default function OtherSignIns({ code, problem, returnTo }: OtherSignInsProps) {
  const { data } = useRead(readSignInOptions, {}, { isQuiet: true })
  const router = useRouter()
  const [failure, setFailure] = useState(singleSignOnProblem(problem))
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    if (!code || code === usedCode) return
    usedCode = code
    const { binding, isOurs } = takeBinding()
    const fail = () => setFailure(singleSignOnProblem('expired'))
    router.history.replace(`/login${returnTo ? `?redirect=${encodeURIComponent(returnTo)}` : ''}`)
    if (isOurs) request(openSsoSession, { body: { code, binding } }).then(storeSignIn, fail)
    else fail()
  }, [code, returnTo, router])

  async function signInByPasskey() {
    setPending(true)
    const { askForPasskey, isCancelledByUser } = await import('./passkey-browser.ts')
    try {
      storeSignIn(await request(signInWithPasskey, { body: await askForPasskey() }))
    } catch (error) {
      if (!isCancelledByUser(error)) showError(error)
    } finally {
      setPending(false)
    }
  }
  const { oidc, passkeys } = data ?? {}
  const isPossible = passkeys && window.PublicKeyCredential !== undefined
  return (
    <>
      {failure && <Banner>{failure}</Banner>}
      {(oidc || isPossible) && (
        <div className={css.others}>
          {oidc && (
            <Button
              variant="default"
              size="md"
              fullWidth
              onClick={() => void singleSignOnAddress(oidc.path, returnTo).then((address) => location.assign(address))}
            >
              Sign in with {oidc.name}
            </Button>
          )}
          {isPossible && (
            <Button variant="default" size="md" fullWidth loading={isPending} onClick={() => void signInByPasskey()}>
              Sign in with a passkey
            </Button>
          )}
        </div>
      )}
    </>
  )
}
