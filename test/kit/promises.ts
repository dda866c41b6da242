import { describe } from 'vitest'
import type { Served } from '../../src/server/kit/entity/served.ts'
import { promiseLife } from './promises-life.ts'
import { promiseLists } from './promises-lists.ts'
import { promiseRaces } from './promises-races.ts'
import { promiseRights } from './promises-rights.ts'
import { promiseWords } from './promises-words.ts'
import type { House } from './start.ts'
import { type Promises, subjectOf } from './subject.ts'

/**
 * What every served entity keeps, as tests: who may what, in which words it refuses, how a row lives and dies,
 * how lists behave, and that nothing is lost or doubled when many write at once.
 */
export function promisesOf(served: Served<any>, house: House, promises: Promises) {
  const subject = subjectOf(served, house, promises)
  describe(`${served.of.names.many} keep the promises of every entity`, () => {
    promiseRights(subject)
    promiseWords(subject)
    promiseLife(subject)
    promiseLists(subject)
    promiseRaces(subject)
  })
}
