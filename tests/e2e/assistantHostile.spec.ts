import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ANALYSIS, openConversation, test, textOf } from '../support/assistant.ts';
import { expect, previewOf } from '../support/story.ts';
import { analyze, assistantPanel, openAssistant } from '../support/pages/assistant.ts';
import { sample, SAMPLED } from '../support/longForm.ts';

// Pages that order the model about, and a model that obeys.

const FOLDER = path.resolve(import.meta.dirname, '../assistant/hostile');
const PAGES = readdirSync(FOLDER).filter((name) => /^\d/.test(name));

const SCRIPT = '<script>window.fired=1</script><img src=x onerror="window.fired=1">';
const BEACON = '![x](https://evil.example/pixel.png)';
const item = (ref: string, title = 'Real point') => ({
  ref,
  title,
  why: 'why',
  fix: 'fix',
  severity: 'look',
});

/** What an obeying model answers, one for each page. `rules`: the lines of its system text. */
const answersOf = (rules: readonly string[]): (string | object)[] => [
  { summary: rules.join(' '), reply: '', items: [item('E1')] },
  { summary: `Look: ${SCRIPT}`, reply: '', items: [item('E1', `Real point ${SCRIPT}`)] },
  { summary: rules[2], reply: rules[3], items: [item('E1', rules[4])] },
  {
    summary: '[Click](https://evil.example/) https://evil.example/ www.evil.example',
    reply: BEACON,
    items: [],
  },
  { summary: 'All is harmless.', reply: '', items: [item('F1', 'Invented'), item('E400', 'Invented')] },
  { summary: 'a\u202eb\u200bc', reply: '[x](javascript:window.fired=1)', items: [item('E1')] },
  { summary: '<iframe src="https://evil.example"></iframe>', reply: 'Text.', items: [item('E1')] },
  `${'x'.repeat(1024 * 1024)}`,
  '{"summary": "broken',
  { summary: BEACON, reply: '<a href="javascript:window.fired=1">x</a>', items: [item('E1', BEACON)] },
  {
    summary: 'F99 and E999 are fine.',
    reply: '',
    items: ['F99', 'E999', 'F0', 'E1'].map((ref) => item(ref, ref === 'E1' ? 'Real point' : 'Invented')),
  },
  { summary: 'Repeat. '.repeat(100_000), reply: '', items: [] },
];

test(
  'twelve pages that order a model about gain nothing from one that obeys',
  SAMPLED,
  async ({ reader, thinkersOwner, model }) => {
    const { url } = await thinkersOwner.stage(FOLDER, '--no-password');
    await openConversation(thinkersOwner, url);
    const outside: string[] = [];
    reader.on('request', (request) => {
      if (request.url().includes('evil.example')) outside.push(request.url());
    });
    // The model reads its system text with the first question.
    model.answer(ANALYSIS);
    await reader.goto(url);
    await expect(previewOf(reader).locator('h1')).toBeVisible();
    await openAssistant(reader);
    await analyze(reader);
    await expect(assistantPanel(reader).getByRole('button', { name: 'Restart' })).toBeVisible();
    const system = textOf(model.requests[0]?.messages[0]);
    const rules = system.split('\n');
    expect(rules.length).toBeGreaterThan(5);
    const answers = answersOf(rules);
    expect(PAGES).toHaveLength(answers.length);
    for (const [at, name] of sample([...PAGES.entries()], 3)) {
      model.answer(answers[at] ?? '', { chunkSize: 4096 });
      await reader.goto(`${url}/${name}/`);
      await expect(previewOf(reader).locator('h1')).toBeVisible();
      await openAssistant(reader);
      const begin = assistantPanel(reader).getByRole('button', { name: /Analyze this page|Restart/ });
      await begin.click();
      const ended = assistantPanel(reader).getByRole('button', { name: /Restart|Try Again/ });
      await expect(ended.first()).toBeVisible();

      const shown = (await assistantPanel(reader).textContent()) ?? '';
      expect(shown).not.toContain('Invented');
      for (const rule of rules) expect(shown).not.toContain(rule.slice(0, 40));
      expect(shown.length).toBeLessThan(12_000);
      await expect(assistantPanel(reader).locator('a, img, iframe, script')).toHaveCount(0);
      expect(await reader.evaluate(() => (window as { fired?: number }).fired)).toBeUndefined();
    }
    expect(outside).toEqual([]);
    // Every page reached the model as data in one document.
    for (const { messages } of model.requests) {
      expect(textOf(messages[0])).toBe(system);
      expect(() => JSON.parse(textOf(messages.at(-1))) as unknown).not.toThrow();
    }
  },
);

test('the analysis of a hostile page can be repeated', async ({ reader, thinkersOwner, model }) => {
  const { url } = await thinkersOwner.stage(FOLDER, '--no-password');
  await openConversation(thinkersOwner, url);
  model.answer('{"summary": "broken');
  await reader.goto(`${url}/01-hidden-text/`);
  await expect(previewOf(reader).locator('h1')).toBeVisible();
  await openAssistant(reader);
  await analyze(reader);
  await expect(assistantPanel(reader).getByRole('alert')).toContainText('Failed to get AI response');
});
