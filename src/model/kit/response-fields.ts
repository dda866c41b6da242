import type { Field, Fields, Resource, ResponseContent, UserRef, ValueIn, ValuesOf } from './description.ts'
import { boolean, id, image, json, optional, text, uuid } from './field.ts'
import type { RowOf } from './resource.ts'

// Fields that only responses contain. The API document describes their contents, and every API test validates responses against it.

const responseField = <T>(label: string, holds: ResponseContent): Field<T> => ({ ...json<T>(label), isOptional: false, content: holds })

export const optionalFields = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, isOptional: true }]))

export type ObjectValues<F extends Fields, M extends Fields = Record<never, never>> = ValuesOf<F> & Partial<ValuesOf<M>>

export const object = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  responseField<ObjectValues<F, M>>(label, { parts: { ...fields, ...optionalFields(masked) } })
export const arrayField = <T>(label: string, field: Field<T>) => responseField<T[]>(label, { values: field })
export const objects = <F extends Fields, M extends Fields = Record<never, never>>(label: string, fields: F, masked?: M) =>
  arrayField(label, object('', fields, masked))
export const recordField = <T>(label: string, field: Field<T>) => responseField<Record<string, T>>(label, { byKey: field })
export const oneOfFields = <F extends readonly Field[]>(label: string, ...options: F) =>
  responseField<ValueIn<F[number]>>(label, { oneOf: options })
/** A text returned only once and never in lists. */
export const shownOnce = (label: string) => responseField<string>(label, { oneOf: [text('')] })
/** One of these fixed texts. */
export const literalField = <const W extends string>(label: string, ...words: W[]) => responseField<W>(label, { words })

export const rowField = <R extends Resource>(label: string, resource: () => R) => responseField<RowOf<R>>(label, { row: resource })

export const namedShape = { id: id(), name: text('Name') }
export const namedRef = (label: string) => object(label, namedShape)
export const namedRefs = (label: string) => objects(label, namedShape)

export const numberedShape = { ...namedShape, number: text('Number') }
export const numberedRef = (label: string) => object(label, numberedShape)

export const userRefShape = {
  id: uuid('Id'),
  firstName: text('First name'),
  lastName: text('Last name'),
  avatarUrl: optional(image('Picture')),
  isSuspended: boolean('Suspended'),
  isExternalUser: boolean('External'),
}
export const personField = (label: string) => responseField<UserRef>(label, { parts: userRefShape, as: 'UserRef' })
export const peopleField = (label: string) => arrayField(label, personField(''))
