import { useNavigate } from '@stagelink/web/lib/router.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
import * as actions from './actions.ts';

interface PrimaryActionProps {
  folder: Folder;
  /** True where it is the primary action of the page. */
  isMain?: boolean;
  tabIndex?: number;
}

/** The most likely action for the folder's current state. */
export function PrimaryAction({ folder, isMain = false, tabIndex = 0 }: PrimaryActionProps) {
  const navigate = useNavigate();
  const { kind } = folder.state;
  const waits = kind === 'idle' && Boolean(folder.link?.waiting);

  const button = (label: string, act: () => void, isQuiet = !isMain) => (
    <Button
      size={isMain ? 'medium' : 'small'}
      variant={isQuiet ? 'plain' : 'main'}
      tabIndex={tabIndex}
      onClick={act}
    >
      {label}
    </Button>
  );
  if (kind === 'staging' || kind === 'queued')
    return button(t('cancel'), () => void actions.cancel(folder), true);
  // The folder's own page shows the consent form.
  const isQuestion = kind === 'asking' || kind === 'deciding';
  if (isQuestion && isMain) return null;
  if (isQuestion || (waits && !isMain))
    return button(t('review'), () => void navigate(`/folders/${folder.id}`));
  if (kind === 'signedOut') {
    const from = isMain ? `/folders/${folder.id}` : '/folders';
    return button(t('signIn'), () => void navigate('/sign-in', { state: { from } }));
  }
  const words = ['failed', 'missing', 'unreachable'].includes(kind) ? 'retry' : 'stage';
  return button(t(words), () => void actions.stage(folder), !isMain || waits);
}
