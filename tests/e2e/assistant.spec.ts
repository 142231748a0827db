import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import {
  ANALYSIS,
  analyze,
  openAssistant,
  openConversation,
  panel,
  pieces,
  REPLY,
  silence,
  streaming,
  test,
  textOf,
} from '../support/assistant.ts';
import { drawnIn } from '../support/drawnMarks.ts';
import { FIRST } from '../support/shop.ts';
import { expect, type Owner, previewOf, signIn } from '../support/story.ts';

/** Stages a shop that everyone may ask the assistant about. */
async function stageShop(owner: Owner): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-shop-'));
  for (const [name, html] of Object.entries(FIRST)) await writeFile(path.join(folder, name), html);
  const { url } = await owner.stage(folder, '--no-password');
  await rm(folder, { recursive: true });
  await openConversation(owner, url);
  return url;
}

/** Waits for the preview, whose page the assistant reads. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(previewOf(page).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await openAssistant(page);
}

const alertIn = (page: Page) => panel(page).getByRole('alert');
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Message' });

/** Answers the next requests of the panel with an error of this status. */
const failing =
  (status: number, code: string, message = 'no') =>
  (route: Route) =>
    route.fulfill({ status, json: { ok: false, code, message } });

async function analyzed(page: Page, url: string): Promise<void> {
  await open(page, url);
  await analyze(page);
  await expect(field(page)).toBeVisible();
}

test('a page is analyzed, its points lead to their elements, and questions are answered', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  await reader.setViewportSize({ width: 1440, height: 900 });
  model.answer({
    ...ANALYSIS,
    items: [{ ...ANALYSIS.items[0], ref: 'E5', title: 'The heading is unclear' }],
  });
  await open(reader, url);
  await analyze(reader);
  await expect(panel(reader).getByText('Analyzing…')).toBeVisible();
  await expect(
    panel(reader).getByText(/^\d+ elements of “Checkout” read: 1 heading, 2 links, 1 button\./),
  ).toBeVisible();
  expect(await accessibilityViolations(reader)).toEqual([]);

  const outline = JSON.parse(textOf(model.requests[0]?.messages.at(-1))) as {
    outline: { elements: { ref: string; role: string; name: string }[] };
  };
  expect(outline.outline.elements.find(({ ref }) => ref === 'E5')).toMatchObject({
    role: 'heading',
    name: 'Your basket',
  });
  await panel(reader).getByRole('button', { name: 'The heading is unclear' }).click();
  await expect
    .poll(async () => (await drawnIn(reader)).some(({ kind, width }) => kind === 'box' && width > 100))
    .toBe(true);

  model.answer(REPLY);
  await field(reader).fill('What first?');
  await reader.keyboard.press('Shift+Enter');
  await expect(field(reader)).toHaveValue('What first?\n');
  await reader.keyboard.press('Enter');
  await expect(panel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
  await expect(field(reader)).toHaveValue('');

  // It is there after a reload, and Restart clears it.
  await reader.reload();
  await openAssistant(reader);
  await expect(panel(reader).getByText('What first?')).toBeVisible();
  model.answer(ANALYSIS);
  await panel(reader).getByRole('button', { name: 'Restart' }).click();
  await expect(panel(reader).getByText('What first?')).toBeHidden();
  await expect(field(reader)).toBeVisible();
});

