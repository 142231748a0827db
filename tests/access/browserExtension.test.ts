import { addReaction } from '@stagelink/shared/contracts/reactions';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { postComment } from '@stagelink/shared/contracts/comments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJson } from '../../server/src/testing/comments.ts';
import { newBrowser } from '../../server/src/testing/reviewer.ts';
import type { World } from '../../server/src/testing/world.ts';
import { createAccessWorld } from './accessWorld.ts';
import { clientWith, headersOf } from './callers.ts';
import { contractOf, CONTRACTS } from './contracts.ts';
import { createScene, type Scene } from './scene.ts';
import { TABLE } from './table.ts';
import { type Writes, watchWrites } from './writes.ts';

// Browsers send our cookies with the requests of every extension that may reach our origin.

const ORIGINS = [
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://7f5ac2c1-5a58-4d2b-9e0f-2f7f0f3f6f51',
];
const ANY_SCOPE = { tokenScope: 'any' } as const;

const cookieOf = async (scene: Scene, caller: 'visitorPastGate' | 'reviewer'): Promise<string> =>
  (await headersOf(world, scene, caller, ANY_SCOPE))['Cookie'] ?? '';

/** Returns the cookie of a visitor who has commented. */
async function visitorCookie({ otherId }: Scene): Promise<string> {
  const browser = newBrowser(world);
  await browser.call(postComment, { id: otherId }, asJson({ text: 'hello' }));
  return browser.cookies.join('; ');
}

const COOKIES = {
  session: ({ owner }: Scene) => `__Host-session=${owner.secret}`,
  gate: (scene: Scene) => cookieOf(scene, 'visitorPastGate'),
  reviewer: (scene: Scene) => cookieOf(scene, 'reviewer'),
  visitor: visitorCookie,
  'Google sign-in': () => '__Host-google=made-up',
};
type Kind = keyof typeof COOKIES;
const KINDS = Object.keys(COOKIES) as Kind[];

let world: World;
let writes: Writes;
let scene: Scene;
let cookies: Record<Kind, string>;
beforeAll(async () => {
  world = await createAccessWorld();
  scene = await createScene(world);
  const read = KINDS.map(async (kind) => [kind, await COOKIES[kind](scene)] as const);
  cookies = Object.fromEntries(await Promise.all(read)) as Record<Kind, string>;
  writes = await watchWrites(world);
});
afterAll(() => world.close());

const changing = [...CONTRACTS].filter(([, { method }]) => method !== 'GET').map(([name]) => name);
const cases = changing.flatMap((name) =>
  ORIGINS.flatMap((origin) => KINDS.map((kind) => ({ name, kind, origin }))),
);

test('every kind of cookie is one that the server sets', () => {
  const name = /^__Host-(?:session|gate-[\w-]+|reviewer-[\w-]+|visitor|google)=./;
  for (const cookie of Object.values(cookies)) expect(cookie).toMatch(name);
  expect(new Set(Object.values(cookies)).size).toBe(KINDS.length);
});

describe('an extension with a cookie of the browser changes nothing', () => {
  test.each(cases)('$name with the $kind cookie from $origin', async ({ name, kind, origin }) => {
    const { api, sent } = clientWith(world, { Origin: origin, Cookie: cookies[kind] });
    await writes.reset();

    await TABLE[name]?.call(api, scene).catch(() => undefined);

    expect(sent).toEqual([{ endpoint: contractOf(name), status: 403 }]);
    expect(await writes.read()).toEqual([]);
  });

  test.each(ORIGINS)('and a token of its own does not change that: %s', async (origin) => {
    const { owner, staged, commentId } = scene;
    const token = await headersOf(world, scene, 'token', { tokenScope: 'comments:write' });
    for (const headers of [token, { Authorization: `Bearer ${owner.secret}` }]) {
      const { api, sent } = clientWith(world, { ...headers, Origin: origin, Cookie: cookies.gate });
      await writes.reset();
      const input = { id: staged.snapshot.id, commentId, reaction: 'heart' } as const;
      await api(addReaction, input).catch(() => undefined);
      expect(sent).toEqual([{ endpoint: addReaction, status: 403 }]);
      expect(await writes.read()).toEqual([]);
    }
  });
});

test.each(ORIGINS)('without a cookie an extension acts with its token: %s', async (origin) => {
  const token = await headersOf(world, scene, 'token', { tokenScope: 'snapshots:write' });
  const { api, sent } = clientWith(world, { ...token, Origin: origin });
  await api(updateSnapshot, { id: scene.otherId, name: `From ${origin}`.slice(0, 40) });
  expect(sent).toEqual([{ endpoint: updateSnapshot, status: 200 }]);
});
