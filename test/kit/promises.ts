import { describe } from 'vitest'
import type { Served } from '../../src/server/kit/entity/served.ts'
import { lifecycleContract } from './promises-life.ts'
import { listContract } from './promises-lists.ts'
import { concurrencyContract } from './promises-races.ts'
import { permissionContract } from './promises-rights.ts'
import { validationContract } from './promises-words.ts'
import type { TestApp } from './start.ts'
import { type ContractExample, subjectOf } from './subject.ts'

/** Contract tests every served entity must pass: permissions, validation messages, row lifecycle, list behavior and concurrency. */
export function entityContract(served: Served<any>, house: TestApp, promises: ContractExample) {
  const subject = subjectOf(served, house, promises)
  describe(`${served.resource.names.many} keep the promises of every entity`, () => {
    permissionContract(subject)
    validationContract(subject)
    lifecycleContract(subject)
    listContract(subject)
    concurrencyContract(subject)
  })
}
