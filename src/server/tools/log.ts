import pino from 'pino'

export type Logger = pino.Logger

const secret = ['*.password', '*.token', '*.authorization', 'headers.authorization', '*.currentPassword', '*.confirmPassword', '*.key']

/** JSON lines on standard output, or where they are told to go. Whatever could be a secret is cut out here, wherever it stands. */
export const createLogger = (level: string, into: pino.DestinationStream = pino.destination(1)): Logger =>
  pino({ level, redact: { paths: secret, censor: '***' }, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, into)