test('the owner sees what an answer has used once it has arrived', async ({
  reader,
  thinker,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  await signIn(reader, thinker, thinkersOwner.account.email);
  await open(reader, url);
  await expect(panel(reader).getByText(/^0 answers this month, 0 of 1,000,000 tokens/)).toBeVisible();
  model.answer(ANALYSIS);
  await analyze(reader);
  await expect(
    panel(reader).getByText(/^1 answer this month, [1-9][\d,]* of 1,000,000 tokens/),
  ).toBeVisible();
});

test('it speaks about what the checks of the page found, and leads to the elements', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  await reader.setViewportSize({ width: 1440, height: 900 });
  await reader.goto(await stageShop(thinkersOwner));
  await expect(previewOf(reader).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await openAssistant(reader);
  await reader.getByRole('tab', { name: 'Checks' }).click();
  await reader.getByRole('button', { name: 'Check this page' }).click();
  const first = reader.getByRole('region', { name: 'Checks of this page' }).getByRole('listitem').first();
  const title = await first.getByRole('heading').textContent();
  await reader.getByRole('tab', { name: 'Conversation' }).click();
  model.answer({ ...ANALYSIS, items: [{ ...ANALYSIS.items[0], title: 'This keeps people out' }] });
  await analyze(reader);
  await expect(panel(reader).getByText(/ on this page at \d+ px\./)).toBeVisible();
  const sent = JSON.parse(textOf(model.requests[0]?.messages.at(-1))) as {
    findings: { ref: string; what: string }[];
  };
  expect(sent.findings[0]).toMatchObject({ ref: 'F1', what: title });

  const highlighted = async () => (await drawnIn(reader)).some(({ kind }) => kind === 'box');
  expect(await highlighted()).toBe(false);
  await panel(reader).getByRole('button', { name: 'This keeps people out' }).click();
  await expect.poll(highlighted).toBe(true);
});

test('a message is at most 1000 characters, counted above 900, and a blank one is not sent', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzed(reader, await stageShop(thinkersOwner));
  await field(reader).fill('   ');
  await reader.keyboard.press('Enter');
  await field(reader).fill('a'.repeat(900));
  await expect(panel(reader).getByText('characters')).toBeHidden();
  await field(reader).press('a');
  await expect(panel(reader).getByText('901 of 1000 characters')).toBeVisible();
  await expect(field(reader)).toHaveAttribute('maxlength', '1000');
  expect(model.requests).toHaveLength(1);
});

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

for (const [name, fail, text] of START_FAILURES) {
  test(`an analysis that ends with ${name} says so`, async ({ reader, thinkersOwner }) => {
    const url = await stageShop(thinkersOwner);
    await reader.route('**/ai-chat/start', fail);
    await open(reader, url);
    await analyze(reader);
    await expect(alertIn(reader).getByText(text, { exact: true })).toBeVisible();
    await expect(panel(reader).getByRole('button', { name: 'Try Again (1)' })).toBeVisible();
  });
}

test('Try Again counts its attempts, and Reset appears after more than two', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  model.answer(ANALYSIS);
  await reader.route('**/ai-chat/start', failing(503, 'unavailable'));
  await open(reader, url);
  await analyze(reader);
  const reset = panel(reader).getByRole('button', { name: 'Reset' });
  for (const count of [1, 2]) {
    await expect(reset).toBeHidden();
    await panel(reader)
      .getByRole('button', { name: `Try Again (${count})` })
      .click();
  }
  await expect(panel(reader).getByRole('button', { name: 'Try Again (3)' })).toBeVisible();
  await reset.click();
  await expect(panel(reader).getByRole('button', { name: 'Analyze this page' })).toBeVisible();
  await reader.unroute('**/ai-chat/start');
  await analyze(reader);
  await expect(field(reader)).toBeVisible();
});

test('a page that does not answer is content that cannot be accessed', async ({ reader, thinkersOwner }) => {
  const url = await stageShop(thinkersOwner);
  await reader.route('**/__stagelink/outline.js', (route) => route.abort());
  await reader.clock.install();
  await open(reader, url);
  await analyze(reader);
  await expect(panel(reader).getByText('Analyzing…')).toBeVisible();
  await reader.clock.fastForward(1600);
  await reader.clock.fastForward(5100);
  await expect(alertIn(reader)).toContainText(
    'Unable to access snapshot content. Please ensure the snapshot is fully loaded and try again.',
  );
});

test('an observer that an extension broke is a compatibility issue with a reload', async ({
  reader,
  thinkersOwner,
}) => {
  const url = await stageShop(thinkersOwner);
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
  await open(reader, url);
  await analyze(reader);
  await expect(alertIn(reader)).toContainText(
    'Browser compatibility issue detected. Please refresh the page and try again.',
  );
  await panel(reader).getByRole('button', { name: 'Refresh Page' }).click();
  await expect(panel(reader)).toBeHidden();
});

