// @vitest-environment jsdom

import { expect, it } from 'vitest'
import type { DownloadTaskEvent } from '../../model/hub.ts'
import { withTask } from './live-downloads.ts'

type Pages = Parameters<typeof withTask>[0]

const at = (id: number): DownloadTaskEvent => ({
  id,
  createDate: `2026-11-28T10:${String(id).padStart(2, '0')}:00.000Z`,
  fileName: `File ${id}`,
  url: null,
  status: 2,
  templateType: 1,
  downloadTaskCategory: 1,
  progressPercent: 50,
  errorMessage: null,
})
const createPages = (...pages: number[][]): Pages => ({
  pageParams: pages.map((_, index) => index + 1),
  pages: pages.map((ids) => {
    const empty: Pages = { pages: [{ items: [], total: 0 }], pageParams: [1] }
    return ids.reduce((data, id) => withTask(data, at(id)), empty).pages[0] ?? { items: [], total: 0 }
  }),
})
const pageIds = ({ pages }: Pages) => pages.map(({ items }) => items.map(({ id }) => id))
const first = [50, 48, 46, 44, 42, 40, 38, 36, 34, 32]

it.each([
  ['the newest stands on top', [first], 51, [[51, ...first]]],
  ['one that is older than others stands below them', [first], 45, [[50, 48, 46, 45, 44, 42, 40, 38, 36, 34, 32]]],
  ['one that is known stays where it is', [first], 44, [first]],
  ['one beyond what is loaded comes with its page', [first], 7, [first]],
  ['the oldest of all stands last', [[50, 48]], 7, [[50, 48, 7]]],
  ['the first is there at once', [[]], 7, [[7]]],
  ['it goes into the page it belongs to', [first, [30, 28]], 29, [first, [30, 29, 28]]],
])('merges a task: %s', (_, before, id, after) => {
  expect(pageIds(withTask(createPages(...before), at(id)))).toEqual(after)
})
