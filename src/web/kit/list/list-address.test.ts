import { expect, it } from 'vitest'
import { text } from '../../../model/kit/field.ts'
import { resource } from '../../../model/kit/resource.ts'
import {
  type ListAddress,
  parseListAddress,
  parseSearch,
  savedViewsPath,
  stringifySearch,
  toListQuery,
  viewAddress,
  writeAddress,
} from './list-address.ts'

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

it('writes the list state to the URL and reads it back unchanged', () => {
  const address: ListAddress = {
    search: '98 in',
    page: 3,
    size: 100,
    sort: ['-name', 'id'],
    filters: { categoryIds: ['1', '2'], createdFrom: ['2026-01-01'], createdTo: ['2026-01-31'] },
    columns: ['name', 'id'],
    view: 'table',
    saved: '7',
  }

  const text = stringifySearch(writeAddress(address, 'pq'))

  expect(text).toBe(
    '?pq=98+in&categoryIds=1&categoryIds=2&createdFrom=2026-01-01&createdTo=2026-01-31&sort=-name&sort=id&page=3&size=100&columns=name&columns=id&view=table&saved=7',
  )
  expect(parseListAddress(displays, text, 'pq')).toEqual(address)
})

it('omits defaults from the URL', () => {
  expect(stringifySearch(writeAddress(parseListAddress(displays, '', 'q'), 'q'))).toBe('')
})

it('falls back to defaults for invalid URL values', () => {
  const address = parseListAddress(displays, '?page=-4&size=7&nonsense=1&categoryIds=', 'q')

  expect(address).toEqual({ search: '', page: 1, size: 50, sort: [], filters: {}, columns: [] })
})

it('keeps numbers and ids in a URL as text', () => {
  expect(parseSearch('?q=24031&categoryIds=1&categoryIds=2&empty=')).toEqual({ q: '24031', categoryIds: ['1', '2'], empty: '' })
})

it('requests the page, the order and the filters', () => {
  const query = toListQuery({ search: 'x', page: 2, size: 25, sort: ['-name'], filters: { createdByIds: ['a'] }, columns: ['name'] })

  expect(query).toEqual({ search: 'x', page: 2, itemsPerPage: 25, sortBy: ['name'], sortDesc: ['true'], createdByIds: ['a'] })
})

it('stores the URL of a saved view without the page and the view id', () => {
  const text = '?q=x&sort=-name&columns=name'
  expect(viewAddress(parseListAddress(displays, `${text}&page=4&saved=3`, 'q'))).toBe(text.slice(1))
  // Project lists use another search parameter, but their views have the same format.
  expect(viewAddress(parseListAddress(displays, '?pq=x&sort=-name&columns=name', 'pq'))).toBe(text.slice(1))
})

it.each([
  ['/equipment', '/equipment'],
  ['/projects/17/spaces', '/projects/:id/spaces'],
  ['/manufacturers/3/product-families', '/manufacturers/:id/product-families'],
  ['/users/0b9de7a4-6a9c-4f0f-8a53-0b0a54e7c111', '/users/:id'],
])('detects the list at %s as %s', (path, list) => expect(savedViewsPath(path)).toBe(list))
