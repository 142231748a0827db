import { expect, test } from 'vitest';
import { type PinFinding, settledFinding } from './messages.ts';

const finding = (status: PinFinding['status'], confidence: number): PinFinding => ({
  id: '0b6f0e9c-5f0e-4a3e-9d55-0f2f6a3f9c11',
  status,
  confidence,
});

test('a comment of which a further element is gone is for a person to look at', () => {
  expect(settledFinding({ ...finding('found', 1), furtherLost: 1 })?.status).toBe('doubtful');
  expect(settledFinding({ ...finding('lost', 0), furtherLost: 1 })?.status).toBe('lost');
});

test.each([
  ['closed', 0.8, 'found'],
  ['closed', 0, 'elsewhere'],
  ['lost', 0, 'lost'],
  ['loading', 0, undefined],
] as const)('a pin that is %s with a confidence of %s is %s', (status, confidence, settled) => {
  expect(settledFinding(finding(status, confidence))?.status).toBe(settled);
});
