import { findUserByEmail, removeAllFactors } from './access/public.ts'
import { findRunningDatabase } from './database/bundled.ts'
import { startProduct } from './product.ts'
import type { Settings } from './settings.ts'

/**
 * `npm run dna -- reset-second-factor EMAIL`: removes the second factors of a user who has lost them, also while the product runs. It needs
 * the rights to start the product. The audit log and a mail to the user record it.
 */
export async function resetSecondFactor(settings: Settings, email: string | undefined) {
  if (!email) throw new Error('Give the e-mail address: npm run dna -- reset-second-factor EMAIL')
  const running = settings.databaseUrl ? undefined : findRunningDatabase(settings.dataDir)
  const databaseUrl = settings.databaseUrl ?? running?.url ?? null
  const product = await startProduct({ ...settings, databaseUrl, role: 'web', isDemo: false }, { listens: false })
  try {
    await product.work(async (ctx) => {
      const userId = await findUserByEmail(ctx, email.toLowerCase())
      if (!userId) throw new Error(`There is no user with the address ${email}.`)
      await removeAllFactors(ctx, userId, 'a command on the server')
    })
    console.log(`The second factors of ${email} were removed. The user can sign in with the password and set up new ones.`)
  } finally {
    await product.stop()
  }
}
