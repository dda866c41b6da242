import { describe, expect, it } from 'vitest'
import { LaborType } from '../../model/access/enums.ts'
import { bool, cells, choiceByKey, coded, listOf, maybe, number, oneOf, orNull, row, text } from './data-file.ts'

const file = row({
  people: listOf(
    row({
      name: text,
      role: oneOf('Consultant', 'Read Only'),
      labor: choiceByKey(LaborType),
      hours: maybe(number, 40),
      nick: orNull(text),
      isAway: maybe(bool, false),
      ports: maybe(listOf(cells(text, coded(LaborType), maybe(number, 1))), []),
    }),
  ),
})
const person = { name: 'Ann', role: 'Consultant', labor: 'AC' }
const readPerson = (more: object) => file({ people: [person, { ...person, ...more }] }, 'people.json')

describe('data file', () => {
  it('is read with optional fields omitted', () => {
    const { people } = readPerson({ hours: 32, ports: [['HDMI', 2]] })
    expect(people[0]).toEqual({ name: 'Ann', role: 'Consultant', labor: LaborType.AC, hours: 40, nick: null, isAway: false, ports: [] })
    expect(people[1]).toMatchObject({ hours: 32, ports: [['HDMI', 2, 1]] })
  })

  it.each([
    [{ hous: 32 }, 'people.json: people 2: hous is not known here'],
    [{ name: '' }, 'people.json: people 2: name must be a text, not ""'],
    [{ name: undefined }, 'people.json: people 2: name must be a text'],
    [{ role: 'Boss' }, 'people.json: people 2: role must be one of Consultant, Read Only, not "Boss"'],
    [{ labor: 'XX' }, 'people.json: people 2: labor must be a LaborType, not "XX"'],
    [{ hours: '32' }, 'people.json: people 2: hours must be a number, not "32"'],
    [{ isAway: 1 }, 'people.json: people 2: isAway must be true or false, not 1'],
    [{ ports: {} }, 'people.json: people 2: ports must be a list, not {}'],
    [{ ports: [['HDMI', 99]] }, 'people.json: people 2: ports 1 2 must be a value of LaborType, not 99'],
    [{ ports: [['HDMI', 1, 1, 1]] }, 'people.json: people 2: ports 1 must be a list of at most 3'],
  ])('throws at %j with the location', (more, expectedMessage) => {
    expect(() => readPerson(more)).toThrow(expectedMessage)
  })

  it('throws at an invalid row', () => {
    expect(() => file([], 'people.json')).toThrow('people.json must be an object')
    expect(() => file({ people: [null] }, 'people.json')).toThrow('people.json: people 1 must be an object')
  })
})
