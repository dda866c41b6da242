import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

type Read<T> = (value: unknown, at: string) => T
type Shape = Record<string, Read<unknown>>
type RowOf<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/** Reads a data file that is shipped with the product. Unknown properties are rejected like missing ones. */
export function readData<S extends Shape>(file: URL, shape: S): RowOf<S> {
  return row(shape)(JSON.parse(readFileSync(file, 'utf8')), basename(file.pathname))
}

export function row<S extends Shape>(shape: S): Read<RowOf<S>>
export function row(shape: Shape): Read<Record<string, unknown>> {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return failAt(at, 'must be an object', value)
    const entries = new Map<string, unknown>(Object.entries(value))
    for (const key of entries.keys()) if (!Object.hasOwn(shape, key)) failAt(`${at}: ${key}`, 'is not known here')
    return Object.fromEntries(Object.entries(shape).map(([key, read]) => [key, read(entries.get(key), `${at}: ${key}`)]))
  }
}

export const listOf =
  <T>(read: Read<T>): Read<T[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((item, index) => read(item, `${at} ${index + 1}`)) : failAt(at, 'must be a list', value)

/** A row as an array, validated by position; trailing values may be missing if their reader allows it. */
export function cells<R extends Read<unknown>[]>(...reads: R): Read<{ [I in keyof R]: ReturnType<R[I]> }>
export function cells(...reads: Read<unknown>[]): Read<unknown[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length > reads.length) return failAt(at, `must be a list of at most ${reads.length}`, value)
    return reads.map((read, index) => read(value[index], `${at} ${index + 1}`))
  }
}

export const maybe =
  <T, F>(read: Read<T>, otherwise: F): Read<T | F> =>
  (value, at) =>
    value === undefined ? otherwise : read(value, at)

export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, at) =>
    value === null || value === undefined ? null : read(value, at)

export const text: Read<string> = (value, at) => (typeof value === 'string' && value.trim() ? value : failAt(at, 'must be a text', value))
export const number: Read<number> = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? value : failAt(at, 'must be a number', value)
export const bool: Read<boolean> = (value, at) => (typeof value === 'boolean' ? value : failAt(at, 'must be true or false', value))

interface Choices<V> {
  name: string
  values: readonly { key: string; value: V }[]
}

export const choiceByKey =
  <V>({ name, values }: Choices<V>): Read<V> =>
  (value, at) =>
    (values.find(({ key }) => key === value) ?? failAt(at, `must be a ${name}`, value)).value

export const coded =
  <V>({ name, values }: Choices<V>): Read<V> =>
  (value, at) =>
    (values.find((item) => item.value === value) ?? failAt(at, `must be a value of ${name}`, value)).value

export const oneOf =
  <T extends string>(...allowed: T[]): Read<T> =>
  (value, at) =>
    allowed.find((option) => option === value) ?? failAt(at, `must be one of ${allowed.join(', ')}`, value)

function failAt(at: string, problem: string, value?: unknown): never {
  throw new Error(`${at} ${problem}${value === undefined ? '' : `, not ${JSON.stringify(value).slice(0, 60)}`}`)
}
