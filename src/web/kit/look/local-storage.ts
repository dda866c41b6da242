export function readStored<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
export function saveToLocalStorage(name: string, value: unknown) {
  if (value === undefined) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify(value))
}
