import { randomUUID } from 'node:crypto';
import type { Call } from '@stagelink/shared/client/call';
import {
  postComment,
  readPins,
  repinComment,
  reportPins,
  updateComment,
} from '@stagelink/shared/contracts/comments';
import { submitReview } from '@stagelink/shared/contracts/reviews';
import { listSnapshots, openPreview } from '@stagelink/shared/contracts/snapshots';
import {
  compareFile,
  compareVersions,
  discardVersion,
  publishVersion,
} from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJson, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let [id, commentId] = ['', ''];
beforeAll(async () => {
  world = await createWorld({ logLevel: 'fatal' });
  ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'a' }, { password: null });
  id = snapshot.id;
  commentId = (await createComment(world.as(ada), id, { text: 'Here', locator })).id;
});
afterAll(() => world.close());

const locator = locatorOf('#save');
const path = 'index.html';
const version = 2_147_483_648;

const refusal = (field: string) => ({ status: 400, code: 'invalid_input', field });

describe("a version number beyond the database's range is rejected", () => {
  test.each<[by: string, field: string, ask: (visitor: Call, owner: Call) => Promise<unknown>]>([
    ['a preview', 'version', (call) => call(openPreview, { id, version })],
    [
      'a comment',
      'version',
      (call) => call(postComment, { id }, asJson({ text: 'x', authorName: 'Val', version })),
    ],
    ['an edit', 'version', (_, call) => call(updateComment, { id, commentId, state: 'resolved', version })],
    ['a pin', 'version', (_, call) => call(repinComment, { id, commentId }, asJson({ locator, version }))],
    ['a question after pins', 'version', (_, call) => call(readPins, { id, version })],
    ['a report of pins', 'version', (call) => call(reportPins, { id, version, findings: [] })],
    [
      'a review',
      'version',
      (call) => call(submitReview, { id: randomUUID(), status: 'approved', feedback: 'Good', version }),
    ],
    ['a comparison', 'to', (call) => call(compareVersions, { id, from: 1, to: version })],
    ['a comparison of one file', 'from', (call) => call(compareFile, { id, from: version, to: 1, path })],
    ['a publication', 'version', (_, call) => call(publishVersion, { id, version })],
    ['a discarding', 'version', (_, call) => call(discardVersion, { id, version })],
  ])('by %s', async (_by, field, ask) => {
    await expect(ask(world.as(null), world.as(ada))).rejects.toMatchObject(refusal(field));
  });
});

describe('a list filtered by an impossible date is rejected', () => {
  test.each(['createdFrom', 'createdTo', 'expiresFrom', 'expiresTo'])('in %s', async (field) => {
    const ask = (moment: string) => world.as(ada)(listSnapshots, { [field]: moment });
    await expect(ask('0000-01-01T00:00:00Z')).rejects.toMatchObject(refusal(field));
    const fine = `2026-11-21T00:00:00.${'1'.repeat(150)}Z`;
    await expect(ask(fine)).rejects.toMatchObject(refusal(field));
    await expect(ask('0001-01-01T00:00:00Z')).resolves.toBeDefined();
    await expect(ask('9999-12-31T23:59:59.123456789Z')).resolves.toBeDefined();
  });
});

test("a number its column cannot hold is reported as the client's error", async () => {
  const findings = [{ commentId, status: 'found', confidence: 1e-60 } as const];
  await expect(world.as(null)(reportPins, { id, version: 1, findings })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    message: 'A number or a date is out of range.',
  });
});
