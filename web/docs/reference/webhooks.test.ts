import { WEBHOOK_EVENTS } from '@stagelink/shared/contracts/webhooks';
import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { webhooksPage } from './webhooks.ts';

const { slug, source } = webhooksPage();

test('every event has its fields and a sample', () => {
  const parts = source.split('\n## ');
  for (const type of WEBHOOK_EVENTS) {
    const part = parts.find((each) => each.startsWith(`\`${type}\``)) ?? '';
    expect(part).toContain(`"type": "${type}"`);
    expect(part).toContain('| `data.snapshot.url` | URL |');
  }
});

test('fields are those of the schemas', () => {
  const part = source.split('\n## ').find((each) => each.startsWith('`comment.replied`')) ?? '';
  for (const row of [
    '| `data.thread.element` | string or null |',
    '| `data.author.kind` | `"owner"`, `"reviewer"`, `"account"`, `"visitor"` |',
    '| `data.reply.excerpt` | string or null |',
  ])
    expect(part).toContain(row);
  expect(source).not.toContain(String(Number.MIN_SAFE_INTEGER));
});

test('the page compiles, and says what receivers have to know', async () => {
  const { html, title } = await compile(slug, source);
  expect(title).toBe('Webhook events');
  for (const known of ['webhook-id', 'within 15 seconds', 'The order is not promised', 'Retry-After'])
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(known);
});
