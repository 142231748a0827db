import type { Thread } from '@stagelink/shared/contracts/threads';
import { describe, expect, test } from 'vitest';
import { factsOn } from './facts.ts';
import { idsOf, findNewComments, notificationText } from './newComments.ts';
import { appearanceOf } from './row.ts';
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

describe('the appearance of the tree', () => {
  const appearance = (thread: Thread, isNew = NONE) =>
    appearanceOf(treeOf(SHOWN, new Map([['one', { problem: null, threads: [thread] }]]), isNew));
  const plain = appearance(aThread('a', { route: '/' }));

  test('stays as it is when a pin is found or a link is signed again', () => {
    const verified: Thread = {
      ...aThread('a', { route: '/' }),
      pin: { status: 'found', confidence: 1, isRemoved: false },
      url: 'https://a.example/s/abcdefghij?t=2#thread=a',
    };
    expect(appearance(verified)).toBe(plain);
  });

  test('changes with everything that a row shows', () => {
    const lost = { status: 'lost', confidence: 0, isRemoved: false } as const;
    const changed = [
      appearance(aThread('a', { route: '/', comment: { text: 'Edited' } })),
      appearance(aThread('a', { route: '/', comment: { state: 'resolved' } })),
      appearance(aThread('a', { route: '/', replies: [aComment('r')] })),
      appearance(aThread('a', { route: '/work' })),
      appearance({ ...aThread('a', { route: '/' }), pin: lost }),
      appearance(aThread('a', { route: '/' }), () => true),
    ];
    expect(new Set([plain, ...changed]).size).toBe(changed.length + 1);
  });
});

test('beside a thread is who wrote it, and how far its work and its pin are', () => {
  const work = {
    state: 'inProgress',
    sentBy: 'Ada',
    sentAt: 1,
    changedAt: 1,
    agentName: 'Claude Code',
  } as const;
  const comment = { work: { ...work, isTaken: true, plan: null, version: null } };
  const thread = aThread('a', { replies: [aComment('r')] });
  const worked = { ...thread, comment: { ...thread.comment, ...comment } };
  const lost = { ...worked, pin: { status: 'lost', isRemoved: false, confidence: 0, version: 2 } as const };
  const [author = '', time = ''] = factsOn(thread, Date.now());
  expect(factsOn(thread, Date.now())).toEqual([author, time, '1 reply']);
  expect(factsOn(lost, Date.now())).toEqual([
    author,
    time,
    '1 reply',
    'In progress · Claude Code',
    'pin lost',
  ]);
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
