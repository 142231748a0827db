import { UNREACHABLE_STRIPE } from '../../server/src/testing/stripe/unreachable.ts';
import { createWorld, type World } from '../../server/src/testing/world.ts';

/** Creates a world that has every endpoint. Emails are enqueued but never sent, because no jobs run. */
export const createAccessWorld = (): Promise<World> =>
  createWorld({
    billing: UNREACHABLE_STRIPE,
    devLogin: true,
    mail: { url: 'smtp://127.0.0.1:9', from: { name: 'Stagelink', email: 'mail@stagelink.example' } },
  });
