import { startNodes } from './nodes.ts'
import { administrator } from './settings.ts'

const [web = '2', standbys = '0'] = process.argv.slice(2)
const port = process.env.PORT ?? '8080'
if (![web, standbys].every((text) => /^\d$/.test(text)) || web === '0' || !/^\d{1,5}$/.test(port)) {
  console.error(
    'npm run nodes -- WEB STANDBYS takes a number of web nodes from 1 to 9 and one of standbys from 0 to 9; PORT is that of the balancer.',
  )
  process.exit(1)
}
const set = await startNodes({
  web: Number(web),
  standbys: Number(standbys),
  port: Number(port),
  environment: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', APP_ENV: 'LOCAL' },
  say: console.log,
}).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
for (const { name, running } of set.nodes) console.log(`${name.padEnd(8)} ${running.url} (process ${running.pid})`)
console.log(`database ${set.database.url}`)
for (const [at, { url }] of set.standbys.entries()) console.log(`standby${at + 1} ${url}`)
console.log(`store    ${set.store.settings.endpoint}/${set.store.settings.bucket}`)
console.log(`Sign in as ${administrator.email} with ${administrator.password}. Ctrl+C ends all of it, and nothing is kept.`)
console.log(`listening on ${set.url}`)

let isEnding = false
function stopAndExit() {
  if (isEnding) return
  isEnding = true
  set.stop().then(
    () => process.exit(0),
    (error: Error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndExit)
// A killed parent cannot forward the signal, so it is detected here.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stopAndExit(), 500)
