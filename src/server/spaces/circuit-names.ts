export const circuitNameSql = (circuit: string) => `${circuit}.panel || '-' || ${circuit}.number`
