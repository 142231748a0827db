import { updateComment } from '@stagelink/shared/contracts/comments';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.build.user();
});
afterAll(() => world.close());

const id = 'k3q9x7m2a1b4';

test.each([
  [
    () => world.as(ada)(updateComment, { id, commentId: 'no uuid', text: 'x' }),
    'commentId',
    /is not valid\.$/,
  ],
  [
    () => world.as(ada)(listSnapshots, { status: 'dead' as 'active' }),
    'status',
    /^The field “status” must be one of: .*active.*\.$/,
  ],
  [
    () => world.as(ada)(listSnapshots, { limit: 100_000 }),
    'limit',
    /^The field “limit” must be at most \d+\.$/,
  ],
])('what is not valid is said in a sentence for people (%#)', async (act, field, message) => {
  await expect(act()).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    field,
    message: expect.stringMatching(message) as string,
  });
});
