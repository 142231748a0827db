import type { ToAgent } from '@stagelink/shared/preview/messages';
import { expect, test } from 'vitest';
import type { Thread } from '../comments/threads.ts';
import type { PreviewMessage } from '../preview/useAgentReports.ts';
import type { Preview } from '../preview/usePreview.ts';
import { openPart } from './openPart.ts';

const id = crypto.randomUUID();
const thread = { root: { id, context: { route: '/', page: null } } } as unknown as Thread;
const done = (isOpen: boolean, of = id): PreviewMessage => ({ type: 'reopened', id: of, isOpen });

/** Opens the part in a preview that replies with these messages. */
async function openIn(isConnected: boolean, ...replies: PreviewMessage[]) {
  const sent: ToAgent['type'][] = [];
  const listeners = new Set<(message: PreviewMessage) => void>();
  const preview = {
    send: ({ type }: ToAgent) => {
      if (isConnected) sent.push(type);
      return isConnected;
    },
    listen: (listener: (message: PreviewMessage) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Preview;
  const opened = openPart(preview, thread);
  for (const reply of replies) for (const listener of listeners) listener(reply);
  return { isOpen: await opened, sent, listeners: listeners.size };
}

test('the part that a pin is in is opened, then its element is brought into sight', async () => {
  const other = done(false, crypto.randomUUID());
  expect(await openIn(true, other, done(true))).toEqual({
    isOpen: true,
    sent: ['reopen', 'reveal'],
    listeners: 0,
  });
});

test('a part that cannot be opened, another document and a preview that is not connected end it', async () => {
  expect(await openIn(true, done(false))).toEqual({ isOpen: false, sent: ['reopen'], listeners: 0 });
  expect(await openIn(true, { type: 'replaced' })).toEqual({ isOpen: false, sent: ['reopen'], listeners: 0 });
  expect(await openIn(false)).toEqual({ isOpen: false, sent: [], listeners: 0 });
});
