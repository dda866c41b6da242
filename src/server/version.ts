import { readFileSync } from 'node:fs'

/** The package version; the relative path works from the sources and from the bundle. */
export const version: string = [new URL('../../package.json', import.meta.url)].map((at) => JSON.parse(readFileSync(at, 'utf8')).version)[0]
