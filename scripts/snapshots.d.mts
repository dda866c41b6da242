export function oldSnapshots(migrations: string): string[]
