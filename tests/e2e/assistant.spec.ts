import { accessibilityViolations } from '../support/accessibility.ts';
import {
  ANALYSIS,
  REPLY,
  openConversation,
  pieces,
  stageForEveryone,
  streaming,
  test,
  textOf,
} from '../support/assistant.ts';
import { drawnIn } from '../support/drawnMarks.ts';
import { FIRST } from '../support/shop.ts';
import { expect, previewOf, signIn } from '../support/story.ts';
import {
  analyze,
  analyzeShop,
  assistantPanel,
  messageField,
  openAssistant,
  openShopAssistant,
} from '../support/pages/assistant.ts';

test('a page is analyzed, its points lead to their elements, and questions are answered', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await reader.setViewportSize({ width: 1440, height: 900 });
  model.answer({
    ...ANALYSIS,
    items: [{ ...ANALYSIS.items[0], ref: 'E5', title: 'The heading is unclear' }],
  });
  await openShopAssistant(reader, url);
  await analyze(reader);
  await expect(assistantPanel(reader).getByText('Analyzing…')).toBeVisible();
  await expect(
    assistantPanel(reader).getByText(/^\d+ elements of “Checkout” read: 1 heading, 2 links, 1 button\./),
  ).toBeVisible();
  expect(await accessibilityViolations(reader)).toEqual([]);

  const outline = JSON.parse(textOf(model.requests[0]?.messages.at(-1))) as {
    outline: { elements: { ref: string; role: string; name: string }[] };
  };
  expect(outline.outline.elements.find(({ ref }) => ref === 'E5')).toMatchObject({
    role: 'heading',
    name: 'Your basket',
  });
  await assistantPanel(reader).getByRole('button', { name: 'The heading is unclear' }).click();
  await expect
    .poll(async () => (await drawnIn(reader)).some(({ kind, width }) => kind === 'box' && width > 100))
    .toBe(true);

  model.answer(REPLY);
  await messageField(reader).fill('What first?');
  await reader.keyboard.press('Shift+Enter');
  await expect(messageField(reader)).toHaveValue('What first?\n');
  await reader.keyboard.press('Enter');
  await expect(assistantPanel(reader).getByText('Darken the gray', { exact: false })).toBeVisible();
  await expect(messageField(reader)).toHaveValue('');

  // It is there after a reload, and Restart clears it.
  await reader.reload();
  await openAssistant(reader);
  await expect(assistantPanel(reader).getByText('What first?')).toBeVisible();
  model.answer(ANALYSIS);
  await assistantPanel(reader).getByRole('button', { name: 'Restart' }).click();
  await expect(assistantPanel(reader).getByText('What first?')).toBeHidden();
  await expect(messageField(reader)).toBeVisible();
});

