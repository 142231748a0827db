import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as api from '@stagelink/shared/contracts/webhooks';
import { WEBHOOK_EVENTS } from '@stagelink/shared/contracts/webhooks';
import { sampleEvent } from '@stagelink/shared/domain/webhookSamples';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { openSlack, SlackPayload, type SlackStandIn } from '../../testing/slack.ts';
import { createWebhookWorld, type WebhookWorld } from '../../testing/webhookWorld.ts';
import { joinSlackEvents, type SlackEvent, slackMessage } from './slackMessage.ts';

let slack: SlackStandIn;
let world: WebhookWorld;
beforeAll(async () => {
  slack = await openSlack();
  world = await createWebhookWorld({ slackHooksOrigin: slack.origin, webhooksAllowPrivate: false });
});
afterAll(async () => {
  await world.close();
  slack.close();
});
beforeEach(() => {
  slack.posted.length = 0;
  slack.rejected.length = 0;
  slack.trouble(null);
});

const owner = () => world.build.user({ name: 'Ada', isVerified: true });
const addTo = async (ada: Person) =>
  (await world.as(ada)(api.createWebhook, { kind: 'slack', url: `${slack.origin}/services/T0/B0/secret` }))
    .webhook;
const textsOf = ({ blocks }: SlackPayload) => blocks.map(({ text }) => text.text);

describe('Slack', () => {
  test('gets a comment at once, and those that follow it within a minute together', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada, { name: 'Boat shed' });
    const webhook = await addTo(ada);
    expect(webhook.url).toBe(`${slack.origin}/services/T0/…`);
    const now = Date.now();
    const { id: parentId } = await world.comment(world.as(ada), id, 'First');
    await world.attemptAt(new Date());
    expect(slack.posted.map(textsOf)).toEqual([
      [`*<${world.app.config.appUrl}/s/${id}#thread=${parentId}|Boat shed>*\nAda commented`, '>First'],
    ]);
    for (const text of ['Second', 'Third', 'Fourth'])
      await world.comment(world.as(ada), id, { text, parentId });
    await world.attemptAt(new Date(now + 50_000));
    expect(slack.posted).toHaveLength(1);
    await world.attemptAt(new Date(Date.now() + 61_000));
    expect(slack.posted).toHaveLength(2);
    expect(slack.posted[1]?.text).toBe('Boat shed: 3 comments by Ada');
    expect(slack.posted[1] && textsOf(slack.posted[1])[1]).toBe(
      '>Ada replied: Second\n>Ada replied: Third\n>Ada replied: Fourth',
    );
    // Another thread does not wait for this one.
    await world.comment(world.as(ada), id, 'Elsewhere');
    await world.attemptAt(new Date());
    expect(slack.posted).toHaveLength(3);
    expect(slack.rejected).toEqual([]);
  });

  test('gets nothing of a protected snapshot but its name and who acted', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada, { name: 'Boat shed' });
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    await addTo(ada);
    await world.comment(world.as(ada), id, 'Confidential');
    await world.attemptAt(new Date());
    expect(JSON.stringify(slack.posted)).not.toMatch(/Confidential|open sesame|thread=/);
    expect(slack.posted.map(({ text }) => text)).toEqual(['Boat shed: Ada commented']);
  });

  test.each([404, 410])('that answers %i is switched off, with a notice', async (status) => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    await addTo(ada);
    slack.trouble({ status, body: 'channel_is_archived' });
    await world.comment(world.as(ada), id, 'Hello');
    await world.attemptAt(new Date());
    expect((await world.as(ada)(api.listWebhooks, {})).webhooks).toMatchObject([
      { isOn: false, offReason: 'gone' },
    ]);
    expect((await world.mailTo(ada.email)).text).toContain('Slack says that its channel or webhook is gone.');
  });

  test.each([
    [401, 'invalid_token'],
    [403, 'action_prohibited'],
    [422, ''],
    [429, 'rate_limited'],
    [500, '<html><body>Oops</body></html>'],
  ])('that answers %i is asked again', async (status, body) => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const { id: hookId } = await addTo(ada);
    slack.trouble({ status, body, headers: { 'Retry-After': '30' } });
    await world.comment(world.as(ada), id, 'Hello');
    const now = new Date();
    await world.attemptAt(now);
    expect((await world.as(ada)(api.listWebhookDeliveries, { id: hookId })).deliveries).toMatchObject([
      {
        status: 'pending',
        answerStatus: status,
        answer: body,
        nextAt: new Date(now.getTime() + 30_000).toISOString(),
      },
    ]);
    slack.trouble(null);
    await world.attemptAt(new Date(now.getTime() + 30_000));
    expect(slack.posted).toHaveLength(1);
  });

  test('has one host: another address is no webhook of Slack', async () => {
    const ada = await owner();
    const url = 'https://evil.example/services/T0/B0/secret';
    await expect(world.as(ada)(api.createWebhook, { kind: 'slack', url })).rejects.toMatchObject({
      status: 400,
      field: 'url',
    });
  });
});

