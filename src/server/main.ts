import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'

try {
  const product = await startProduct(readSettings(process.env))
  const { administrator } = product
  if (administrator) {
    console.log(`Administrator: ${administrator.email}`)
    if (administrator.password) console.log(`Password: ${administrator.password} (shown once; change it after signing in)`)
  }
  console.log(`listening on ${product.url}`)
  const end = () =>
    void product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
} catch (error) {
  console.error((error as Error).message)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
