export const nameOfCircuit = (circuit: string) => `${circuit}.panel || '-' || ${circuit}.number`
