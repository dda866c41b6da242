import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createProduct, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const readPath = async (path: string) => {
  const { status, body } = await admin('GET', `/api/${path}`)
  expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body
}
async function writePath(method: Parameters<typeof admin>[0], path: string, body: object = {}) {
  const answer = await admin(method, `/api/${path}`, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const cents = (dollars: number) => Math.round(dollars * 100)
const sumNumbers = (values: number[]) => values.reduce((total, value) => total + value, 0)
const totalPrice = (lines: AnyRow[]) => sumNumbers(lines.map(({ quantity, unitMsrpPrice }) => quantity * cents(unitMsrpPrice)))

const factor = 0.2875
const [floors, roomsAFloor, linesARoom] = [3, [14, 13, 13], 15]

async function fitOut() {
  const project = await createProject(app, { installationFactor: factor })
  const building = await writePath('POST', `projects/${project.id}/Buildings`, { name: 'Tower', shortName: 'T' })
  const levels: AnyRow[] = []
  for (let n = 1; n <= floors; n++)
    levels.push(await writePath('POST', `buildings/${building.id}/Levels`, { name: `Level ${n}`, shortName: `L${n}` }))
  const products: AnyRow[] = []
  for (let n = 0; n < linesARoom; n++) products.push(await createProduct(app, { msrpPrice: cents(n * 97.31 + 0.07 * n * n + 0.99) / 100 }))
  const rooms: AnyRow[] = []
  for (const [at, level] of levels.entries()) {
    const room = await writePath('POST', 'spaces', {
      projectId: project.id,
      levelId: level.id,
      name: `Room ${at + 1}00`,
      spaceNumber: `${at + 1}00`,
      area: 40.5,
    })
    const rack = await writePath('POST', `spaces/${room.id}/AreaGroups`, { name: 'Rack' })
    for (const [n, product] of products.entries())
      await writePath('POST', `spaces/${room.id}/Equipment`, {
        equipmentId: product.id,
        quantity: 1 + ((n + at) % 4),
        areaGroupId: n % 2 ? rack.id : room.areaGroups[0].id,
        ...(n % 5 === 0 && { unitPriceOverride: cents(n * 13.37 + 1.01) / 100 }),
        ...(n % 7 === 3 && { provider: 'FBO', installer: 'IBO' }),
      })
    rooms.push(room)
    for (let n = 1; n < roomsAFloor[at]!; n++) {
      const number = `${at + 1}${String(n).padStart(2, '0')}`
      rooms.push(
        await writePath('POST', `spaces/${room.id}/Clone`, {
          name: `Room ${number}`,
          spaceNumber: number,
          projectId: project.id,
          levelId: level.id,
          imageUrl: null,
        }),
      )
    }
  }
  return { project, building, levels, products, rooms }
}

async function readBillTotals(projectId: number) {
  const task = await writePath('POST', `projects/${projectId}/Reports`, { reportType: 1, scope: 1 })
  const { url } = await waitForFile(admin, task.id)
  const rows = readWorkbook((await admin('GET', url)).body)[0]!.rows.map(({ values }) => values)
  const money = (label: string) => rows.find((values) => String(values[1]).startsWith(label))!
  return {
    products: rows.filter((values) => typeof values[0] === 'number'),
    quantity: money('Grand total')[10] as number,
    msrp: cents(money('Grand total')[12] as number),
    total: cents(money('Total')[12] as number),
  }
}

async function expectAgreement({ project, building, levels }: Awaited<ReturnType<typeof fitOut>>, roomsLeft: number) {
  const { items: all, total } = await readPath(`spaces?projectId=${project.id}&itemsPerPage=200&groupBy=level`)
  expect(total).toBe(roomsLeft)
  const uncounted: number[] = [SpaceStatus.Cancelled, SpaceStatus.Archived]
  const counted = all.filter(({ status }: AnyRow) => !uncounted.includes(status))
  const lines = new Map<number, AnyRow[]>()
  for (const room of all) {
    const page = await readPath(`spaces/${room.id}`)
    const own = page.areaGroups.flatMap(({ equipment }: AnyRow) => equipment)
    lines.set(room.id, own)
    expect([room.equipmentCount, cents(room.totalMsrpPrice)], room.name).toEqual([
      sumNumbers(own.map(({ quantity }: AnyRow) => quantity)),
      totalPrice(own),
    ])
    expect(cents(page.budget.hardware) + cents(page.budget.ownerFurnished), room.name).toBe(totalPrice(own))
    expect(cents(page.areaGroups.reduce((price: number, group: AnyRow) => price + group.totalMsrpPrice, 0)), room.name).toBe(
      totalPrice(own),
    )
    expect(cents((await readPath(`spaces/${room.id}/MasterQuotes`)).sums.msrp), room.name).toBe(totalPrice(own))
  }
  const linesOf = (rooms: AnyRow[]) => rooms.flatMap(({ id }) => lines.get(id)!)
  const { groups } = await readPath(`spaces?projectId=${project.id}&groupBy=level`)
  const budgets = await readPath(`projects/${project.id}/SpaceBudgets`)
  const tower = budgets.buildings.find(({ id }: AnyRow) => id === building.id)
  for (const level of levels) {
    const ofLevel = (rooms: AnyRow[]) => rooms.filter((room) => room.level.id === level.id)
    expect(cents(groups.find(({ id }: AnyRow) => id === level.id).totalMsrpPrice), level.name).toBe(totalPrice(linesOf(ofLevel(all))))
    const budget = tower.levels.find(({ id }: AnyRow) => id === level.id)
    expect(cents(budget.hardware) + cents(budget.ownerFurnished), level.name).toBe(totalPrice(linesOf(ofLevel(counted))))
    expect(budget.spacesCount).toBe(ofLevel(counted).length)
  }
  const expected = totalPrice(linesOf(counted))
  const quantity = sumNumbers(linesOf(counted).map((line) => line.quantity))
  for (const part of [tower, budgets.project]) expect(cents(part.hardware) + cents(part.ownerFurnished)).toBe(expected)
  expect(await readPath(`projects/${project.id}`)).toMatchObject({ spaceCount: counted.length, equipmentCount: quantity })
  const known = await readPath(`projects/${project.id}`)
  expect(cents(known.totalMsrpPrice)).toBe(expected)
  expect(cents(known.totalPrice)).toBe(expected + Math.round(expected * factor))
  const bill = await readBillTotals(project.id)
  expect([bill.quantity, bill.msrp, bill.total]).toEqual([quantity, expected, expected + Math.round(expected * factor)])
  expect(sumNumbers(bill.products.map((values) => cents(values[12] as number)))).toBe(expected)
  const listed = await readPath(`projects/${project.id}/Equipment?groupBy=space&itemsPerPage=1`)
  expect(sumNumbers(listed.groups.map(({ totalMsrpPrice }: AnyRow) => cents(totalMsrpPrice)))).toBe(totalPrice(linesOf(all)))
  return { lines: linesOf(all).length, expected }
}

it('agrees to the cent from lines to bill of materials in a realistic fit-out', async () => {
  const job = await fitOut()
  const { project, products, rooms } = job
  const before = await expectAgreement(job, 40)
  expect(before.lines).toBe(600)

  for (const [at, { id }] of rooms.entries()) {
    if (at % 4) continue
    const { areaGroups } = await readPath(`spaces/${id}`)
    const [first, second] = areaGroups[0].equipment
    const { areaGroupId: _, ...line } = { ...first, areaGroupId: undefined }
    await writePath('PUT', `spaces/${id}/Equipment/${first.id}`, {
      ...line,
      areaGroupId: areaGroups[0].id,
      quantity: first.quantity + 7,
      unitPriceOverride: 33.33 + at,
    })
    await writePath('PUT', `spaces/${id}/Equipment/${second.id}`, {
      ...second,
      areaGroupId: areaGroups[0].id,
      isExisting: true,
      installer: 'IBO',
    })
  }
  for (const [at, product] of products.entries()) {
    if (at % 3) continue
    const { id, manufacture, category, ...now } = await readPath(`equipments/${product.id}`)
    await writePath('PUT', `equipments/${id}`, {
      ...now,
      manufactureId: manufacture.id,
      categoryId: category.id,
      msrpPrice: cents(product.msrpPrice + 10.11) / 100,
    })
  }
  const own = (await readPath(`projects/${project.id}/Equipment?spaceIds=${rooms[5]!.id}&itemsPerPage=200`)).items
  await writePath('PUT', `projects/${project.id}/Equipment/Bulk`, {
    lineIds: own.map(({ id }: AnyRow) => id),
    set: { provider: 'GC', areaGroupName: 'Stage' },
  })
  const source = await readPath(`spaces/${rooms[6]!.id}`)
  await writePath('POST', 'spaces/MoveAreaGroupEquipmentToAnotherSpace', {
    sourceSpaceId: source.id,
    areaGroupId: source.areaGroups[1].id,
    targetSpaceId: rooms[20]!.id,
  })
  const deletedLine = (await readPath(`spaces/${rooms[7]!.id}`)).areaGroups[0].equipment[0]
  expect((await admin('DELETE', `/api/spaces/${rooms[7]!.id}/Equipment/${deletedLine.id}`)).status).toBe(204)
  await writePath('PUT', `spaces/${rooms[8]!.id}/SetStatus`, { status: SpaceStatus.Cancelled })
  await writePath('POST', 'spaces/BulkDelete', { ids: [rooms[9]!.id, rooms[10]!.id, rooms[30]!.id] })
  await writePath('PUT', `spaces/${rooms[30]!.id}/restore`, { name: null })
  const after = await expectAgreement(job, 38)
  expect(after.expected).not.toBe(before.expected)
})
