import { type Call, createClient } from '@stagelink/shared/client/call';
import { type Endpoint, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { passGate } from '@stagelink/shared/contracts/snapshots';
import type { Person } from '../../server/src/testing/builders.ts';
import { newBrowser } from '../../server/src/testing/reviewer.ts';
import type { World } from '../../server/src/testing/world.ts';
import type { Caller } from './expectations.ts';
import type { Scene } from './scene.ts';

type Headers = Record<string, string>;

const bearer = ({ secret }: Person): Headers => ({ Authorization: `Bearer ${secret}` });

async function pastGate(world: World, { staged, password }: Scene): Promise<Headers> {
  const browser = newBrowser(world);
  await browser.call(passGate, { id: staged.snapshot.id, password });
  return { Cookie: browser.cookies.join('; ') };
}

async function asReviewer(world: World, { reviewToken }: Scene): Promise<Headers> {
  const browser = newBrowser(world);
  await browser.call(enterReview, { token: reviewToken });
  return { Cookie: browser.cookies.join('; ') };
}

async function deactivate(world: World, { owner }: Scene): Promise<Headers> {
  await world.app.db('users').where({ id: owner.id }).update({ deactivated_at: new Date() });
  return bearer(owner);
}

/** Returns the headers a browser or client of this caller sends to an endpoint. Deactivates the owner if need be. */
export async function headersOf(
  world: World,
  scene: Scene,
  caller: Caller,
  { tokenScope: needed }: Pick<Endpoint, 'tokenScope'>,
): Promise<Headers> {
  const token = async (about: Parameters<World['build']['token']>[1]) =>
    bearer(await world.build.token(scene.owner, about));
  const headers: Record<Caller, () => Headers | Promise<Headers>> = {
    signedOut: () => ({}),
    stranger: () => bearer(scene.stranger),
    visitorPastGate: () => pastGate(world, scene),
    reviewer: () => asReviewer(world, scene),
    owner: () => bearer(scene.owner),
    superadmin: () => bearer(scene.superadmin),
    token: () => token({ scopes: SCOPES.filter((scope) => scope === needed) }),
    tokenWithoutScope: () => token({ scopes: SCOPES.filter((scope) => scope !== needed) }),
    expiredToken: () => token({ expiresAt: new Date(Date.now() - 1000) }),
    deactivatedOwner: () => deactivate(world, scene),
  };
  return headers[caller]();
}

/** Requests made by a client. */
export interface Sent {
  endpoint: Endpoint;
  status: number;
}

/** Creates a client with these headers, which notes what it sent. */
export function clientWith(world: World, headers: Headers): { api: Call; sent: Sent[] } {
  const sent: Sent[] = [];
  let status = 0;
  const call = createClient(async ({ method, path, json, stream }) => {
    const type = json === undefined ? stream?.type : 'application/json';
    const body = json ?? (stream?.body as Buffer | undefined);
    const answer = await world.fetch({
      method,
      path,
      headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    ({ status } = answer);
    return { status, text: answer.body.toString() };
  });
  const api = (async (endpoint: Endpoint, ...rest: unknown[]) => {
    try {
      return await (call as (...given: unknown[]) => Promise<unknown>)(endpoint, ...rest);
    } finally {
      sent.push({ endpoint, status });
    }
  }) as Call;
  return { api, sent };
}
