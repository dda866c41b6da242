/** Numbers of equal length, so that no name is a prefix of another one in a search. */
const first = 1000
let counter = first

export const uniqueName = (prefix: string) => `${prefix} ${++counter}`

/** Restarts the numbering for a new test file, so its names do not depend on earlier files. */
export function resetNames() {
  counter = first
}
