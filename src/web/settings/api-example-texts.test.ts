import { expect, it } from 'vitest'
import { parseShape } from '../../model/kit/field.ts'
import { curlExample, examples, typescriptExample } from './api-example-texts.ts'

const origin = 'https://dna.firm.example'

it('contains ten calls that pass validation as written', () => {
  expect(examples).toHaveLength(10)
  for (const { title, call, params = {}, query = {}, body = {} } of examples) {
    const problems = [parseShape(call.params, params), parseShape(call.query, query), parseShape(call.body, body)].map(
      (item) => item.problems,
    )
    expect(problems, title).toEqual([undefined, undefined, undefined])
  }
})

it('writes examples for a shell and for the typed client', () => {
  const [find] = examples
  if (!find) throw new Error('There is no example')
  expect(curlExample(find, origin)).toBe(
    `curl "${origin}/api/projects?search=museum&itemsPerPage=50" \\\n  -H "Authorization: Bearer $DNA_TOKEN"`,
  )
  expect(typescriptExample(find, origin).split('\n').at(-1)).toBe(
    "const answer = await dna.of(projects).list({ query: { search: 'museum', itemsPerPage: 50 } })",
  )
  const example = examples.find(({ call }) => call.method === 'POST')
  if (!example) throw new Error('No example makes anything')
  expect(curlExample(example, origin)).toContain(`-d '${JSON.stringify(example.body)}'`)
  expect(typescriptExample(example, origin)).toContain(
    'dna.call(addEquipment, { params: { id: 34 }, body: { equipmentId: 56, quantity: 2 } })',
  )
})
