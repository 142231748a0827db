import type { Folder } from '../folders.ts';
import { pinSentence } from '../pins.ts';
import { t } from './words/folders.ts';

type Tone = 'good' | 'quiet' | 'busy' | 'notice' | 'danger';

interface Shown {
  tone: Tone;
  text: string;
  /** More of it, for whoever points at it. */
  detail: string;
  /** From 0 to 1 while it can be told. */
  fraction: number | null;
}

const shown = (tone: Tone, text: string, detail = text, fraction: number | null = null): Shown => ({
  tone,
  text,
  detail,
  fraction,
});

/** A folder's state as it is read at a glance. */
export function stateOf({ state, link, watchProblem }: Folder): Shown {
  switch (state.kind) {
    case 'idle':
      if (link?.waiting)
        return shown('notice', t('waits', { version: link.waiting.version }), pinSentence(link.waiting.pins));
      if (watchProblem) return shown('notice', t('notAutomatic'), watchProblem.message);
      return link ? shown('good', t('idle')) : shown('quiet', t('idleUnstaged'));
    case 'staging':
      return shown('busy', t(state.step), state.text, state.fraction);
    case 'failed':
      return shown('danger', state.problem.message);
    case 'missing':
      return shown('danger', t('missing'));
    case 'unreachable':
      return shown('danger', t('unreachable'));
    case 'asking':
      return shown('notice', t('asking'), state.commands.join('\n'));
    case 'settling':
      return shown('busy', t('settling'));
    case 'queued':
      return shown('notice', t('queued'));
    case 'signedOut':
      return shown('notice', t('signedOut'));
    default:
      return state satisfies never;
  }
}
