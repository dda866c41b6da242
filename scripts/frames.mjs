// Measures drawing performance in a browser: `npm run frames -- ADDRESS PASSWORD`, with the address and first administrator's password of a
// running app. It creates a room of 150 units and 300 connections and ten full racks of 42 RU, opens them, drags for three seconds, and
// reports the cost of each frame. Pixel painting without a graphics card is counted separately, because users have one.
import { chromium } from 'playwright-core'
import { findBrowser, noBrowser } from './find-browser.mjs'
import { signIn } from './sign-in.mjs'

const [address, password, email = 'admin@example.com'] = process.argv.slice(2)
if (!address || !password) throw new Error('Which product? npm run frames -- http://127.0.0.1:4600 its-password')
const frameMs = 1000 / 60

let token
async function sendRequest(method, path, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${address}/api/${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
token = (await sendRequest('POST', 'account/login', { email, password })).token
const me = await sendRequest('GET', 'account/me')
const { notices } = await sendRequest('GET', 'environment')

async function drawings() {
  const name = 'Frames'
  const [known] = (await sendRequest('GET', `projects?search=${name}`)).items.filter((item) => item.name === name)
  if (known) {
    const [room] = (await sendRequest('GET', `spaces?projectId=${known.id}&search=Wired`)).items
    return { project: known, room }
  }
  const stamp = Date.now().toString(36)
  const make = (path, body) => sendRequest('POST', path, body)
  const maker = await make('Manufactures', { name: `${name} ${stamp}` })
  const [category] = (await sendRequest('GET', 'categories?itemsPerPage=1')).items
  const plug = await make('connectorPhysicalTypes', { name: `${name} ${stamp}` })
  const video = await make('signalTypes', {
    name: `${name} ${stamp}`,
    abbreviation: `F${stamp.slice(-5)}`,
    color: '#0055aa',
    cableNumberPrefix: 'F',
  })
  const port = (direction, portNumber) => ({
    name: `${direction === 1 ? 'IN' : 'OUT'} ${portNumber}`,
    direction,
    connectorPhysicalTypeId: plug.id,
    signalTypeIds: [video.id],
  })
  const product = (tag) =>
    make('equipments', {
      ...{ tag, model: `${tag} ${stamp}`, manufactureId: maker.id, categoryId: category.id, msrpPrice: 100 },
      ...{ isRackMountable: true, rackUnits: 1, depthIn: 10, weightLb: 8 },
      ports: [1, 2].flatMap((direction) => [1, 2, 3, 4].map((portNumber) => port(direction, portNumber))),
    })
  const products = [await product('FRA'), await product('FRB')]
  const client = await make('clients', { name: `${name} ${stamp}`, abbreviatedName: `F${stamp.slice(-5)}`.toUpperCase() })
  const project = await make('projects', { name, clientId: client.id })
  const space = (named) => make('spaces', { projectId: project.id, levelId: project.buildings[0].levels[0].id, name: named })
  const [room, rackRoom] = [await space('Wired room'), await space('Rack room')]
  const unitsOf = async (where, quantity, equipment) => {
    const line = await make(`spaces/${where.id}/Equipment`, { equipmentId: equipment.id, quantity })
    return (await sendRequest('GET', `projects/${project.id}/Units?lineIds=${line.id}&itemsPerPage=-1&sortBy=label`)).items
  }
  // Six columns of 25, alternating two products, so that no connection is a daisy chain.
  const [odd, even] = [await unitsOf(room, 75, products[0]), await unitsOf(room, 75, products[1])]
  const columns = [0, 1, 2, 3, 4, 5].map((at) => (at % 2 ? even : odd).slice(25 * Math.floor(at / 2), 25 * Math.floor(at / 2) + 25))
  const portId = (at, text) => products[at % 2].ports.find((item) => item.name === text).id
  const wires = []
  for (const [at, to, ins] of [...[0, 1, 2, 3, 4].map((at) => [at, at + 1, [1, 2]]), [0, 3, [3, 4]]])
    for (let row = 0; row < 25; row++)
      for (const inputNumber of ins)
        wires.push({
          ...{ fromUnitId: columns[at][row].id, fromPortId: portId(at, `OUT ${inputNumber}`) },
          ...{ toUnitId: columns[to][(row + inputNumber) % 25].id, toPortId: portId(to, `IN ${inputNumber}`) },
        })
  for (const wire of wires) await make(`projects/${project.id}/Connections`, wire)
  const racked = await unitsOf(rackRoom, 420, products[0])
  const racks = []
  for (let nth = 0; nth < 10; nth++) {
    const rack = await make(`projects/${project.id}/Racks`, { name: `R-${nth + 10}`, spaceId: rackRoom.id, mountingDepthIn: 30 })
    const own = racked.slice(42 * nth, 42 * nth + 42)
    racks.push({ rackId: rack.id, placements: own.map(({ id }, index) => ({ unitId: id, startRU: index + 1 })) })
  }
  await sendRequest('PUT', `projects/${project.id}/Racks/Placements`, { racks })
  return { project, room }
}

const { project, room } = await drawings()
const found = findBrowser()
if (!found) throw new Error(noBrowser)
const browser = await chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
await signIn(context, { token, me, notices })
const page = await context.newPage()

const kinds = {
  script: ['EventDispatch', 'FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks', 'V8.GC_SCAVENGER', 'MinorGC', 'MajorGC'],
  layout: ['UpdateLayoutTree', 'Layout', 'HitTest'],
  paint: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'UpdateLayer'],
}
const eventKind = (name) => Object.keys(kinds).find((kind) => kinds[kind].includes(name))

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel']
const isSpan = ({ ph, dur, name }) => (ph === 'X' && dur !== undefined) || (ph === 'b' && name === 'AnimationFrame')
/** Returns the events of the page's main thread: the thread with the most pointer and key events. */
async function traced() {
  const threads = new Map()
  for (const event of JSON.parse((await browser.stopTracing()).toString()).traceEvents.filter(isSpan)) {
    const key = `${event.pid} ${event.tid}`
    if (!threads.has(key)) threads.set(key, [])
    threads.get(key).push(event)
  }
  const dispatches = (all) => all.filter(({ name }) => name === 'EventDispatch').length
  return [...threads.values()].sort((a, b) => dispatches(b) - dispatches(a))[0].sort((a, b) => a.ts - b.ts)
}

/** Computes the cost of each frame by category; events nested in another of the same category count once. */
function frameCosts(main) {
  const starts = main.filter(({ ph }) => ph === 'b').map(({ ts }) => ts)
  const frames = starts.map(() => ({ script: 0, layout: 0, paint: 0, all: 0 }))
  const ends = { script: 0, layout: 0, paint: 0, all: 0 }
  let at = -1
  for (const { name, ts, dur, tdur } of main) {
    while (at + 1 < starts.length && starts[at + 1] <= ts) at++
    const kind = name === 'RunTask' ? 'all' : eventKind(name)
    if (at < 0 || !kind || ts < ends[kind]) continue
    ends[kind] = ts + dur
    // Uses the thread's CPU time if available, because other processes may run on the machine.
    frames[at][kind] += (tdur ?? dur) / 1000
  }
  return frames.filter(({ script }) => script > 0)
}
const atShare = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

async function measureDrag(target, from, through) {
  await page.evaluate(() => {
    window.frames_ = []
    let last = performance.now()
    const next = (now) => {
      window.frames_.push(now - last)
      last = now
      window.asked_ = requestAnimationFrame(next)
    }
    window.asked_ = requestAnimationFrame(next)
  })
  await browser.startTracing(page, { categories })
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const begun = performance.now()
  for (let now = 0; now < 3000; now = performance.now() - begun) {
    const at = (now / 3000) * through.length
    const [a, b] = [through[Math.floor(at) - 1] ?? from, through[Math.floor(at)] ?? through.at(-1)]
    const share = at - Math.floor(at)
    await page.mouse.move(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    await new Promise((done) => setTimeout(done, 4))
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const frames = frameCosts(await traced())
  const shown = await page.evaluate(() => {
    cancelAnimationFrame(window.asked_)
    return window.frames_
  })
  const own = frames.map(({ script, layout }) => script + layout)
  const figures = [
    ['script and layout', own],
    ['script', frames.map(({ script }) => script)],
    ['layout', frames.map(({ layout }) => layout)],
    ['paint lists', frames.map(({ paint }) => paint)],
    ['whole main thread', frames.map(({ all }) => all)],
    ['between frames here', shown.slice(1)],
  ]
  console.log(
    `\n${target}: ${frames.length} frames, ${own.filter((ms) => ms > frameMs).length} whose script and layout take more than ${frameMs.toFixed(1)} ms`,
  )
  for (const [name, values] of figures)
    console.log(
      `  ${name.padEnd(20)} half below ${atShare(values, 0.5).toFixed(1).padStart(5)} ms, 19 of 20 below ${atShare(values, 0.95).toFixed(1).padStart(5)} ms, longest ${Math.max(0, ...values).toFixed(1)} ms`,
    )
}

/** Records when the visible part of the drawing is painted and when all of it is: one frame after it appears. */
await context.addInitScript(() => {
  window.watch_ = () => {
    const boxes = () => document.querySelectorAll('[data-box]').length
    const painted = (isThere) =>
      new Promise((done) => {
        const poll = () => requestAnimationFrame(isThere() ? done : poll)
        poll()
      })
    const first = painted(boxes).then((now) => [now, boxes()])
    window.painted_ = Promise.all([first, painted(() => boxes() >= 150)])
  }
  addEventListener('click', () => (window.clicked_ = performance.now()), { capture: true, once: true })
})
const roomAt = `${address}/projects/${project.id}/spaces/${room.id}`
const flowTab = page.getByRole('link', { name: 'Signal flow' }).first()

/** Measures the time from the click on the tab, or from opening the URL, until it is painted, and how that time was spent. */
async function firstPaint(how) {
  if (how === 'address') {
    await page.goto(`${roomAt}/signal-flow`, { waitUntil: 'commit' })
    await page.evaluate(() => window.watch_())
  } else {
    await page.goto(roomAt)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => window.watch_())
    if (how === 'traced') await browser.startTracing(page, { categories })
    await flowTab.click()
  }
  const { early, ...times } = await page.evaluate(async () => {
    const [[first, early], total] = await window.painted_
    const from = window.clicked_ ?? 0
    const { startTime, responseEnd } = performance.getEntriesByType('resource').findLast(({ name }) => name.includes('/Diagram'))
    return { early, first: first - from, whole: total - from, network: responseEnd - startTime }
  })
  const frames = how === 'traced' ? frameCosts(await traced()) : []
  const inSight = await page
    .locator('[data-box]')
    .evaluateAll((all) => all.filter((box) => box.getBoundingClientRect().y < innerHeight).length)
  if (early < inSight) throw new Error(`Only ${early} of ${inSight} boxes in sight were in the first frame.`)
  const sum = (kind) => frames.reduce((all, frame) => all + frame[kind], 0)
  return { ...times, work: sum('script') + sum('layout'), busy: sum('all') }
}
async function paintTimes(how, times) {
  const paints = []
  for (let time = 0; time < times; time++) paints.push(await firstPaint(how))
  return (what) => {
    const values = paints.map((paint) => paint[what])
    return `best ${Math.round(Math.min(...values))} ms, half within ${Math.round(atShare(values, 0.5))} ms`
  }
}
const { first } = await firstPaint('click')
const [clicks, byAddress, work] = [await paintTimes('click', 10), await paintTimes('address', 10), await paintTimes('traced', 3)]
console.log(`Signal flow, first paint, ten times (${Math.round(first)} ms where the code of the page was still to be fetched)`)
console.log(`  from the click, what is in sight   ${clicks('first')}; all of it ${clicks('whole')}; the answer in it ${clicks('network')}`)
console.log(`  from the address                   ${byAddress('first')}; all of it ${byAddress('whole')}`)
console.log(`  script and layout of all of it     ${work('work')}; whole main thread ${work('busy')}`)

const head = await page.locator('[data-box]').nth(60).boundingBox()
const middle = { x: head.x + head.width / 2, y: head.y + head.height / 2 }
if (middle.y > 880) throw new Error('The box to drag is out of sight.')
const near = (dx, dy) => ({ x: middle.x + dx, y: middle.y + dy })
await measureDrag('Signal flow, a box', middle, [near(160, 60), near(-60, 140), near(120, -60), near(0, 0)])

await page.goto(`${address}/projects/${project.id}/racks`)
await page.locator('[data-drawn]').nth(419).waitFor()
await page.waitForLoadState('networkidle')
const unit = await page.locator('[data-drawn]').nth(10).boundingBox()
const grip = { x: unit.x + unit.width / 3, y: unit.y + unit.height / 2 }
const gripOffset = (dx, dy) => ({ x: grip.x + dx, y: grip.y + dy })
await measureDrag('Racks, a device', grip, [
  gripOffset(0, 200),
  gripOffset(0, -60),
  gripOffset(220, 100),
  gripOffset(0, 250),
  gripOffset(0, 0),
])
await browser.close()
