import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import { incompatibility, type Protocol } from '@stagelink/shared/client/compatibility';
import type { Connection } from '../protocol/accounts.ts';

const notOurs: Connection = {
  kind: 'incompatible',
  message:
    'The server is not a compatible Stagelink server. Check the address, or ask its administrator to update it.',
};

/** Classifies the first response of a server, or its absence. */
export const classifyConnection = {
  answer(server: Protocol): Connection {
    const message = incompatibility(server, 'this companion');
    return message === null ? { kind: 'online' } : { kind: 'incompatible', message };
  },

  failure(cause: unknown): Connection {
    if (cause instanceof NetworkError) return { kind: 'offline' };
    // A proxy responds in its place, or the server is starting.
    if (cause instanceof ApiError && (cause.status >= 500 || cause.status === 429))
      return { kind: 'offline' };
    return notOurs;
  },
};
