import { expect, test } from 'vitest';
import type { Comment } from '../contracts/comments.ts';
import type { Thread } from '../contracts/threads.ts';
import type { Inspection } from '../preview/inspection.ts';
import { comment } from '../testing/comment.ts';
import { locator } from '../testing/locator.ts';
import { AGENT_THREAD_BYTES, agentThread } from './agentThread.ts';

const SOURCE = { certainty: 'exact', by: 'react', file: 'src/Pay.tsx', line: 12, column: 5 } as const;

const inspection = (much = 1): Inspection => ({
  elements: [
    {
      role: 'button',
      text: 'Pay',
      box: { x: 1, y: 2, width: 3, height: 4 },
      styles: Array.from({ length: Math.min(24, 2 * much) }, (_, at) => `property-${at}: ${'v'.repeat(80)}`),
      sources: [
        SOURCE,
        ...Array.from({ length: Math.min(3, much) }, () => ({
          certainty: 'hint' as const,
          by: 'page' as const,
          search: ['x'.repeat(100)],
        })),
      ],
    },
  ],
  scheme: 'dark',
  errors: Array.from({ length: Math.min(10, much) }, (_, at) => ({
    kind: 'console' as const,
    text: `${at} ${'e'.repeat(250)}`,
  })),
  requests: Array.from({ length: Math.min(10, much) }, (_, at) => ({
    method: 'GET',
    path: `/${at}/${'r'.repeat(150)}`,
    status: 404,
  })),
});

const context = (more: Partial<NonNullable<Comment['context']>> = {}): Comment['context'] => ({
  route: '/checkout',
  title: 'Checkout',
  viewport: { width: 390, height: 844 },
  browser: 'Safari 19 on iOS',
  elementName: 'Pay, button',
  elementHtml: '<button>Pay</button>',
  page: null,
  ...more,
});

function thread({ replies = [], ...more }: Partial<Thread> & { comment?: Comment }): Thread {
  return {
    comment: comment({ context: context() }),
    snapshot: { id: 'k3q9x7m2a1b4', name: 'Shop', url: 'https://stage.example', version: 2 },
    pin: null,
    inspection: inspection(),
    url: 'https://stage.example/s/k3q9x7m2a1b4#thread=1',
    replies,
    ...more,
  };
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

test('an ordinary thread is whole', () => {
  const brief = agentThread(thread({}));
  expect(brief).toMatchObject({
    leftOut: [],
    scheme: 'dark',
    element: { name: 'Pay, button', role: 'button', sources: [SOURCE, { certainty: 'hint' }] },
    pageErrors: [{ kind: 'console' }],
    failedRequests: [{ status: 404 }],
  });
});

const long = (sign: string, length: number) => sign.repeat(Math.ceil(length / sign.length)).slice(0, length);
const reply = (text: string) => comment({ text, parentId: '0190a0e2-6b1c-7c3e-9000-000000000001' });
const file = {
  id: '0190a0e2-6b1c-7c3e-9000-000000000001',
  url: `https://stage.example/files/${long('f', 400)}`,
  filename: long('ñ', 200),
  mimeType: 'image/png',
  size: 1,
};

test.each<[string, Partial<Thread>]>([
  ['long HTML', { comment: comment({ context: context({ elementHtml: long('<b>ü</b>', 4000) }) }) }],
  ['many styles, errors and requests', { inspection: inspection(24) }],
  ['a long text', { comment: comment({ text: long('ë ', 20_000), context: context() }) }],
  ['many replies', { replies: Array.from({ length: 60 }, (_, at) => reply(`${at} ${long('x', 900)}`)) }],
  [
    'many files',
    { comment: comment({ context: context(), attachments: Array.from({ length: 10 }, () => file) }) },
  ],
  [
    'everything at its longest',
    {
      comment: comment({
        text: long('\u{1f600}', 20_000),
        authorName: long('ü', 200),
        elementSelector: long('>div', 1000),
        context: context({
          route: `/${long('ü', 1999)}`,
          title: long('"', 300),
          browser: long('"', 200),
          elementName: long('"', 200),
          elementHtml: long('"\\', 4000),
        }),
        selection: { kind: 'text', exact: long('"', 500), prefix: '', suffix: '' },
        further: {
          relation: 'and',
          elements: Array.from({ length: 5 }, () => ({
            locator: locator({ elementSelector: long('>p', 1000) }),
            elementName: long('"', 200),
            elementHtml: long('<i>', 4000),
          })),
        },
        crop: { url: `https://stage.example/${long('c', 2000)}` },
        attachments: Array.from({ length: 10 }, () => file),
      }),
      replies: Array.from({ length: 60 }, () => ({ ...reply(long('"', 20_000)), attachments: [file] })),
      snapshot: { id: 'k3q9x7m2a1b4', name: long('"', 200), url: 'https://stage.example', version: 2 },
      inspection: {
        ...inspection(24),
        elements: Array.from({ length: 6 }, () => inspection(24).elements).flat(),
      },
    },
  ],
])('a thread with %s fits, keeps its words and its surest source, and says what it leaves out', (_, more) => {
  const given = thread(more);
  const brief = agentThread(given);
  expect(bytes(brief)).toBeLessThanOrEqual(AGENT_THREAD_BYTES);
  expect(brief.text.slice(0, 20)).toBe(given.comment.text.slice(0, 20));
  expect(brief.text.isWellFormed()).toBe(true);
  expect(brief.element?.sources?.[0]).toMatchObject(SOURCE);
  expect(brief.leftOut.length).toBeGreaterThan(0);
});

test('styles go before HTML, errors before replies, and the words last', () => {
  const elementHtml = long('<i>', 1500);
  const styled = agentThread(
    thread({
      comment: comment({ context: context({ elementHtml }) }),
      inspection: { ...inspection(24), errors: [], requests: [] },
    }),
  );
  expect(styled.element).toMatchObject({ html: elementHtml, styles: { length: 12 } });
  const faulty = agentThread(
    thread({ inspection: inspection(24), replies: ['one', 'two', 'three'].map(reply) }),
  );
  expect(faulty.replies).toHaveLength(3);
  expect(faulty.element?.sources?.[0]).toEqual(SOURCE);
});

test('the HTML of an element loses its secrets', () => {
  const elementHtml = '<a data-token="q1w2e3r4" href="/reset?key=abc">Reset</a>';
  const brief = agentThread(thread({ comment: comment({ context: context({ elementHtml }) }) }));
  expect(brief.element?.html).toBe('<a data-token="[secret]" href="/reset">Reset</a>');
});
