import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alike, wordsOf } from './tokens.ts';

const equally = () => 1;

describe('words', () => {
  test('numbers stay whole, and scripts without spaces fall into signs', () => {
    expect(wordsOf('Paid $1,204.50 on 2026-11-21')).toEqual(['paid', '1,204.50', 'on', '2026-11-21']);
    expect(wordsOf('24/582')).toEqual(wordsOf('(24 / 582)'));
    expect(wordsOf('料金100円')).toEqual(['料', '金', '100', '円']);
    expect(wordsOf('اقرأ المزيد')).toEqual(['اقرأ', 'المزيد']);
  });
});

describe('how much two texts have in common', () => {
  test('a spelling is forgiven, a number is not', () => {
    expect(alike('Receive the invoice', 'Recieve the invoice', equally)).toBeGreaterThan(0.8);
    expect(alike('Order 1043', 'Order 1044', equally)).toBeCloseTo(1 / 3);
  });

  test('words of every row do not count', () => {
    const weigh = (word: string) => (word === 'edit' || word === 'shipped' ? 0.01 : 1);
    expect(alike('Anna shipped edit', 'Bruno shipped edit', weigh)).toBeLessThan(0.05);
  });

  test('it is between 0 and 1, and 1 for the same text', () => {
    const text = fc
      .array(fc.constantFrom('one', 'order', 'ordered', '12', '13', '×', 'ü'))
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const likeness = alike(a, b, equally);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(alike(a, a, equally)).toBe(1);
      }),
    );
  });
});
