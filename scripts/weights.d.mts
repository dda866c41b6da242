export const limits: { signIn: number; list: number; page: number }
export const mostFiles: number
interface PageFiles {
  path: string
  kind: 'signIn' | 'list' | 'page'
  /** Scripts and style sheets of a first visit, relative to the built web folder. */
  files: string[]
}
export function pageFiles(root: string, web: string): PageFiles[]
export function checkWeights(root: string, web: string): void
