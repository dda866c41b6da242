import { formatCount } from '../../model/kit/plural.ts'
import { type Closeout, readCloseout } from '../../model/site/closeout.ts'
import { request } from '../kit/request/client.ts'

/** Sentences about what is open on site, worst first. */
export function openItems({ openObservations, testsFailed, testsMissing, submittalsNotClosed, rfisOpen }: Closeout): string[] {
  const { safety, major, minor, note } = openObservations
  const counts: [number, string][] = [
    [safety, 'open safety observation'],
    [major, 'open major observation'],
    [minor, 'open minor observation'],
    [note, 'open note'],
    [testsFailed, 'failed test'],
    [testsMissing, 'missing test result'],
    [submittalsNotClosed, 'unfinished submittal'],
    [rfisOpen, 'open RFI'],
  ]
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [formatCount(count, noun)]))
}

/** Returns what a project leaves open on site when it is closed, as a sentence for the question. */
export async function loadCloseWarning(id: number): Promise<string> {
  const closeout = await request(readCloseout, { params: { id } })
  return closeout.canClose ? '' : ` Still open on site: ${openItems(closeout).join(', ')}.`
}
