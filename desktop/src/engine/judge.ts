import { ApiError, NetworkError } from '@stagelink/shared/client';
import { incompatibility, type Protocol } from '@stagelink/shared/contracts/compatibility';
import type { Connection } from '../accounts.ts';

const notOurs: Connection = {
  kind: 'incompatible',
  message:
    'What answers there is no Stagelink server that this companion can work with. Check the address, or ask whoever runs the server to update it.',
};

/** What a server's first answer, or the lack of one, says about working with it. */
export const judge = {
  answer(server: Protocol): Connection {
    const message = incompatibility(server, 'this companion');
    return message === null ? { kind: 'online' } : { kind: 'incompatible', message };
  },

  failure(cause: unknown): Connection {
    if (cause instanceof NetworkError) return { kind: 'offline' };
    // Somebody in front of it answers, or it is just starting.
    if (cause instanceof ApiError && (cause.status >= 500 || cause.status === 429))
      return { kind: 'offline' };
    return notOurs;
  },
};