test('a message is sent again three times while the model is unavailable', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  const url = await stageShop(thinkersOwner);
  await reader.clock.install();
  await open(reader, url);
  await analyze(reader);
  await reader.clock.fastForward(1600);
  await expect(field(reader)).toBeVisible();
  // Time passes only as the story says from here on.
  await reader.clock.pauseAt((await reader.evaluate(() => Date.now())) + 10_000);
  let sent = 0;
  await reader.route('**/ai-chat/message', (route) => {
    sent += 1;
    return failing(503, 'unavailable')(route);
  });
  await field(reader).fill('Hello?');
  await reader.keyboard.press('Enter');
  for (const attempt of [1, 2, 3]) {
    await expect(
      panel(reader).getByText(`AI service temporarily unavailable. Retrying... (${attempt}/3)`),
    ).toBeVisible();
    await reader.clock.fastForward(2000);
  }
  await expect(alertIn(reader)).toContainText(
    'AI service is temporarily unavailable. Please try again later.',
  );
  expect(sent).toBe(4);

  await reader.unroute('**/ai-chat/message');
  await reader.clock.resume();
  model.answer(REPLY);
  await panel(reader).getByRole('button', { name: 'Try Again (1)' }).click();
  await expect(panel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
  await expect(panel(reader).getByText('Hello?')).toHaveCount(1);
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
  await analyzed(reader, await stageShop(thinkersOwner));
  for (const [, fail, text] of MESSAGE_FAILURES) {
    await reader.route('**/ai-chat/message', fail);
    await field(reader).fill('Hello?');
    await reader.keyboard.press('Enter');
    await expect(alertIn(reader)).toContainText(text);
    await reader.unroute('**/ai-chat/message');
  }
});

test('Stop ends an answer and keeps what has arrived', async ({ reader, thinkersOwner, model }) => {
  model.answer(ANALYSIS);
  await analyzed(reader, await stageShop(thinkersOwner));
  model.answer(
    { ...REPLY, reply: `First sentence. ${'Another one. '.repeat(3000)}` },
    { chunkSize: 8, latency: 20 },
  );
  await field(reader).fill('Tell me');
  await reader.keyboard.press('Enter');
  await expect(panel(reader).getByText('First sentence.', { exact: false })).toBeVisible();
  await panel(reader).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(reader).getByText('Stopped.')).toBeVisible();
  await expect.poll(() => model.aborted).toContain(model.requests.at(-1));
});

test('the owner chooses who may use it, and a visitor reads so', async ({ reader, thinkersOwner }) => {
  const url = await stageShop(thinkersOwner);
  await openConversation(thinkersOwner, url, 'off');
  await open(reader, url);
  await expect(
    panel(reader).getByText('The owner has turned the AI UX assistant off for this snapshot.'),
  ).toBeVisible();
});

test('on a phone an answer is above the field for the next message', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  await reader.setViewportSize({ width: 390, height: 844 });
  model.answer(ANALYSIS);
  await reader.goto(url);
  await expect(previewOf(reader).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await reader.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await reader.getByRole('menuitem', { name: 'AI UX Assistant' }).click();
  await analyze(reader);
  await expect(field(reader)).toBeVisible();
  model.answer({ ...REPLY, reply: 'Darken the gray.\n\nName the heading.\n\nEnlarge the button.' });
  await field(reader).fill('What first?');
  await field(reader).press('Enter');
  const end = panel(reader).getByText('Enlarge the button.');
  await expect(end).toBeVisible();
  await expect
    .poll(async () => {
      const [answer, form] = [await end.boundingBox(), await field(reader).boundingBox()];
      return (answer?.y ?? 0) + (answer?.height ?? 0) <= (form?.y ?? 0);
    })
    .toBe(true);
});

test('without a model the panel says so, on a phone too', async ({ visitor, owner }) => {
  const url = await stageShop(owner);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(url);
  await visitor.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await visitor.getByRole('menuitem', { name: 'AI UX Assistant' }).click();
  await expect(
    panel(visitor).getByText('No AI model is set up on this server. Checks of a page need none.'),
  ).toBeVisible();
});

