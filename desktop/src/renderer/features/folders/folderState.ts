import type { Folder } from '../../../protocol/folders.ts';
import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import { t } from './copy.ts';
import { describeDecision } from './describeDecision.ts';

type Tone = 'good' | 'quiet' | 'busy' | 'notice' | 'danger';

interface FolderStatus {
  tone: Tone;
  text: string;
  /** Shown as a tooltip. */
  detail: string;
  /** Progress from 0 to 1; null while unknown. */
  fraction: number | null;
}

const shown = (tone: Tone, text: string, detail = text, fraction: number | null = null): FolderStatus => ({
  tone,
  text,
  detail,
  fraction,
});

export function stateOf({ state, link, watchProblem }: Folder): FolderStatus {
  switch (state.kind) {
    case 'idle':
      if (link?.waiting)
        return shown('notice', t('waits', { version: link.waiting.version }), pinSummary(link.waiting.pins));
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
    case 'deciding':
      return shown('notice', t('deciding'), describeDecision(state.question).lines.join('\n'));
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
