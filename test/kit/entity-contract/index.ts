import { describe } from 'vitest'
import type { Served } from '../../../src/server/kit/entity/served.ts'
import type { TestApp } from '../start.ts'
import { concurrencyContract } from './concurrency.ts'
import { lifecycleContract } from './lifecycle.ts'
import { listContract } from './lists.ts'
import { permissionContract } from './permissions.ts'
import { type ContractExample, createSubject } from './subject.ts'
import { validationContract } from './validation.ts'

/** Contract tests every served entity must pass: permissions, validation messages, row lifecycle, list behavior and concurrency. */
export function entityContract(served: Served<any>, app: TestApp, promises: ContractExample) {
  const subject = createSubject(served, app, promises)
  describe(`${served.resource.names.many} entity contract`, () => {
    permissionContract(subject)
    if (subject.isMade) validationContract(subject)
    lifecycleContract(subject)
    listContract(subject)
    concurrencyContract(subject)
  })
}
