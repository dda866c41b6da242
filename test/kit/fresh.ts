/** Numbers of one length, so that whoever searches for one name does not find another that begins with it. */
const first = 1000
let made = first

/** A name nobody has used in this file. */
export const uniqueName = (word: string) => `${word} ${++made}`

/** Another file begins, with a product of its own: its names do not depend on which files came before. */
export function resetNames() {
  made = first
}
