export function isBuilt(): boolean
