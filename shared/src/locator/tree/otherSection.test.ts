import { expect, test } from 'vitest';
import { type Branch, treeOf, verdicts } from '../testing/pageTree.ts';
import type { PageTree } from './pageTree.ts';

/** Sections of a reference, whose pages are made from one template. */

interface Method {
  name: string;
  summary: string;
  parameter: string;
}

const DETECT: Method = {
  name: 'autoDetectRenderer',
  summary: 'Chooses the fastest renderer of this browser.',
  parameter: 'Width of the view, in pixels.',
};
const LISTEN: Method = {
  name: 'addEventListener',
  summary: 'Calls a function whenever the event occurs.',
  parameter: 'Kind of event.',
};

const sectionOf = ({ name, summary, parameter }: Method, id = name): Branch => ({
  tag: 'div',
  id: `method_${id}`,
  classes: ['method'],
  inside: [
    { tag: 'h3', text: name },
    { tag: 'p', text: summary },
    { tag: 'h4', text: 'Parameters:' },
    { tag: 'ul', classes: ['parameters'], inside: [{ tag: 'li', text: parameter }] },
  ],
});

const pageOf = (...sections: Branch[]): PageTree =>
  treeOf([
    { tag: 'header', inside: [{ tag: 'a', text: 'Reference' }] },
    { tag: 'h2', text: 'Methods' },
    ...sections,
    { tag: 'footer', text: 'Made in Norway' },
  ]);

const SECTION = pageOf(sectionOf(DETECT)).nodes.findIndex(({ id }) => id !== undefined);

/** Returns what the tree says of the section and of what is in it. */
const statuses = (now: PageTree): string[] =>
  verdicts(pageOf(sectionOf(DETECT)), now)
    .slice(SECTION, SECTION + 6)
    .map(({ status }) => status);

test('a section is another one where its id, its title and its text are, and so is what is in it', () => {
  expect(statuses(pageOf(sectionOf(LISTEN)))).toEqual(Array(6).fill('lost'));
});

test('a section with its id or its title is the same one', () => {
  const { name } = DETECT;
  expect(statuses(pageOf(sectionOf(LISTEN, name)))[0]).not.toBe('lost');
  expect(statuses(pageOf(sectionOf({ ...LISTEN, name })))[0]).not.toBe('lost');
});

test('what has the same words in another section is found', () => {
  const [, , summary] = statuses(pageOf(sectionOf({ ...LISTEN, summary: DETECT.summary })));
  expect(summary).toBe('found');
});
