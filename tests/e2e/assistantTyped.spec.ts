import { ANALYSIS, stageForEveryone, test, textOf } from '../support/assistant.ts';
import { expect, previewOf } from '../support/story.ts';
import { analyze, assistantPanel, openAssistant } from '../support/pages/assistant.ts';

const EDITORS = `<!doctype html><html lang="en"><title>Editors</title>
<h1>Four editors</h1>
<div contenteditable id="div" style="min-height:20px"></div>
<p contenteditable id="paragraph">Draft.</p>
<div role="textbox" contenteditable id="box" aria-label="Message" style="min-height:20px"></div>
<label>Note <textarea id="note">Written before.</textarea></label>
<label>Name <input id="name"></label><p id="greeting">Hello</p>
<label><input type="radio" id="choice" value="Standard"> Standard delivery</label>
<ul id="bubbles"></ul>
<h2 id="title">Untitled</h2>
<button id="drawn" style="font-size:9px;color:#999">Paint</button>
<div tabindex="0" id="custom" style="min-height:20px"></div>
<p contenteditable id="small" style="font-size:9px">A small text that people can change themselves.</p>
<script>
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    bubbles.append(Object.assign(document.createElement('li'), { textContent: box.textContent }));
    box.textContent = '';
  });
  document.getElementById('name').addEventListener('input', ({ target }) => {
    greeting.textContent = 'Hello ' + target.value + '!';
  });
  title.addEventListener('click', () => {
    title.contentEditable = 'true';
    title.focus();
    getSelection().selectAllChildren(title);
  });
  title.addEventListener('blur', () => title.removeAttribute('contenteditable'));
  custom.addEventListener('keydown', ({ key }) => {
    if (key.length === 1) custom.textContent += key;
  });
</script></html>`;

/** What is typed into each editor: words that occur nowhere else. */
const TYPED = {
  div: 'Quokka seen at dawn',
  paragraph: 'Numbat seen at dawn',
  box: 'Wombat seen at dawn',
  note: 'Bilby seen at dawn',
  name: 'Tarsier',
  title: 'Potoroo seen at dawn',
  custom: 'Dunnart seen at dawn',
  small: 'Kowari seen at dawn',
};

test('nothing that was typed into a prototype is sent to the model', async ({
  reader,
  thinkersOwner,
  model,
}) => {
  await reader.setViewportSize({ width: 1440, height: 900 });
  await reader.goto(await stageForEveryone(thinkersOwner, { 'index.html': EDITORS }));
  const preview = previewOf(reader);
  for (const [id, text] of Object.entries(TYPED)) {
    await preview.locator(`#${id}`).click();
    await reader.keyboard.type(text);
    if (id === 'box') await reader.keyboard.press('Enter');
  }
  await expect(preview.locator('#bubbles')).toHaveText(TYPED.box);
  await expect(preview.locator('#greeting')).toHaveText(`Hello ${TYPED.name}!`);
  await preview.locator('#choice').check();
  await expect(preview.locator('#title')).toHaveText(TYPED.title);

  await openAssistant(reader);
  await reader.getByRole('tab', { name: 'Checks' }).click();
  await reader.getByRole('button', { name: 'Check this page' }).click();
  await expect(reader.getByRole('region', { name: 'Checks of this page' })).toContainText('9 px');
  await reader.getByRole('tab', { name: 'Conversation' }).click();
  model.answer(ANALYSIS);
  await analyze(reader);
  await expect(assistantPanel(reader).getByText(/ on this page at \d+ px\./)).toBeVisible();
  const sent = textOf(model.requests[0]?.messages.at(-1));
  expect(sent).toContain('Four editors');
  for (const text of ['Note', 'Standard delivery']) expect(sent).toContain(text);
  expect(sent).toContain('9 px');
  const words = Object.values(TYPED).flatMap((text) => text.split(' ').filter(({ length }) => length > 3));
  for (const word of ['Written before', 'Draft', 'people can change', ...words])
    expect(sent).not.toContain(word);
});

test('a page in design mode sends no text', async ({ reader, thinkersOwner, model }) => {
  const html =
    '<!doctype html><title>Letter</title><main><p>Dear you</p></main><script>document.designMode = "on"</script>';
  await reader.goto(await stageForEveryone(thinkersOwner, { 'index.html': html }));
  await previewOf(reader).getByText('Dear you').click();
  await reader.keyboard.type('Pademelon');
  await openAssistant(reader);
  model.answer({ ...ANALYSIS, items: [] });
  await analyze(reader);
  await expect.poll(() => model.requests.length).toBe(1);
  const sent = textOf(model.requests[0]?.messages.at(-1));
  expect(sent).toContain('Letter');
  expect(sent).not.toMatch(/Dear|Pademelon/);
});
