import type { Route } from '@playwright/test';
import { ANALYSIS, REPLY, pieces, silence, stageForEveryone, streaming, test } from '../support/assistant.ts';
import { FIRST } from '../support/shop.ts';
import { expect, signIn } from '../support/story.ts';
import {
  analyze,
  analyzeShop,
  assistantAlert,
  assistantPanel,
  messageField,
  openShopAssistant,
} from '../support/pages/assistant.ts';
import { LONG } from '../support/longForm.ts';

/** The assistant while the model, the page or the connection fails. */

/** Answers the next requests of the panel with an error of this status. */
const failing =
  (status: number, code: string, message = 'no') =>
  (route: Route) =>
    route.fulfill({ status, json: { ok: false, code, message } });

const START_FAILURES: [name: string, (route: Route) => Promise<void>, text: string][] = [
  ['429', failing(429, 'rate_limited'), 'Rate limit exceeded. Please try again in an hour.'],
  ['503', failing(503, 'unavailable'), 'AI service is temporarily unavailable. Please try again later.'],
  [
    'no network',
    (route) => route.abort(),
    'Network connection issue. Please check your internet connection and try again.',
  ],
  [
    'a server error',
    failing(500, 'internal', 'The server failed to process this request. Please try again.'),
    'Failed to connect to AI service: The server failed to process this request. Please try again.',
  ],
  [
    'an answer that cannot be read',
    failing(500, 'internal', 'Failed to get AI response'),
    'Failed to get AI response',
  ],
  [
    'an empty stream',
    (route) => route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
    'Failed to start AI analysis',
  ],
];

for (const [at, [name, fail, text]] of START_FAILURES.entries()) {
  test(
    `an analysis that ends with ${name} says so`,
    at % 3 === 0 ? {} : LONG,
    async ({ reader, thinkersOwner }) => {
      const url = await stageForEveryone(thinkersOwner, FIRST);
      await reader.route('**/ai-chat/start', fail);
      await openShopAssistant(reader, url);
      await analyze(reader);
      await expect(assistantAlert(reader).getByText(text, { exact: true })).toBeVisible();
      await expect(assistantPanel(reader).getByRole('button', { name: 'Try Again (1)' })).toBeVisible();
    },
  );
}

test('Try Again counts its attempts, and Reset appears after more than two', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  model.answer(ANALYSIS);
  await reader.route('**/ai-chat/start', failing(503, 'unavailable'));
  await openShopAssistant(reader, url);
  await analyze(reader);
  const reset = assistantPanel(reader).getByRole('button', { name: 'Reset' });
  for (const count of [1, 2]) {
    await expect(reset).toBeHidden();
    await assistantPanel(reader)
      .getByRole('button', { name: `Try Again (${count})` })
      .click();
  }
  await expect(assistantPanel(reader).getByRole('button', { name: 'Try Again (3)' })).toBeVisible();
  await reset.click();
  await expect(assistantPanel(reader).getByRole('button', { name: 'Analyze this page' })).toBeVisible();
  await reader.unroute('**/ai-chat/start');
  await analyze(reader);
  await expect(messageField(reader)).toBeVisible();
});

test('a page that does not answer is content that cannot be accessed', async ({ reader, thinkersOwner }) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await reader.route('**/__stagelink/outline.js', (route) => route.abort());
  await reader.clock.install();
  await openShopAssistant(reader, url);
  await analyze(reader);
  await expect(assistantPanel(reader).getByText('Analyzing…')).toBeVisible();
  await reader.clock.fastForward(1600);
  await reader.clock.fastForward(5100);
  await expect(assistantAlert(reader)).toContainText(
    'Unable to access snapshot content. Please ensure the snapshot is fully loaded and try again.',
  );
});

test('an observer that an extension broke is a compatibility issue with a reload', async ({
  reader,
  thinkersOwner,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await reader.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (typeof input === 'string' && input.endsWith('/ai-chat/start'))
        throw new Error(
          "Failed to execute 'observe' on 'MutationObserver': parameter 1 is not of type 'Node'.",
        );
      return fetch(input, init);
    };
  });
  await openShopAssistant(reader, url);
  await analyze(reader);
  await expect(assistantAlert(reader)).toContainText(
    'Browser compatibility issue detected. Please refresh the page and try again.',
  );
  await assistantPanel(reader).getByRole('button', { name: 'Refresh Page' }).click();
  await expect(assistantPanel(reader)).toBeHidden();
});

test('a message is sent again three times while the model is unavailable', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await reader.clock.install();
  await openShopAssistant(reader, url);
  await analyze(reader);
  await reader.clock.fastForward(1600);
  await expect(messageField(reader)).toBeVisible();
  // Time passes only as the story says from here on.
  await reader.clock.pauseAt((await reader.evaluate(() => Date.now())) + 10_000);
  let sent = 0;
  await reader.route('**/ai-chat/message', (route) => {
    sent += 1;
    return failing(503, 'unavailable')(route);
  });
  await messageField(reader).fill('Hello?');
  await reader.keyboard.press('Enter');
  for (const attempt of [1, 2, 3]) {
    await expect(
      assistantPanel(reader).getByText(`AI service temporarily unavailable. Retrying... (${attempt}/3)`),
    ).toBeVisible();
    await reader.clock.fastForward(2000);
  }
  await expect(assistantAlert(reader)).toContainText(
    'AI service is temporarily unavailable. Please try again later.',
  );
  expect(sent).toBe(4);

  await reader.unroute('**/ai-chat/message');
  await reader.clock.resume();
  model.answer(REPLY);
  await assistantPanel(reader).getByRole('button', { name: 'Try Again (1)' }).click();
  await expect(assistantPanel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
  await expect(assistantPanel(reader).getByText('Hello?')).toHaveCount(1);
});