/** The message about these events. */
const messageOf = (...entries: SlackEvent[]) =>
  slackMessage(
    entries.reduce<string | null>((events, entry) => joinSlackEvents(events, entry), null) ?? '[]',
  );
const NOW = new Date('2026-11-28T10:00:00Z');
const sample = (type: (typeof WEBHOOK_EVENTS)[number]): SlackEvent => ({
  event: sampleEvent(type, 'https://stagelink.example', NOW),
  isProtected: false,
});

/** A comment with these texts by others. */
function commentWith({ name = 'Ada', excerpt = 'Hello', snapshot = 'Boat shed' }): SlackEvent {
  const { event } = sample('comment.created');
  if (event.type !== 'comment.created') throw new Error('Another event');
  event.data.author.name = name;
  event.data.thread.excerpt = excerpt;
  event.data.snapshot.name = snapshot;
  return { event, isProtected: false };
}

describe('a message', () => {
  test.each(WEBHOOK_EVENTS)('about %s is one that Slack accepts', (type) => {
    const message = messageOf(sample(type));
    expect(SlackPayload.parse(message)).toEqual(message);
  });

  test.each([
    '<!channel> look',
    '<@U012AB3CD>',
    '<https://evil.example|Boat shed>',
    '&lt;!here&gt;',
    '<!subteam^S012>',
  ])('makes no mention and no link of %s', (text) => {
    const message = messageOf(commentWith({ name: text, excerpt: text, snapshot: text }));
    const ownLinks = /<https:\/\/stagelink\.example\/s\/\S+?\|/g;
    const rest = JSON.stringify(message).replaceAll(ownLinks, '').replaceAll('>*', '');
    expect(rest).not.toMatch(/<[!@#h]/);
    expect(message.blocks.every(({ text: { verbatim } }) => verbatim)).toBe(true);
    expect(message).toMatchObject({ unfurl_links: false, unfurl_media: false });
  });

  test('names two people, and counts more', () => {
    const by = (...names: string[]) => messageOf(...names.map((name) => commentWith({ name }))).text;
    expect(by('Ada', 'Bob')).toBe('Boat shed: 2 comments by Ada and Bob');
    expect(by('Ada', 'Bob', 'Cy', 'Ada')).toBe('Boat shed: 4 comments by Ada and 2 others');
    expect(messageOf(sample('comment.created'), sample('comment.resolved')).text).toBe(
      'Boat shed: 2 changes by Ada',
    );
  });

  test('about many long comments is within the limits', () => {
    const long = commentWith({ name: '&'.repeat(200), excerpt: '<'.repeat(500), snapshot: '>'.repeat(120) });
    const message = messageOf(...Array.from({ length: 80 }, () => long));
    expect(SlackPayload.parse(message)).toEqual(message);
    expect(message.blocks).toHaveLength(2);
  });
});
