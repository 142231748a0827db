import { expect, test } from 'vitest';
import { reviewRequestEmail } from './emails.ts';

test('names written from right to left leave the order of the sentence as it is', () => {
  const { subject, text } = reviewRequestEmail({
    owner: { name: 'עדה', email: 'ada@example.com' },
    reviewerName: 'بوب',
    snapshotName: 'Shop \u202Egnp.exe',
    deadline: null,
    notes: '',
    url: 'https://stagelink.test/s/1',
    picture: null,
  });
  expect(subject).toBe('\u2068עדה\u2069 asks you to review “\u2068Shop \u202Egnp.exe\u2069”');
  expect(text).toContain('Hello \u2068بوب\u2069,');
  expect(text).toContain('\u2068עדה\u2069 (ada@example.com) asks you to review');
});