test('the owner sees what an answer has used once it has arrived', async ({
  reader,
  thinker,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await signIn(reader, thinker, thinkersOwner.account.email);
  await openShopAssistant(reader, url);
  await expect(
    assistantPanel(reader).getByText(/^0 answers this month, 0 of 1,000,000 tokens/),
  ).toBeVisible();
  model.answer(ANALYSIS);
  await analyze(reader);
  await expect(
    assistantPanel(reader).getByText(/^1 answer this month, [1-9][\d,]* of 1,000,000 tokens/),
  ).toBeVisible();
});

test('it speaks about what the checks of the page found, and leads to the elements', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  await reader.setViewportSize({ width: 1440, height: 900 });
  await reader.goto(await stageForEveryone(thinkersOwner, FIRST));
  await expect(previewOf(reader).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await openAssistant(reader);
  await reader.getByRole('tab', { name: 'Checks' }).click();
  await reader.getByRole('button', { name: 'Check this page' }).click();
  const first = reader.getByRole('region', { name: 'Checks of this page' }).getByRole('listitem').first();
  const title = await first.getByRole('heading').textContent();
  await reader.getByRole('tab', { name: 'Conversation' }).click();
  model.answer({ ...ANALYSIS, items: [{ ...ANALYSIS.items[0], title: 'This keeps people out' }] });
  await analyze(reader);
  await expect(assistantPanel(reader).getByText(/ on this page at \d+ px\./)).toBeVisible();
  const sent = JSON.parse(textOf(model.requests[0]?.messages.at(-1))) as {
    findings: { ref: string; what: string }[];
  };
  expect(sent.findings[0]).toMatchObject({ ref: 'F1', what: title });

  const highlighted = async () => (await drawnIn(reader)).some(({ kind }) => kind === 'box');
  expect(await highlighted()).toBe(false);
  await assistantPanel(reader).getByRole('button', { name: 'This keeps people out' }).click();
  await expect.poll(highlighted).toBe(true);
});

test('a message is at most 1000 characters, counted above 900, and a blank one is not sent', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  model.answer(ANALYSIS);
  await analyzeShop(reader, await stageForEveryone(thinkersOwner, FIRST));
  await messageField(reader).fill('   ');
  await reader.keyboard.press('Enter');
  await messageField(reader).fill('a'.repeat(900));
  await expect(assistantPanel(reader).getByText('characters')).toBeHidden();
  await messageField(reader).press('a');
  await expect(assistantPanel(reader).getByText('901 of 1000 characters')).toBeVisible();
  await expect(messageField(reader)).toHaveAttribute('maxlength', '1000');
  expect(model.requests).toHaveLength(1);
});

test('the owner chooses who may use it, and a visitor reads so', async ({ reader, thinkersOwner }) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await openConversation(thinkersOwner, url, 'off');
  await openShopAssistant(reader, url);
  await expect(
    assistantPanel(reader).getByText('The owner has turned the AI UX assistant off for this snapshot.'),
  ).toBeVisible();
});

test('on a phone an answer is above the field for the next message', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
  await reader.setViewportSize({ width: 390, height: 844 });
  model.answer(ANALYSIS);
  await reader.goto(url);
  await expect(previewOf(reader).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await reader.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await reader.getByRole('menuitem', { name: 'AI UX Assistant' }).click();
  await analyze(reader);
  await expect(messageField(reader)).toBeVisible();
  model.answer({ ...REPLY, reply: 'Darken the gray.\n\nName the heading.\n\nEnlarge the button.' });
  await messageField(reader).fill('What first?');
  await messageField(reader).press('Enter');
  const end = assistantPanel(reader).getByText('Enlarge the button.');
  await expect(end).toBeVisible();
  await expect
    .poll(async () => {
      const [answer, form] = [await end.boundingBox(), await messageField(reader).boundingBox()];
      return (answer?.y ?? 0) + (answer?.height ?? 0) <= (form?.y ?? 0);
    })
    .toBe(true);
});

test('without a model the panel says so, on a phone too', async ({ visitor, owner }) => {
  const url = await stageForEveryone(owner, FIRST);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(url);
  await visitor.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await visitor.getByRole('menuitem', { name: 'AI UX Assistant' }).click();
  await expect(
    assistantPanel(visitor).getByText('No AI model is set up on this server. Checks of a page need none.'),
  ).toBeVisible();
});

test('names are shown instead of refs and marks, also while the answer arrives', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  const url = await stageForEveryone(thinkersOwner, FIRST);
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
  await openShopAssistant(reader, url);
  await analyze(reader);
  const text = 'The heading “Your basket” says little. It hides “Your basket”.';
  await expect(assistantPanel(reader).getByText(text, { exact: false })).toBeVisible();
  await expect(assistantPanel(reader).getByText('Analyzing…')).toBeVisible();
  finish();
  await expect(assistantPanel(reader).getByRole('button', { name: 'Reword “Your basket”' })).toContainText(
    'Make “Your basket” shorter.',
  );
  await expect(assistantPanel(reader)).not.toContainText(/E5|\*\*/);
});
