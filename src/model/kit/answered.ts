import type { Field, Fields, Resource, ResponseContent, UserRef, ValueIn, ValuesOf } from './description.ts'
import { boolean, id, image, json, optional, text, uuid } from './field.ts'
import type { RowOf } from './resource.ts'

// Words for what the product puts together and only answers carry. The document of the calls says what each is made of, and every
// test that asks the product holds its answer to that.

const responseField = <T>(label: string, holds: ResponseContent): Field<T> => ({ ...json<T>(label), isOptional: false, content: holds })

/** The same fields, absent from the answer where somebody may not see them or there is nothing to say. */
export const optionalFields = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, isOptional: true }]))

/** What a part holds: these fields, and those of `M` unless they are absent. */
export type ObjectValues<F extends Fields, M extends Fields = Record<never, never>> = ValuesOf<F> & Partial<ValuesOf<M>>

/** One value of several parts; `masked` are absent for whoever may not see them. */
export const object = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  responseField<ObjectValues<F, M>>(label, { parts: { ...fields, ...optionalFields(masked) } })
/** Values in an order of their own, as the figures of months. */
export const arrayOf = <T>(label: string, field: Field<T>) => responseField<T[]>(label, { values: field })
/** Rows of such parts. */
export const objects = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  arrayOf(label, object('', fields, masked))
/** Values by a key that nobody knows beforehand, as a month or an id. */
export const recordOf = <T>(label: string, field: Field<T>) => responseField<Record<string, T>>(label, { byKey: field })
/** One of several, which a word in each tells apart. */
export const oneOfFields = <F extends readonly Field[]>(label: string, ...of: F) => responseField<ValueIn<F[number]>>(label, { oneOf: of })
/** A text that is told once, and no list shows. */
export const shownOnce = (label: string) => responseField<string>(label, { oneOf: [text('')] })
/** One of these words, which are for programs. */
export const literal = <const W extends string>(label: string, ...words: W[]) => responseField<W>(label, { words })

/** A row as the calls of its resource answer it. */
export const rowOf = <R extends Resource>(label: string, of: () => R) => responseField<RowOf<R>>(label, { row: of })

/** What stands for a row elsewhere. */
export const namedShape = { id: id(), name: text('Name') }
export type NamedRef = ValuesOf<typeof namedShape>
export const namedRef = (label: string) => object(label, namedShape)
export const namedRefs = (label: string) => objects(label, namedShape)

/** The same with the number that people call it by. */
export const numberedShape = { ...namedShape, number: text('Number') }
export const numberedRef = (label: string) => object(label, numberedShape)

/** What stands for a person. */
export const userRefShape = {
  id: uuid('Id'),
  firstName: text('First name'),
  lastName: text('Last name'),
  avatarUrl: optional(image('Picture')),
  isSuspended: boolean('Suspended'),
  isExternalUser: boolean('External'),
}
export const person = (label: string) => responseField<UserRef>(label, { parts: userRefShape, as: 'UserRef' })
export const people = (label: string) => arrayOf(label, person(''))
