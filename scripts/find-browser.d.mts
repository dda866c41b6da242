export interface Browser {
  path: string
  /** What its process needs in its environment. */
  env: Record<string, string>
}
export function findBrowser(options?: { mayInstall?: boolean }): Browser | undefined
export const noBrowser: string
