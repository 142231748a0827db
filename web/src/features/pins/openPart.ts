import type { Thread } from '../comments/threads.ts';
import type { Preview } from '../preview/usePreview.ts';

/** Opens the part of the page that the pin of a thread is in. Resolves to false where the user has to open it. */
export async function openPart(
  { send, listen }: Pick<Preview, 'send' | 'listen'>,
  { root }: Thread,
): Promise<boolean> {
  const { id, context } = root;
  const isOpen = await new Promise<boolean>((resolve) => {
    const stop = listen((message) => {
      // Another document knows nothing of the attempt.
      const isEnd = message.type === 'replaced' || (message.type === 'reopened' && message.id === id);
      if (!isEnd) return;
      stop();
      resolve(message.type === 'reopened' && message.isOpen);
    });
    if (send({ type: 'reopen', id, page: context?.page ?? null })) return;
    stop();
    resolve(false);
  });
  if (isOpen) send({ type: 'reveal', id });
  return isOpen;
}
