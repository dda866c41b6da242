import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { addPasskey, startPasskey, startPasskeySignIn } from '../../model/access/passkeys.ts'
import { request } from '../kit/request/client.ts'

const transportNames = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const
interface Described {
  id: string
  transports: readonly string[]
}
const descriptors = (credentials: readonly Described[]) =>
  credentials.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transportNames.filter((name) => transports.includes(name)),
  }))

/** Asks the browser for an assertion. `challenge` is that of a sign-in whose password was right. */
export async function askForPasskey(challenge?: string) {
  const options = await request(startPasskeySignIn, { body: { challenge } })
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: {
      challenge: options.challenge,
      rpId: options.rpId,
      timeout: options.timeout,
      userVerification: options.userVerification === 'required' ? 'required' : 'preferred',
      allowCredentials: descriptors(options.allowCredentials),
    },
  })
  return { id, rawId, type, response: { ...response, userHandle: response.userHandle ?? null } }
}

/** Creates a passkey in the browser and adds it to the account. */
export async function createPasskey(name: string | null) {
  const { pubKeyCredParams, excludeCredentials, rp, user, challenge, timeout } = await request(startPasskey)
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user,
      timeout,
      attestation: 'none',
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: descriptors(excludeCredentials),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    },
  })
  const { clientDataJSON, attestationObject, transports } = response
  return request(addPasskey, {
    body: { id, rawId, type, name, response: { clientDataJSON, attestationObject, transports: transports ?? null } },
  })
}

/** The user cancelled the dialog of the browser, or it timed out. */
export const isCancelledByUser = (error: unknown) => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
