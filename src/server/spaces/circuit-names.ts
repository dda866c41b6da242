/** As people write a circuit: panel and number on it. */
export const nameOfCircuit = (circuit: string) => `${circuit}.panel || '-' || ${circuit}.number`