test('the owner reads that the key was refused, a visitor that the assistant is not available', async ({
  reader,
  thinker,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  model.refuse = () => ({ status: 401, message: 'Incorrect API key provided' });
  await open(reader, url);
  await analyze(reader);
  await expect(alertIn(reader)).toContainText(
    'The AI UX assistant is not available. The owner of this snapshot can read why when they ask it.',
  );
  await signIn(reader, thinker, thinkersOwner.account.email);
  await open(reader, url);
  await analyze(reader);
  await expect(alertIn(reader)).toContainText(
    'The AI service refused the key of this server. Its administrator has to set a valid OPENAI_API_KEY.',
  );
});

test('a model that declines, is busy or cuts its answer off says so', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzed(reader, await stageShop(thinkersOwner));
  const send = async (text: string) => {
    await field(reader).fill(text);
    await reader.keyboard.press('Enter');
  };
  model.respond = streaming([{ refusal: 'I cannot help with that.' }]);
  await send('Please?');
  await expect(panel(reader).getByText('The model declined to answer.')).toBeVisible();
  await expect(panel(reader).getByText('I cannot help with that.')).toBeVisible();
  model.respond = streaming(pieces('{"reply":"Darken the gray an'), { finish: 'length' });
  await send('Then?');
  await expect(
    panel(reader).getByText('The answer was cut off because it reached its maximum length.'),
  ).toBeVisible();
  await expect(panel(reader).getByText('Darken the gray an')).toBeVisible();
  model.refuse = () => ({ status: 429, message: 'Slow down', headers: { 'Retry-After': '20' } });
  const before = model.requests.length;
  await send('And now?');
  await expect(alertIn(reader)).toContainText('The AI service is busy. Please try again in 20 seconds.');
  // It says when to try again, so the panel does not.
  expect(model.requests).toHaveLength(before + 1);
});

test('names are shown instead of refs and marks, also while the answer arrives', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  const summary = 'The **heading E5** says little. It hides [E5]. Enlarge it.';
  const json = JSON.stringify({
    summary,
    reply: '',
    items: [{ ...ANALYSIS.items[0], ref: 'E5', title: '**Reword** E5', fix: 'Make E5 `shorter`.' }],
  });
  const half = json.indexOf('Enlarge');
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  model.respond = async (response) => {
    await streaming(pieces(json.slice(0, half)), { finish: 'open' })(response);
    await held;
    await streaming(pieces(json.slice(half)))(response);
  };
  await open(reader, url);
  await analyze(reader);
  const text = 'The heading “Your basket” says little. It hides “Your basket”.';
  await expect(panel(reader).getByText(text, { exact: false })).toBeVisible();
  await expect(panel(reader).getByText('Analyzing…')).toBeVisible();
  finish();
  await expect(panel(reader).getByRole('button', { name: 'Reword “Your basket”' })).toContainText(
    'Make “Your basket” shorter.',
  );
  await expect(panel(reader)).not.toContainText(/E5|\*\*/);
});

test('a slow model is said to be slow, and stopping an analysis keeps what has arrived', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageShop(thinkersOwner);
  model.respond = silence;
  await reader.clock.install();
  await open(reader, url);
  await analyze(reader);
  await reader.clock.fastForward(1600);
  await expect(panel(reader).getByText(/ of “Checkout” read: /)).toBeVisible();
  await reader.clock.fastForward(10_100);
  await expect(panel(reader).getByText('The model is slow. You can wait, or stop it.')).toBeVisible();
  await expect.poll(() => model.requests.length).toBe(1);
  await panel(reader).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(reader).getByText('Stopped.')).toBeVisible();
  await expect.poll(() => model.aborted).toContain(model.requests.at(-1));
  model.answer(REPLY);
  await field(reader).fill('What first?');
  await reader.keyboard.press('Enter');
  await expect(panel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
});

test('what has arrived stays in view when the connection breaks', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzed(reader, await stageShop(thinkersOwner));
  const event = { text: 'The first sentence.' };
  await reader.route('**/ai-chat/message', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: delta\ndata: ${JSON.stringify(event)}\n\n`,
    }),
  );
  await field(reader).fill('Tell me');
  await reader.keyboard.press('Enter');
  await expect(alertIn(reader)).toContainText('Failed to get AI response');
  await expect(panel(reader).getByText('The first sentence.')).toBeVisible();
  await expect(panel(reader).getByText('Thinking…')).toBeHidden();
});
