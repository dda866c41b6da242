/** Reads a choice of this browser ; a broken or missing one is nothing. */
export function recall<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
export function remember(name: string, value: unknown) {
  if (value === undefined) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify(value))
}
