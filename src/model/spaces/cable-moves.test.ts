import { expect, it } from 'vitest'
import { PortDirection } from '../catalog/enums.ts'
import { type CableEnd, type PortToTake, portsAfter } from './cable-moves.ts'

const { Input, Output } = PortDirection
const [video, audio] = [1, 2]
const createEnd = (connectionId: number, portName: string, more: Partial<CableEnd> = {}): CableEnd => ({
  connectionId,
  isFrom: true,
  unitId: 7,
  portName,
  direction: Output,
  signalTypeId: video,
  allowsMany: false,
  ...more,
})
const port = (id: number, name: string, direction: PortDirection = Output, signalTypeIds = [video]): PortToTake => ({
  id,
  name,
  direction,
  signalTypeIds,
})
const after = (ends: CableEnd[], ports: PortToTake[]) => {
  const found = portsAfter(ends, ports)
  return ends.map((end) => found.get(end)?.id ?? null)
}

it('uses the port of the same name first, regardless of cable age (22)', () => {
  expect(after([createEnd(1, 'LOOP'), createEnd(2, 'out 1')], [port(10, 'OUT 1'), port(11, 'OUT 2')])).toEqual([11, 10])
})
it('skips ports of the other direction and ports that do not carry the signal', () => {
  expect(after([createEnd(1, 'OUT 1')], [port(10, 'OUT 1', Input), port(11, 'OUT 1', Output, [audio])])).toEqual([null])
})
it('assigns a port once on each unit', () => {
  expect(after([createEnd(1, 'A'), createEnd(2, 'B'), createEnd(3, 'C', { unitId: 8 })], [port(10, 'X')])).toEqual([10, null, 10])
})
it('accepts any direction for an end whose port was already deleted', () => {
  expect(after([createEnd(1, 'A', { direction: null })], [port(10, 'X', Input)])).toEqual([10])
})
it('keeps cables together that shared a port, and others apart', () => {
  const [many, ten, eleven] = [{ allowsMany: true }, port(10, 'OUT 1'), port(11, 'OUT 2')]
  expect(after([createEnd(1, 'Out 1', many), createEnd(2, 'Out 1', many), createEnd(3, 'Out 1', many)], [ten, eleven])).toEqual([
    10, 10, 10,
  ])
  expect(
    after([createEnd(1, 'A', many), createEnd(2, 'B', many), createEnd(3, 'A', many), createEnd(4, 'C', many)], [ten, eleven]),
  ).toEqual([10, 11, 10, null])
  expect(after([createEnd(1, 'A', many), createEnd(2, 'A', { ...many, unitId: 8 })], [ten])).toEqual([10, 10])
})
