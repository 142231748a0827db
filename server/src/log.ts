import { type Logger, pino } from 'pino';

export type Log = Logger;

/** The only logger. What could hold a secret is removed by name, so a careless line cannot leak it. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        'password',
        'token',
        'ticket',
        'sessionToken',
        'secret',
        '*.password',
        '*.token',
        '*.ticket',
        '*.sessionToken',
        '*.secret',
        'headers.authorization',
        'headers.cookie',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '[removed]',
    },
  });
}
