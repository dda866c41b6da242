import pino from 'pino'

export type Logger = pino.Logger

const secret = ['*.password', '*.token', '*.authorization', 'headers.authorization', '*.currentPassword', '*.confirmPassword', '*.key']

/** Logs JSON lines to standard output by default. Redacts possible secrets at any depth. */
export const createLogger = (level: string, into: pino.DestinationStream = pino.destination(1)): Logger =>
  pino({ level, redact: { paths: secret, censor: '***' }, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, into)
