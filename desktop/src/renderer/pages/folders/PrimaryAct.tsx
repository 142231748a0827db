import { Button } from '@mantine/core';
import { useNavigate } from '../../../../../web/src/ui/router.ts';
import type { Folder } from '../../../folders.ts';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';

interface PrimaryActProps {
  folder: Folder;
  /** Where it is the act of the page. */
  isMain?: boolean;
  tabIndex?: number;
}

/** What is most likely wanted of a folder as it is. */
export function PrimaryAct({ folder, isMain = false, tabIndex = 0 }: PrimaryActProps) {
  const navigate = useNavigate();
  const { kind } = folder.state;
  const waits = kind === 'idle' && Boolean(folder.link?.waiting);

  const button = (label: string, act: () => void, isQuiet = !isMain) => (
    <Button
      size={isMain ? 'sm' : 'xs'}
      variant={isQuiet ? 'default' : 'filled'}
      tabIndex={tabIndex}
      onClick={act}
    >
      {label}
    </Button>
  );
  if (kind === 'staging' || kind === 'queued')
    return button(t('cancel'), () => void acts.cancel(folder), true);
  // On its own page the question itself is there to be answered.
  if (kind === 'asking' && isMain) return null;
  if (kind === 'asking' || (waits && !isMain))
    return button(t('review'), () => void navigate(`/folders/${folder.id}`));
  if (kind === 'signedOut') {
    const from = isMain ? `/folders/${folder.id}` : '/folders';
    return button(t('signIn'), () => void navigate('/sign-in', { state: { from } }));
  }
  const words = ['failed', 'missing', 'unreachable'].includes(kind) ? 'retry' : 'stage';
  return button(t(words), () => void acts.stage(folder), !isMain || waits);
}
