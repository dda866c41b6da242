import { expect, it } from 'vitest'
import { text } from '../../model/kit/field.ts'
import { resource } from '../../model/kit/resource.ts'
import { parseSearch, queryOf, readAddress, stringifySearch, writeAddress } from './list-address.ts'

const displays = resource({
  path: 'displays',
  names: { one: 'Display', many: 'Displays' },
  permission: 'Equipments',
  fields: { name: text('Name') },
  list: {
    columns: ['name'],
    search: ['name'],
    sort: ['name'],
    filters: { categoryIds: { label: 'Category', kind: 'reference' } },
  },
})

it('writes what a list shows into its address and reads the same back', () => {
  const address = { search: '98 in', page: 3, size: 100, sort: ['-name', 'id'], filters: { categoryIds: ['1', '2'] } }

  const text = stringifySearch(writeAddress(address, 'pq'))

  expect(text).toBe('?pq=98+in&categoryIds=1&categoryIds=2&sort=-name&sort=id&page=3&size=100')
  expect(readAddress(displays, text, 'pq')).toEqual(address)
})

it('leaves out of the address what is as usual', () => {
  expect(stringifySearch(writeAddress(readAddress(displays, '', 'q'), 'q'))).toBe('')
})

it('falls back to the usual where an address makes no sense', () => {
  const address = readAddress(displays, '?page=-4&size=7&nonsense=1&categoryIds=', 'q')

  expect(address).toEqual({ search: '', page: 1, size: 50, sort: [], filters: {} })
})

it('keeps numbers and ids in an address as the texts they are', () => {
  expect(parseSearch('?q=24031&categoryIds=1&categoryIds=2&empty=')).toEqual({ q: '24031', categoryIds: ['1', '2'], empty: '' })
})

it('asks the server for the page, the order and the filters', () => {
  const query = queryOf({ search: 'x', page: 2, size: 25, sort: ['-name'], filters: { createdByIds: ['a'] } })

  expect(query).toEqual({ search: 'x', page: 2, itemsPerPage: 25, sortBy: ['name'], sortDesc: ['true'], createdByIds: ['a'] })
})
