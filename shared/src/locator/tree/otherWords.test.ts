import { describe, expect, test } from 'vitest';
import { type Branch, treeOf, verdicts } from '../testing/pageTree.ts';
import { matchTrees } from './matchTrees.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

/** Elements that are not known by their words: by a name, by their order, or by what they contain. */

const pageOf = (...inside: Branch[]): PageTree =>
  treeOf([
    { tag: 'h1', text: 'A small library for windows' },
    ...inside,
    { tag: 'footer', text: 'Made in Norway' },
  ]);

/** Returns what the tree alone says of one element. */
const answerTo = (old: PageTree, now: PageTree, at: number) => verdicts(old, now)[at];

const indexOf = ({ nodes }: PageTree, is: (node: TreeNode) => boolean) => nodes.findIndex(is);
const hasText = (text: string) => (node: TreeNode) => node.text === text;
const leadsTo = (href: string) => (node: TreeNode) => node.attributes?.href === href;

describe('a link in other words, in another place among equals,', () => {
  const topics = ['sizes', 'login', 'fading', 'classes'];
  const inSentence = (topic: string): Branch[] => [
    { tag: 'h2', text: `About ${topic}` },
    {
      tag: 'p',
      text: `See this to learn what ${topic} are good for.`,
      inside: [{ tag: 'a', text: 'example', attributes: { href: `#${topic}` } }],
    },
    { tag: 'pre', text: `new Window({ ${topic}: true })` },
  ];
  const asButton = (topic: string): Branch[] => [
    {
      tag: 'h2',
      text: `About ${topic}`,
      inside: [{ tag: 'a', text: '#', attributes: { href: `#about-${topic}` } }],
    },
    { tag: 'p', text: `What ${topic} are good for.` },
    { tag: 'pre', text: `new Window({ ${topic}: true })` },
    { tag: 'a', classes: ['button'], text: 'Open', attributes: { href: `#${topic}` } },
  ];
  const old = pageOf(...topics.flatMap(inSentence));

  test('is known by its address', () => {
    const now = pageOf(...topics.flatMap(asButton));
    for (const topic of topics) {
      const at = indexOf(now, leadsTo(`#${topic}`));
      expect(answerTo(old, now, indexOf(old, leadsTo(`#${topic}`)))).toEqual({ status: 'doubtful', now: at });
    }
  });

  test('is not known by an address that two links have', () => {
    const now = pageOf(...topics.flatMap((topic) => [...asButton(topic), ...asButton(topic)]));
    const match = runAtOnce(matchTrees(old, now))[indexOf(old, leadsTo('#login'))];
    expect(match).not.toMatchObject({ isNamed: true });
  });
});

describe('the signs in a line of code', () => {
  const line = (...signs: string[]): Branch => ({
    tag: 'pre',
    inside: signs.map((text) => ({ tag: 'span', classes: ['sign'], text })),
  });

  test('keep their order where some are gone, and are never sure', () => {
    const old = pageOf(
      line('this', '.', 'items', '.', 'filter', '(', 'done', ')', '.', 'size', '(', ')', ';'),
    );
    const now = pageOf(line('return', 'this', '.', 'items', '.', 'done', '(', ')', '.', 'size', ';'));
    const [line1, line2] = [indexOf(old, hasText('this')), indexOf(now, hasText('this'))];
    expect(answerTo(old, now, line1 + 3)).toEqual({ status: 'doubtful', now: line2 + 3 });
    expect(answerTo(old, now, line1 + 8)).toEqual({ status: 'doubtful', now: line2 + 7 });
  });
});