const MESSAGE_FAILURES: [name: string, (route: Route) => Promise<void>, text: string][] = [
  ['429', failing(429, 'rate_limited'), 'Rate limit exceeded. Please try again in an hour.'],
  ['a conflict', failing(409, 'conflict'), 'Failed to send message. Please try again.'],
  ['an answer that cannot be read', failing(500, 'internal'), 'Failed to get AI response'],
  [
    'no network',
    (route) => route.abort(),
    'Network connection issue. Please check your internet connection and try again.',
  ],
];

test('a message that fails says why', async ({ reader, thinkersOwner, model }) => {
  model.answer(ANALYSIS);
  await analyzeShop(reader, await stageForEveryone(thinkersOwner, FIRST));
  for (const [, fail, text] of MESSAGE_FAILURES) {
    await reader.route('**/ai-chat/message', fail);
    await messageField(reader).fill('Hello?');
    await reader.keyboard.press('Enter');
    await expect(assistantAlert(reader)).toContainText(text);
    await reader.unroute('**/ai-chat/message');
  }
});

test('Stop ends an answer and keeps what has arrived', async ({ reader, thinkersOwner, model }) => {
  model.answer(ANALYSIS);
  await analyzeShop(reader, await stageForEveryone(thinkersOwner, FIRST));
  model.answer(
    { ...REPLY, reply: `First sentence. ${'Another one. '.repeat(3000)}` },
    { chunkSize: 8, latency: 20 },
  );
  await messageField(reader).fill('Tell me');
  await reader.keyboard.press('Enter');
  await expect(assistantPanel(reader).getByText('First sentence.', { exact: false })).toBeVisible();
  await assistantPanel(reader).getByRole('button', { name: 'Stop' }).click();
  await expect(assistantPanel(reader).getByText('Stopped.')).toBeVisible();
  await expect.poll(() => model.aborted).toContain(model.requests.at(-1));
});

test('the owner reads that the key was refused, a visitor that the assistant is not available', async ({
  reader,
  thinker,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  model.refuse = () => ({ status: 401, message: 'Incorrect API key provided' });
  await openShopAssistant(reader, url);
  await analyze(reader);
  await expect(assistantAlert(reader)).toContainText(
    'The AI UX assistant is not available. The owner of this snapshot can read why when they ask it.',
  );
  await signIn(reader, thinker, thinkersOwner.account.email);
  await openShopAssistant(reader, url);
  await analyze(reader);
  await expect(assistantAlert(reader)).toContainText(
    'The AI service refused the key of this server. Its administrator has to set a valid OPENAI_API_KEY.',
  );
});

test('a model that declines, is busy or cuts its answer off says so', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzeShop(reader, await stageForEveryone(thinkersOwner, FIRST));
  const send = async (text: string) => {
    await messageField(reader).fill(text);
    await reader.keyboard.press('Enter');
  };
  model.respond = streaming([{ refusal: 'I cannot help with that.' }]);
  await send('Please?');
  await expect(assistantPanel(reader).getByText('The model declined to answer.')).toBeVisible();
  await expect(assistantPanel(reader).getByText('I cannot help with that.')).toBeVisible();
  model.respond = streaming(pieces('{"reply":"Darken the gray an'), { finish: 'length' });
  await send('Then?');
  await expect(
    assistantPanel(reader).getByText('The answer was cut off because it reached its maximum length.'),
  ).toBeVisible();
  await expect(assistantPanel(reader).getByText('Darken the gray an')).toBeVisible();
  model.refuse = () => ({ status: 429, message: 'Slow down', headers: { 'Retry-After': '20' } });
  const before = model.requests.length;
  await send('And now?');
  await expect(assistantAlert(reader)).toContainText(
    'The AI service is busy. Please try again in 20 seconds.',
  );
  // It says when to try again, so the panel does not.
  expect(model.requests).toHaveLength(before + 1);
});

test('a slow model is said to be slow, and stopping an analysis keeps what has arrived', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  model.respond = silence;
  await reader.clock.install();
  await openShopAssistant(reader, url);
  await analyze(reader);
  await reader.clock.fastForward(1600);
  await expect(assistantPanel(reader).getByText(/ of “Checkout” read: /)).toBeVisible();
  await reader.clock.fastForward(10_100);
  await expect(
    assistantPanel(reader).getByText('The model is slow. You can wait, or stop it.'),
  ).toBeVisible();
  await expect.poll(() => model.requests.length).toBe(1);
  await assistantPanel(reader).getByRole('button', { name: 'Stop' }).click();
  await expect(assistantPanel(reader).getByText('Stopped.')).toBeVisible();
  await expect.poll(() => model.aborted).toContain(model.requests.at(-1));
  model.answer(REPLY);
  await messageField(reader).fill('What first?');
  await reader.keyboard.press('Enter');
  await expect(assistantPanel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
});

test('what has arrived stays in view when the connection breaks', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzeShop(reader, await stageForEveryone(thinkersOwner, FIRST));
  const event = { text: 'The first sentence.' };
  await reader.route('**/ai-chat/message', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: delta\ndata: ${JSON.stringify(event)}\n\n`,
    }),
  );
  await messageField(reader).fill('Tell me');
  await reader.keyboard.press('Enter');
  await expect(assistantAlert(reader)).toContainText('Failed to get AI response');
  await expect(assistantPanel(reader).getByText('The first sentence.')).toBeVisible();
  await expect(assistantPanel(reader).getByText('Thinking…')).toBeHidden();
});
