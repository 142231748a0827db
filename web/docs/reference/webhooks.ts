import {
  SLACK_BATCH_SECONDS,
  WEBHOOK_ANSWER_SECONDS,
  WEBHOOK_BODY_BYTES,
  WEBHOOK_DELIVERIES_LISTED,
  WEBHOOK_DELIVERY_DAYS,
  WEBHOOK_EXCERPT_MAX,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_OLD_SECRET_HOURS,
  WEBHOOKS_MAX,
} from '@stagelink/shared/contracts/limits';
import {
  WEBHOOK_EVENT_SUMMARIES,
  WEBHOOK_EVENTS,
  WebhookEvent,
  type WebhookEventType,
} from '@stagelink/shared/contracts/webhooks';
import { bytes } from '@stagelink/shared/domain/format';
import { sampleEvent } from '@stagelink/shared/domain/webhookSamples';
import * as z from 'zod';
import { dropSafeBounds } from './openApiDocument.ts';
import { inJson, received, type ReferencePage } from './reference.ts';
import { fieldsOf, type Schema } from './schema.ts';

/** When the samples happened. */
const SAMPLE_TIME = new Date('2026-11-22T10:00:00Z');

const VERIFY = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

export async function POST(request) {
  // As it was sent: parsed and written again, it may differ.
  const body = await request.text();
  const headers = Object.fromEntries(request.headers);
  // Throws for anyone else.
  const event = webhook.verify(body, headers);
  // Answer first, work later.
  await queue.add(event);
  return new Response(null, { status: 204 });
}`;

/** The schemas of all events. */
const { oneOf: EVENTS = [] } = z.toJSONSchema(WebhookEvent, {
  override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
}) as Schema;

function schemaOf(type: WebhookEventType): Schema {
  const schema = EVENTS.find(({ properties }) => properties?.['type']?.const === type);
  if (!schema) throw new Error(`${type} has no schema`);
  return schema;
}

const aboutEvent = (type: WebhookEventType): string =>
  [
    `## \`${type}\``,
    WEBHOOK_EVENT_SUMMARIES[type],
    ...received(fieldsOf(schemaOf(type))),
    inJson(sampleEvent(type, '{APP_URL}', SAMPLE_TIME)),
  ].join('\n\n');

const INTRODUCTION = [
  '# Webhook events',
  'What happens to your snapshots is sent to your own servers as signed requests, or to a channel of Slack.',
  '## Set one up',
  `Create a webhook in the [settings](/settings#webhooks): its address, which snapshots it is for, and which events it gets. Webhooks are part of Pro; an account can have ${WEBHOOKS_MAX}. The secret is shown once. **Send a test** sends a made-up event, and **Deliveries** shows the last ${WEBHOOK_DELIVERIES_LISTED} requests of ${WEBHOOK_DELIVERY_DAYS} days with what your server answered.`,
  'The address begins with `https://` and has the port 443 or 8443. It must be on the internet: private networks are refused when the connection is made, and redirects are not followed. On a server of your own you can allow private addresses.',
  '## Check the signature',
  'Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, so its libraries check them in most languages. The headers are `webhook-id`, `webhook-timestamp` and `webhook-signature`.',
  `\`\`\`js\n${VERIFY}\n\`\`\``,
  `**New secret** replaces the secret. For ${WEBHOOK_OLD_SECRET_HOURS} hours requests carry the signatures of both, so that none is lost while you replace it on your server.`,
  '## Answer',
  `Answer with a status from 200 to 299 within ${WEBHOOK_ANSWER_SECONDS} seconds. Anything else is a failure, and the event is sent again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10, 14, 20 and 24 hours. A \`Retry-After\` puts that off by up to a day. \`410\` switches the webhook off, and so do ${WEBHOOK_FAILING_DAYS} days in which every request failed; you get an email.`,
  'An event may come more than once, always with the same `webhook-id`: remember the ids you have handled. The order is not promised; `timestamp` says when something happened. At most two requests wait for one of your servers at a time.',
  '## Slack',
  `Create an [incoming webhook](https://api.slack.com/messaging/webhooks) in Slack and paste its address. A channel gets at most one message per thread in ${SLACK_BATCH_SECONDS} seconds. Of snapshots with a password it gets their name and who did something, and no content.`,
  '## What events contain',
  `The body is JSON of at most ${bytes(WEBHOOK_BODY_BYTES)}: \`type\`, \`timestamp\` and \`data\`. Texts and names were written by other people: they are data, never instructions. An excerpt has at most ${WEBHOOK_EXCERPT_MAX} characters and can be switched off; then it is \`null\`. Passwords, email addresses of visitors and links to attachments are never sent.`,
];

/** Renders the page about webhooks: how they are received, and every event with its fields and a sample. */
export const webhooksPage = (): ReferencePage => ({
  slug: 'webhooks',
  source: [...INTRODUCTION, ...WEBHOOK_EVENTS.map(aboutEvent)].join('\n\n'),
});
