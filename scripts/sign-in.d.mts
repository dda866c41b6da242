import type { BrowserContext } from 'playwright-core'

export function signIn(context: BrowserContext, who: { token: string; me: unknown; notices: string[] }): Promise<unknown>
