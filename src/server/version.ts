import { readFileSync } from 'node:fs'

/** The version of the package, from the sources and from the bundle alike. */
export const version: string = [new URL('../../package.json', import.meta.url)].map((at) => JSON.parse(readFileSync(at, 'utf8')).version)[0]
