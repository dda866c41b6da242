/** Numbers of equal length, so that no name is a prefix of another one in a search. */
const first = 1000
let made = first

export const uniqueName = (word: string) => `${word} ${++made}`

/** Restarts the numbering for a new test file, so its names do not depend on earlier files. */
export function resetNames() {
  made = first
}
