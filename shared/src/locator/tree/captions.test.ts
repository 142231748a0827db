import { expect, test } from 'vitest';
import { type Branch, treeOf, verdicts } from '../testing/pageTree.ts';
import { CHILD } from './limits.ts';
import { matchTrees } from './matchTrees.ts';
import type { PageTree } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

/** Returns what the tree alone says of the element with a text: its status, and the text of its counterpart. */
function verdictOn(
  old: PageTree,
  now: PageTree,
  text: string,
): readonly [string | undefined, string | undefined] {
  const verdict = verdicts(old, now)[old.nodes.findIndex((node) => node.text === text)];
  return [verdict?.status, now.nodes[verdict?.now ?? -1]?.text];
}

const span = (text: string, name?: string): Branch => ({
  tag: 'span',
  text,
  ...(name && { classes: [name] }),
});

const wasReport = treeOf([
  {
    tag: 'h2',
    text: `Statements: ${CHILD} Branches: ${CHILD} Lines: ${CHILD}`,
    inside: [
      { tag: 'span', text: `4.12% ${CHILD}`, inside: [{ tag: 'small', text: '(24 / 582)' }] },
      { tag: 'span', text: `0% ${CHILD}`, inside: [{ tag: 'small', text: '(0 / 252)' }] },
      { tag: 'span', text: `4.17% ${CHILD}`, inside: [{ tag: 'small', text: '(24 / 575)' }] },
    ],
  },
]);

const stat = (value: string, caption: string, fraction: string): Branch => ({
  tag: 'div',
  classes: ['stat'],
  inside: [span(value, 'strong'), span(caption, 'quiet'), span(fraction, 'fraction')],
});

const report = treeOf([
  stat('4.61%', 'Statements', '40/868'),
  stat('1.57%', 'Branches', '6/383'),
  stat('4.73%', 'Lines', '40/846'),
]);

test('a value that changed and is built of other elements is found by the words beside it', () => {
  expect(verdictOn(wasReport, report, `4.12% ${CHILD}`)).toEqual(['doubtful', '4.61%']);
  expect(verdictOn(wasReport, report, `0% ${CHILD}`)).toEqual(['doubtful', '1.57%']);
  expect(verdictOn(wasReport, report, '(24 / 575)')).toEqual(['doubtful', '40/846']);
});

test('a tree that does not say where its elements stand in its texts is matched without captions', () => {
  const former = {
    ...wasReport,
    nodes: wasReport.nodes.map((node) => ({
      ...node,
      ...(node.text && { text: node.text.replaceAll(CHILD, '') }),
    })),
  };
  expect(verdictOn(former, report, '0% ')[0]).toBe('lost');
  const lying = {
    ...wasReport,
    nodes: wasReport.nodes.map((node) => ({
      ...node,
      ...(node.text && { text: node.text + CHILD.repeat(9) }),
    })),
  };
  expect(verdictOn(lying, report, `0% ${CHILD}${CHILD.repeat(9)}`)[0]).toBe('lost');
});

const row = (name: string, ...values: string[]): Branch => ({
  tag: 'tr',
  inside: [name, ...values].map((text) => ({ tag: 'td', text })),
});

test('a value is followed into another column, and one that changed there is never sure', () => {
  const was = treeOf([{ tag: 'table', inside: [row('Harbor', '42', '17'), row('Airport', '99', '8')] }]);
  const now = treeOf([{ tag: 'table', inside: [row('Harbor', '17', '43'), row('Airport', '8', '99')] }]);
  expect(verdictOn(was, now, '17')[1]).toBe('17');
  expect(verdictOn(was, now, '42')).toEqual(['doubtful', '43']);
  expect(verdictOn(was, now, '99')[1]).toBe('99');
});

test('a caption with another number of values says nothing', () => {
  const was = treeOf([
    { tag: 'p', text: `Open: ${CHILD}`, inside: [span('12')] },
    { tag: 'footer', text: 'About' },
  ]);
  const now = treeOf([
    { tag: 'p', text: `Open: ${CHILD} ${CHILD}`, inside: [span('8'), span('9')] },
    { tag: 'footer', text: 'About' },
  ]);
  const [match] = runAtOnce(matchTrees(was, now)).slice(2, 3);
  expect(match).not.toMatchObject({ isCaptioned: true });
});
