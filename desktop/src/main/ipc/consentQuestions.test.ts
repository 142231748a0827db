import { expect, test } from 'vitest';
import type { Folder } from '../../protocol/folders.ts';
import { runQuestion, settingsQuestion } from './consentQuestions.ts';

const folder = {
  name: 'shop\nRun this',
  path: '/home/ada/shop',
  settings: { buildCommand: null, output: null, variables: ['DATASET'], watched: 'off', isProtected: true },
} as unknown as Folder;

test('a dialog names the lines, and says where more of them are', () => {
  const commands = Array.from({ length: 50 }, (_each, index) => `  script${index}: ${'x'.repeat(400)}`);
  const { message, detail } = runQuestion(folder, {
    kind: 'asking',
    commands,
    fingerprints: ['a'],
    isCovered: false,
  });
  expect(message).toBe('Run this command to stage “shop Run this”?');
  expect(detail).toContain('In /home/ada/shop.');
  expect(detail).toContain('and 10 more lines, which the page of the folder lists');
  expect(detail).toContain('so you are asked each time');
  expect(detail).not.toContain('x'.repeat(301));
});

test('a command of the window cannot draw other lines into the dialog', () => {
  const question = settingsQuestion(folder, { buildCommand: 'evil\n\n“npm ci”' });
  expect(question?.detail).toBe('In /home/ada/shop:\n\nBuild command: evil “npm ci”');
});

test('what runs nothing new is not asked about', () => {
  expect(settingsQuestion(folder, { buildCommand: ' ', variables: [], watched: 'sources' })).toBeNull();
  expect(settingsQuestion(folder, { variables: ['DATASET'] })).toBeNull();
});
