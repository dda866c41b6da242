export const allocator: Record<string, string>
export const heap: Record<string, string>
export function heapOptions(execArgv: string[], nodeOptions?: string): string[]
