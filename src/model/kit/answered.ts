import type { Field, Fields, Holds, Resource, UserRef, ValueIn, ValuesOf } from './description.ts'
import { boolean, id, image, json, optional, text, uuid } from './field.ts'
import type { RowOf } from './resource.ts'

// Words for what the product puts together and only answers carry. The document of the calls says what each is made of, and every
// test that asks the product holds its answer to that.

const answered = <T>(label: string, holds: Holds): Field<T> => ({ ...json<T>(label), isOptional: false, holds })

/** The same fields, absent from the answer where somebody may not see them or there is nothing to say. */
export const mayLack = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, isOptional: true }]))

/** What a part holds: these fields, and those of `M` unless they are absent. */
export type PartOf<F extends Fields, M extends Fields = Record<never, never>> = ValuesOf<F> & Partial<ValuesOf<M>>

/** One value of several parts; `masked` are absent for whoever may not see them. */
export const part = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  answered<PartOf<F, M>>(label, { parts: { ...fields, ...mayLack(masked) } })
/** Values in an order of their own, as the figures of months. */
export const values = <T>(label: string, of: Field<T>) => answered<T[]>(label, { values: of })
/** Rows of such parts. */
export const parts = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  values(label, part('', fields, masked))
/** Values by a key that nobody knows beforehand, as a month or an id. */
export const recordOf = <T>(label: string, of: Field<T>) => answered<Record<string, T>>(label, { byKey: of })
/** One of several, which a word in each tells apart. */
export const either = <F extends readonly Field[]>(label: string, ...of: F) => answered<ValueIn<F[number]>>(label, { either: of })
/** A text that is told once, and no list shows. */
export const told = (label: string) => answered<string>(label, { either: [text('')] })
/** One of these words, which are for programs. */
export const word = <const W extends string>(label: string, ...words: W[]) => answered<W>(label, { words })

/** A row as the calls of its resource answer it. */
export const rowIn = <R extends Resource>(label: string, of: () => R) => answered<RowOf<R>>(label, { row: of })

/** What stands for a row elsewhere. */
export const namedShape = { id: id(), name: text('Name') }
export type Named = ValuesOf<typeof namedShape>
export const named = (label: string) => part(label, namedShape)
export const nameds = (label: string) => parts(label, namedShape)

/** The same with the number that people call it by. */
export const numberedShape = { ...namedShape, number: text('Number') }
export const numbered = (label: string) => part(label, numberedShape)

/** What stands for a person. */
export const userRefShape = {
  id: uuid('Id'),
  firstName: text('First name'),
  lastName: text('Last name'),
  avatarUrl: optional(image('Picture')),
  isSuspended: boolean('Suspended'),
  isExternalUser: boolean('External'),
}
export const person = (label: string) => answered<UserRef>(label, { parts: userRefShape, as: 'UserRef' })
export const people = (label: string) => values(label, person(''))
