import { expect } from 'vitest'
import type { Answer, Call } from './start.ts'

const status = { made: 2, failed: 3 }

export async function waitForTaskEnd(caller: Call, id: number): Promise<Answer['body']> {
  let task: Answer['body']
  const now = async () => {
    task = (await caller('GET', `/api/DownloadCenter/${id}`)).body
    return task.status
  }
  await expect.poll(now, { message: `the end of task ${id}` }).toBeGreaterThanOrEqual(status.made)
  return task
}

export async function waitForFile(caller: Call, id: number): Promise<Answer['body']> {
  const task = await waitForTaskEnd(caller, id)
  expect([task.status, task.errorMessage ?? null]).toEqual([status.made, null])
  return task
}
