import { describe, expect, it } from 'vitest'
import type { Field } from '../../../src/model/kit/description.ts'
import { text } from '../../../src/model/kit/field.ts'
import { messages } from '../../../src/model/kit/rules.ts'
import { expectFieldError, missingFrom, type WrittenSubject, withValueAt } from './subject.ts'

export function validationContract(subject: WrittenSubject) {
  const { fields, promises } = subject
  describe('validation', () => {
    for (const [field, value, message] of promises.invalid)
      it(`rejects ${abbreviateJson(value)} as ${field}: ${message}`, async () => {
        const writer = await subject.writer()
        expectFieldError(await writer('POST', await subject.birthplace(), withValueAt(await subject.body(), field, value)), field, message)
        if (!subject.hasUpdate) return
        const row = await subject.make()
        expectFieldError(await writer('PUT', await subject.one(row.id), withValueAt(await subject.body(), field, value)), field, message)
        expect((await subject.read(row.id)).rowVersion).toBe(row.rowVersion)
      })

    it('has a value for every field in the valid example', async () => {
      expect(missingFrom({ given: text('Given'), lost: text('Lost') }, [{ given: 'x' }])).toEqual(['lost'])
      const unshown = missingFrom(fields, [await subject.body()])
      expect(unshown, 'give them a value in `valid`, or a reason in `without`').toEqual(Object.keys(promises.without ?? {}))
    })

    it('names every required field', async () => {
      const answer = await (await subject.writer())('POST', await subject.birthplace(), {})
      const needed = Object.entries(subject.inputFields).filter(
        ([, { isOptional, default: fallback, kind }]) => !isOptional && fallback === undefined && kind !== 'group',
      )
      expect(answer.status).toBe(400)
      for (const [key, { kind }] of needed)
        expect(answer.body.fields[key], key).toContain(kind === 'email' ? messages.emailRequired : messages.required)
    })

    it('rejects values of another type and values that cannot be stored', async () => {
      const writer = await subject.writer()
      for (const [key, field] of Object.entries(subject.inputFields))
        for (const value of strangers(field)) {
          const answer = await writer('POST', await subject.birthplace(), { ...(await subject.body()), [key]: value })
          expect({ key, value, status: answer.status }).toEqual({ key, value, status: 400 })
          expect(
            Object.keys(answer.body.fields).some((path) => path === key || path.startsWith(`${key}[`) || path.startsWith(`${key}.`)),
            key,
          ).toBe(true)
        }
    })

    it('rejects a body that is not an object', async () => {
      const writer = await subject.writer()
      for (const raw of ['[]', '"text"', '7', 'null', '{"name":']) {
        const answer = await writer('POST', await subject.birthplace(), undefined, { raw })
        expect({ raw, status: answer.status, type: answer.body.errorType }).toEqual({ raw, status: 400, type: 'Validation' })
      }
    })
  })
}

const abbreviateJson = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function strangers({ kind }: Field): unknown[] {
  if (kind === 'json') return []
  if (['text', 'longText', 'richText'].includes(kind)) return [42, true, {}, ['x'], 'a\u0000b', 'lone \ud800']
  if (['email', 'phone', 'url', 'color', 'password', 'image', 'date', 'instant', 'uuid', 'user'].includes(kind))
    return [42, {}, ['x'], 'a\u0000b']
  if (kind === 'boolean') return ['true', 1]
  if (['choices', 'references', 'list'].includes(kind)) return ['x', 7]
  if (kind === 'group') return ['x', 7]
  if (kind === 'choice') return [{}, ['x'], '\u0000']
  return ['5', 'x', {}, true]
}
