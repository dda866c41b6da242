import { formatCount } from '../../model/kit/plural.ts'
import { type CadReading, mergeItems, mostDevices, mostItems } from '../../model/wire-cad/cad-items.ts'
import { readLibrary } from '../../model/wire-cad/cad-library.ts'
import { readItems, readTable } from '../../model/wire-cad/cad-lists.ts'
import { badRequest, type HttpError } from '../kit/request/errors.ts'
import type { UploadedFile } from '../kit/request/routes.ts'
import type { ParsedData } from '../tools/data-reading.ts'
import { runInWorker } from '../tools/run-in-worker.ts'

const readingMs = 60_000
const mostBytes = 20 * 1024 * 1024

const notOurs = 'This is not a WireCAD file.'

/** Reads several files as one; runs before a database connection is taken. */
export async function readCadFiles(files: readonly UploadedFile[]): Promise<CadReading> {
  const readings: CadReading[] = []
  for (const file of files) {
    const about = files.length > 1 ? `${file.name}: ` : ''
    const refuse = (message: string, status?: number) => badRequest({ files: [`${about}${message}`] }, status)
    readings.push(await readOne(file, refuse))
  }
  const read = mergeAndLimit(readings.flatMap(({ items }) => items))
  const notes = readings.flatMap((reading, index) =>
    reading.notes.map((note) => (files.length > 1 ? `${files[index]?.name}: ${note}` : note)),
  )
  return { items: read, notes }
}

type Refuse = (message: string, status?: number) => HttpError

async function readOne({ name, data }: UploadedFile, refuse: Refuse): Promise<CadReading> {
  if (data.length === 0) throw refuse('This file is empty.')
  if (data.length > mostBytes) throw refuse(`The file is larger than ${mostBytes / 1024 / 1024} MB.`, 413)
  const contents = await runInWorker('readData', { name, data: new Uint8Array(data) }, { timeoutMs: readingMs }).catch((error: unknown) => {
    throw readErrorToHttp(error, refuse)
  })
  const reading = readParsedData(contents)
  if (!reading || reading.items.length === 0) throw refuse(notOurs)
  return reading
}

function readParsedData(contents: ParsedData): CadReading | undefined {
  if (contents.kind === 'xml') return readLibrary(contents.root)
  if (contents.kind === 'json') return readItems(contents.value)
  const readings = contents.tables.filter(({ hidden }) => !hidden).flatMap(({ rows }) => readTable(rows) ?? [])
  if (readings.length === 0) return undefined
  return { items: mergeItems(readings.flatMap(({ items }) => items)), notes: readings.flatMap(({ notes }) => notes) }
}

function readErrorToHttp(error: unknown, refuse: Refuse) {
  if (!(error instanceof Error)) return error
  const reason = 'reason' in error ? error.reason : undefined
  const code = 'code' in error ? error.code : undefined
  const { message } = error
  if (reason === 'size') return refuse(message, 413)
  if (reason) return refuse(reason === 'broken' ? notOurs : `${notOurs} ${message}`)
  if (code === 'TIMEOUT' || code === 'MEMORY') return refuse('The file is too large to be read.', 413)
  return error
}

/** Merges items of several sources. Throws above the limit a user can review. */
export function mergeAndLimit(all: CadReading['items']): CadReading['items'] {
  const items = mergeItems(all)
  const devices = items.reduce((sum, item) => sum + item.devices.length, 0)
  if (items.length > mostItems) throw badRequest({ files: [`There are more than ${formatCount(mostItems, 'piece of equipment')}.`] }, 413)
  if (devices > mostDevices) throw badRequest({ files: [`There are more than ${formatCount(mostDevices, 'device')}.`] }, 413)
  return items
}
