import { CreatePortDirection, PortDirection } from '../../model/catalog/enums.ts'
import { createPorts } from '../../model/catalog/equipment-calls.ts'
import { portName, portNames, samePort } from '../../model/catalog/equipment-parts.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { equipments } from './equipment.ts'
import { readPorts } from './equipment-parts.ts'

const mostPorts = 2000

/** Adds numbered ports atomically: `IN ` from 1 to 10 with two digits yields IN 01 to IN 10. */
async function addPorts(ctx: Context, id: number, input: ValuesOf<typeof createPorts.body>) {
  const { name, count, startNumber, leadingZeros, suffix, direction, ...like } = input
  const names = portNames({ name, count, startNumber, leadingZeros, suffix })
  for (const item of names) portName.check(item, (message) => refuseName(message))
  await equipments.get(ctx, id, { lock: true })
  const before = await readPorts(ctx, id)
  const { Inputs, Outputs } = CreatePortDirection
  const sides =
    direction === Inputs
      ? [PortDirection.Input]
      : direction === Outputs
        ? [PortDirection.Output]
        : PortDirection.values.map(({ value }) => value)
  const usedKeys = new Set(before.map(samePort))
  const newPorts = sides.flatMap((side) => {
    const order = Math.max(-1, ...before.filter((port) => port.direction === side).map((port) => port.order ?? 0)) + 1
    return names.map((item, index) => ({ ...like, id: null, name: item, direction: side, order: order + index }))
  })
  const clash = newPorts.find((port) => usedKeys.has(samePort(port)))
  if (clash) throw conflict(`${PortDirection.label(clash.direction)} ${clash.name} already exists.`)
  if (before.length + newPorts.length > mostPorts)
    throw badRequest({ count: [`Equipment has at most ${mostPorts.toLocaleString('en-US')} ports.`] })

  const row = await equipments.update(ctx, id, { ports: [...before, ...newPorts] })
  const known = new Set(before.map((port) => port.id))
  return row.ports.filter((port) => !known.has(port.id))
}

const refuseName = (message: string) => {
  throw badRequest({ name: [message] })
}

export const portRoutes: Route[] = [defineRoute(createPorts, (ctx, { params, body }) => addPorts(ctx, params.id, body))]
