interface ErrorBody {
  errorType?: string
  message?: string
  errors?: string[]
}

/** An error response. Created only by the functions below; only `error-response.ts` turns it into status and body. */
export class HttpError extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** The structured body; empty for a plain sentence. */
  get said(): ErrorBody {
    return typeof this.body === 'object' && this.body !== null ? this.body : {}
  }
}

type FieldMessages = Record<string, string[]>

export function badRequest(problems: FieldMessages | string[], status = 400) {
  const fields = Array.isArray(problems) ? {} : problems
  const errors = Array.isArray(problems) ? problems : Object.values(problems).flat()
  return new HttpError(status, { errorType: 'Validation', errors, fields })
}

/** 400 with a custom body: the errors of each import row. */
export const badRows = (body: unknown) => new HttpError(400, body)

/** 409: valid, but not possible in the current state. */
export const conflict = (message: string, more: { detail?: string; current?: unknown; fields?: FieldMessages } = {}) =>
  new HttpError(409, { errorType: 'Conflict', message, ...more })

/**
 * 409 if the row has changed since the version a request is based on; a request without a version is not checked. `subject` begins the
 * message: `Base design has`. `current` is the row that the client shows then.
 */
export async function checkVersion(
  row: { rowVersion: number },
  rowVersion: number | null | undefined,
  subject: string,
  current: () => unknown = () => row,
): Promise<void> {
  if (rowVersion != null && rowVersion !== row.rowVersion)
    throw conflict(`${subject} been changed by someone else.`, { detail: 'stale', current: await current() })
}

/** 409: the row is referenced by others. `noun` is the plural name and becomes singular for a count of 1. */
export const inUseConflict = (name: string, noun: string, count: number) => {
  const counted =
    count === 1
      ? noun
          .replace(/^pieces/, 'piece')
          .replace(/ies$/, 'y')
          .replace(/s$/, '')
      : noun
  return conflict(`${name} is used by ${count.toLocaleString('en-US')} ${counted} and cannot be deleted.`)
}

/** 404, also for rows the caller may not see: the response must not reveal that they exist. */
export const notFound = (kind: string) => new HttpError(404, { errorType: 'NotFound', message: `${kind} not found.` })

/** 405: the path exists, but not with this method. */
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new HttpError(405, { errorType: 'NotFound', message: `${method} is not possible here.` }, { allow: allowed.join(', ') })

export const forbidden = (permission = '') =>
  new HttpError(403, { errorType: 'Forbidden', message: 'You are not allowed to do this.', ...(permission && { detail: permission }) })

/** 401. `Relogin` means the permissions changed; anything else means the session has ended. */
export const unauthorized = (reason: 'expired' | 'relogin' = 'expired') =>
  new HttpError(401, {
    errorType: reason === 'relogin' ? 'Relogin' : 'Unauthorized',
    message:
      reason === 'relogin' ? 'Your permissions were updated, please sign in again.' : 'Your session has expired, please sign in again.',
  })

/** 401: the password was right, and the sign-in continues with one of the methods. */
export const secondFactorRequired = (challenge: string, methods: string[]) =>
  new HttpError(401, { errorType: 'SecondFactorRequired', message: 'Confirm your identity with a second factor.', challenge, methods })

/** 403: the identity must be confirmed first, after which the same request succeeds. */
export const stepUpRequired = () => new HttpError(403, { errorType: 'StepUpRequired', message: 'Please confirm your identity to do this.' })

export const secondFactorSetupRequired = () =>
  new HttpError(403, { errorType: 'SecondFactorSetupRequired', message: 'Please set up a second factor first.' })

/** A plain sentence, displayed unchanged. */
export const plainError = (status: number, sentence: string, headers?: Record<string, string>) => new HttpError(status, sentence, headers)

export const tooManyRequests = (seconds: number, sentence = 'Too many attempts. Please wait and try again.') =>
  plainError(429, sentence, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })

/** 503: an integration is not configured. Lists the names of missing settings, never values. */
export const notConfigured = (service: string, missing: string[] = []) =>
  new HttpError(503, {
    errorType: 'NotConfigured',
    message: `${service} is not configured.`,
    ...(missing.length > 0 && { detail: `Missing: ${missing.join(', ')}` }),
  })
export const upstream = (message: string, detail: string) => new HttpError(502, { errorType: 'Upstream', message, detail })

export const serverFault = (requestId: string) =>
  new HttpError(500, { errorType: 'Server', message: 'Something went wrong.', detail: requestId })
export const unavailable = (message: string, status = 503) =>
  new HttpError(status, { errorType: 'Server', message }, { 'retry-after': '2' })
