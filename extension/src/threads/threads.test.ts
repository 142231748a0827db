import { describe, expect, test } from 'vitest';
import { idsOf, findNewComments, notificationText } from './newComments.ts';
import { aComment, aThread } from './testing/threads.ts';
import { childrenOf, type Node, shownOf, treeOf } from './tree.ts';

const SHOWN = [
  { snapshotId: 'one', folder: '/a/boats' },
  { snapshotId: 'two', folder: null },
];
const NONE = () => false;

/** Draws a tree as lines. */
const drawn = (nodes: Node[], depth = 0): string[] =>
  nodes.flatMap((node) => {
    const name =
      node.kind === 'problem'
        ? node.message
        : node.kind === 'snapshot'
          ? `${node.name} ${node.count}`
          : node.kind === 'route'
            ? String(node.route)
            : node.kind === 'thread'
              ? `${node.thread.comment.id}${node.isNew ? ' new' : ''}`
              : node.reply.id;
    return [`${'  '.repeat(depth)}${name}`, ...drawn(childrenOf(node), depth + 1)];
  });

describe('the tree', () => {
  test('groups threads by snapshot and page, with their replies below', () => {
    const read = new Map([
      [
        'one',
        {
          problem: null,
          threads: [
            aThread('c', { route: '/work?filter=new#top' }),
            aThread('b', { route: '/' }),
            aThread('a', { route: '/work', replies: [aComment('r')] }),
            aThread('whole'),
          ],
        },
      ],
      ['two', { problem: null, threads: [aThread('z', { route: '/', snapshot: 'cars' })] }],
    ]);
    expect(drawn(treeOf(SHOWN, read, (id) => id === 'b'))).toEqual([
      'boats 4',
      '  null',
      '    whole',
      '  /',
      '    b new',
      '  /work',
      '    c',
      '    a',
      '      r',
      'cars 1',
      '  /',
      '    z',
    ]);
  });

  test('leaves out snapshots without threads, and those not read yet', () => {
    expect(treeOf(SHOWN, new Map([['one', { problem: null, threads: [] }]]), NONE)).toEqual([]);
  });

  test('says once why it is not up to date, and keeps what it has', () => {
    const problem = 'The server could not be reached.';
    const read = new Map([
      ['one', { problem, threads: [aThread('a', { route: '/' })] }],
      ['two', { problem, threads: [] }],
    ]);
    expect(drawn(treeOf(SHOWN, read, NONE))).toEqual([problem, 'boats 1', '  /', '    a']);
  });

  test('knows which snapshots differ only in their folders', () => {
    const read = new Map([
      ['one', { problem: null, threads: [aThread('a')] }],
      ['two', { problem: null, threads: [aThread('b')] }],
      ['three', { problem: null, threads: [aThread('c', { snapshot: 'cars' })] }],
    ]);
    const nodes = treeOf([...SHOWN, { snapshotId: 'three', folder: '/cars' }], read, NONE);
    expect(nodes).toMatchObject([{ hasNamesake: true }, { hasNamesake: true }, { hasNamesake: false }]);
  });

  test('shows a snapshot once, also when two folders were staged to it and it was chosen', () => {
    const staged = [
      { snapshotId: 'one', folder: '/a' },
      { snapshotId: 'one', folder: '/b' },
    ];
    expect(shownOf(staged, ['one', 'two', 'two'])).toEqual([
      { snapshotId: 'one', folder: '/a' },
      { snapshotId: 'two', folder: null },
    ]);
  });
});

describe('new comments', () => {
  const thread = aThread('a', {
    replies: [aComment('r', { createdAt: 3 }), aComment('mine', { createdAt: 2, author: 'ada' })],
  });

  test('is what others wrote and was not notified yet, oldest first', () => {
    const newComments = findNewComments(
      [aThread('b', { comment: { createdAt: 9 } }), thread],
      new Set(['a']),
      'ada',
    );
    expect(newComments.map(({ comment }) => comment.id)).toEqual(['r', 'b']);
    expect(findNewComments([thread], new Set(idsOf([thread])), 'ada')).toEqual([]);
  });

  test('is described in one sentence', () => {
    const [begun, answered] = findNewComments([thread], new Set(), 'ada');
    if (!begun || !answered) throw new Error('There are two');
    expect(notificationText([begun])).toBe('Grace commented on “boats”: Text of a');
    expect(notificationText([answered])).toBe('Grace replied on “boats”: Text of r');
    expect(notificationText([begun, answered])).toBe('2 new comments on “boats”.');
    expect(notificationText([])).toBe('');
  });

  test('says nothing that an editor would take for more than text', () => {
    const about = { text: '[x](command:y)', authorName: '$(zap) [z](https://evil.example)' };
    const [newComments] = findNewComments([aThread('a', { comment: about })], new Set(), 'ada');
    const notification = newComments ? notificationText([newComments]) : '';
    expect(notification).not.toMatch(/\]\(|\$\(/);
  });

  test('of an author without a name is by “Someone”', () => {
    const [newComments] = findNewComments([aThread('a', { comment: { authorName: '' } })], new Set(), 'ada');
    expect(newComments && notificationText([newComments])).toMatch(/^Someone commented/);
  });
});
