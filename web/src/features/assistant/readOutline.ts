import type { PageOutline } from '@stagelink/shared/preview/pageOutline';
import { uuid } from '../../lib/uuid.ts';
import type { Preview } from '../preview/usePreview.ts';
import { ContentError } from './failure.ts';

const WAIT_MS = 5000;

/** Asks the page in the preview what it consists of. Throws `ContentError` without a reply. */
export function readOutline({ send, listen }: Pick<Preview, 'send' | 'listen'>): Promise<PageOutline> {
  const id = uuid();
  return new Promise((resolve, reject) => {
    const stop = listen((message) => {
      if (message.type !== 'outlined' || message.id !== id) return;
      end();
      resolve(message.outline);
    });
    const fail = () => {
      end();
      reject(new ContentError());
    };
    const timer = setTimeout(fail, WAIT_MS);
    function end(): void {
      clearTimeout(timer);
      stop();
    }
    if (!send({ type: 'readOutline', id })) fail();
  });
}
