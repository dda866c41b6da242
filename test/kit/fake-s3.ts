import { startS3Store } from './s3-store.ts'

export { sendS3Error as refuse } from './s3-store.ts'

import { onCleanup } from './cleanup.ts'

/** Fake S3 store for one test file, with pages so small that every list has several. */
export async function startFakeS3({ pageSize = 2 } = {}) {
  const store = await startS3Store({ pageSize })
  onCleanup(store.close)
  return store
}
