export interface Browser {
  path: string
  env: Record<string, string>
}
export function findBrowser(options?: { mayInstall?: boolean }): Browser | undefined
export const noBrowser: string