describe('an element without a counterpart', () => {
  const steps = ['Account', 'Profile', 'Warning', 'Finish'];
  const linked = pageOf({
    tag: 'ul',
    inside: steps.map((text) => ({
      tag: 'li',
      inside: [{ tag: 'a', text, attributes: { href: `#step-${text}` } }],
    })),
  });
  const plain = pageOf({ tag: 'ul', inside: steps.map((text) => ({ tag: 'li', text })) });

  test('is what its words are in now, if it was alone in that', () => {
    for (const step of steps) {
      const [at, now] = [indexOf(linked, hasText(step)), indexOf(plain, hasText(step))];
      expect(answerTo(linked, plain, at)).toEqual({ status: 'doubtful', now });
    }
  });

  test('is gone if its words are gone from what it was alone in', () => {
    const empty = pageOf({ tag: 'ul', inside: steps.map(() => ({ tag: 'li' })) });
    expect(answerTo(linked, empty, indexOf(linked, hasText('Profile')))?.now).toBe(null);
  });

  test('is what it was wrapped around', () => {
    const bare = pageOf({ tag: 'nav', inside: steps.map((text) => ({ tag: 'a', text })) });
    const wrapper = indexOf(linked, hasText('Profile')) - 1;
    const now = indexOf(bare, hasText('Profile'));
    expect(answerTo(linked, bare, wrapper)).toEqual({ status: 'doubtful', now });
  });

  test('is the field that a script has built it around', () => {
    const field: Branch = { tag: 'textarea', id: 'story', attributes: { placeholder: 'Your story' } };
    const tools = ['Bold', 'Italic', 'Link'].map((text): Branch => ({ tag: 'button', text }));
    const box: Branch = {
      tag: 'div',
      classes: ['editor'],
      inside: [{ tag: 'div', classes: ['editor-tools'], inside: tools }, field],
    };
    const page = (inner: Branch) => pageOf({ tag: 'form', inside: [{ tag: 'label', text: 'Story' }, inner] });
    const [old, now] = [page(box), page(field)];
    const at = indexOf(now, ({ tag }) => tag === 'textarea');
    const is = answerTo(
      old,
      now,
      indexOf(old, ({ classes }) => classes?.includes('editor') ?? false),
    );
    expect(is).toEqual({ status: 'doubtful', now: at });
  });
});

test('a cell whose words moved into a small text beside another one is that text, not what is around both', () => {
  const names = ['Firefox', 'Safari', 'Opera'];
  const cells = (name: string): Branch[] => [
    { tag: 'td', text: name },
    { tag: 'td', text: 'not before' },
  ];
  const old = pageOf({ tag: 'table', inside: names.map((name) => ({ tag: 'tr', inside: cells(name) })) });
  const now = pageOf({
    tag: 'div',
    inside: names.map((name, at) => ({
      tag: 'div',
      inside: [{ tag: 'h3', text: `${at + 12}`, inside: [{ tag: 'small', text: name }] }],
    })),
  });
  for (const name of names)
    expect(answerTo(old, now, indexOf(old, hasText(name)))?.now).toBe(indexOf(now, hasText(name)));
});

describe('a table of options', () => {
  const table = (...rows: string[][]) =>
    pageOf({
      tag: 'table',
      inside: rows.map((texts) => ({ tag: 'tr', inside: texts.map((text) => ({ tag: 'td', text })) })),
    });
  const autoplay = ['autoplay', 'Boolean', 'true', 'Whether it starts by itself.'];
  const automute = ['automute', 'Boolean', 'false', 'Takes the sound off.'];

  test('has lost an option in whose place another one is, with all its cells', () => {
    const [old, now] = [
      table(autoplay, automute),
      table(autoplay, ['restart', 'Boolean', 'false', 'Goes back to the first picture of a video.']),
    ];
    const cell = indexOf(old, hasText('automute'));
    const answers = [-1, 0, 1, 2, 3].map((step) => answerTo(old, now, cell + step)?.now);
    expect(answers).toEqual([null, null, null, null, null]);
  });

  test('keeps an option whose description is other words', () => {
    const now = table(autoplay, ['automute', 'Boolean', 'false', 'Mutes what is played.']);
    const old = table(autoplay, automute);
    const cell = indexOf(old, hasText('automute'));
    expect(answerTo(old, now, cell)?.now).toBe(indexOf(now, hasText('automute')));
  });
});

test('the description of another term is another one, whatever words they share', () => {
  const option = (name: string, kind: string): Branch[] => [
    { tag: 'dt', text: name },
    {
      tag: 'dd',
      inside: [
        { tag: 'i', text: kind },
        { tag: 'p', text: 'Default value: false' },
      ],
    },
  ];
  const ends = [option('Precision', 'number from zero upwards'), option('Format', 'object of separators')];
  const listOf = (...middle: Branch[]) =>
    pageOf({ tag: 'dl', inside: [...(ends[0] ?? []), ...middle, ...(ends[1] ?? [])] });
  const old = listOf(...option('Errors', 'boolean or number'));
  const now = listOf(...option('Crypto', 'boolean'));
  for (const is of [hasText('boolean or number'), (node: TreeNode) => node.tag === 'dd']) {
    const at = old.nodes.findLastIndex((node, one) => is(node) && one < indexOf(old, hasText('Format')));
    expect(answerTo(old, now, at)?.status).not.toBe('found');
  }
});
