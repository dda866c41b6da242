import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import recorded from './fixtures/durations.json' with { type: 'json' }
import { expectedSeconds, splitByDuration, workersFor } from './kit/shards.ts'

const root = join(import.meta.dirname, '..')
const paths = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  .filter((path) => path.endsWith('.test.ts'))
  .sort()

describe('shards', () => {
  it.each([1, 2, 4, 7])('contain every test file exactly once if there are %i', (count) => {
    const shards = splitByDuration(paths, count)
    expect(shards).toHaveLength(count)
    expect(paths.length).toBeGreaterThan(300)
    expect(shards.flat().sort()).toEqual(paths)
  })

  it('are the same for any order of the files', () => {
    expect(splitByDuration([...paths].reverse(), 4)).toEqual(splitByDuration(paths, 4))
  })

  it('take about the same time', () => {
    const sums = splitByDuration(paths, 4).map((shard) => shard.reduce((sum, path) => sum + expectedSeconds(path), 0))
    expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.05)
  })

  it('separate the longest files', () => {
    const seconds: Record<string, number> = { a: 9, b: 8, c: 3, d: 2 }
    expect(splitByDuration(['a', 'b', 'c', 'd'], 2, (path) => seconds[path]!)).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ])
  })

  it('may be empty if there are fewer files', () => expect(splitByDuration(['a'], 2)).toEqual([['a'], []]))
})

it('records durations of existing files only', () => {
  expect(Object.keys(recorded).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('uses the cores of larger machines', () => expect([1, 2, 4, 8, 32].map(workersFor)).toEqual([2, 2, 4, 8, 8]))
