import { expect, onTestFinished, test } from 'vitest';
import { openModel } from '../testing/openai/standIn.ts';
import { ANALYSIS } from '../testing/openai/page.ts';
import { runAssistantTry } from './assistantCommand.ts';

async function reportOf(...more: string[]): Promise<string> {
  const model = await openModel();
  onTestFinished(() => model.close());
  model.answer({ ...ANALYSIS, items: [...ANALYSIS.items, { ...ANALYSIS.items[0], ref: 'F7' }] });
  return runAssistantTry(['--base-url', model.url, '--model', 'stand-in-1', ...more]);
}

test('a model is tried with five questions, and its figures are printed', async () => {
  const report = await reportOf('--key', 'sk-stand-in');
  expect(report).toContain('✓ Analysis: 2 items, 1 dropped');
  expect(report).toContain('Readable answers: 5 of 5 · grounded items: 67 % · slowest: ');
});

test('a model that refuses is reported with its reason', async () => {
  const report = await reportOf();
  expect(report).toContain('✗ Analysis: The AI service refused the key');
  expect(report).toContain('Readable answers: 0 of 5');
});

test('missing options are explained', async () => {
  await expect(runAssistantTry([])).rejects.toThrow('Usage: npm run assistant:try');
});
