import { cleanUp, newFolder } from '../kit/process.ts'
import { clocks } from './clock.ts'
import { type Day, endings, folders } from './day.ts'
import { disks } from './disks.ts'
import { loads } from './loads.ts'
import { lost } from './lost.ts'
import { outside } from './outside.ts'
import { upgrade } from './upgrade.ts'

const days: Day[] = [...disks, ...outside, ...loads, ...lost, ...upgrade, ...clocks]
const named = process.argv.slice(2)
const unknown = named.find((name) => !days.some((day) => day.name === name))
if (unknown) {
  console.error(`There is no hard day ${unknown}. There are: ${days.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void cleanUpDay().finally(() => process.exit(1)))

async function cleanUpDay() {
  for (const end of endings.splice(0)) end()
  for (const folder of [...folders, newFolder()]) await cleanUp(folder)
  folders.clear()
}

let stray: unknown
process.on('unhandledRejection', (error) => {
  stray ??= error
})

let failed = 0
for (const { name, description, run } of days.filter((day) => named.length === 0 || named.includes(day.name))) {
  const begun = Date.now()
  console.log(`${name}: ${description}`)
  try {
    stray = undefined
    const figures = await run()
    if (stray) throw stray
    for (const [key, value] of Object.entries(figures)) console.log(`  ${key.padEnd(28)} ${value}`)
    console.log(`  ok (${((Date.now() - begun) / 1000).toFixed(0)} s)`)
  } catch (error) {
    failed++
    console.log(`  FAILED (${((Date.now() - begun) / 1000).toFixed(0)} s): ${(error as Error).message}`)
  }
  await cleanUpDay()
}
console.log(failed === 0 ? 'All went on by itself.' : `${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
