import { Snowflake } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { useFreeze } from './freeze.ts';
import { t } from './freezeCopy.ts';
import styles from './FrameMenu.module.css';
import { PreviewNote } from './PreviewNotes.tsx';
import type { Preview } from './usePreview.ts';

const list = new Intl.ListFormat('en');

/** Stops what moves in the preview, while a state is pointed at. */
export function FreezeButton({ preview }: { preview: Preview }) {
  const { isFrozen, canFreeze, toggle } = useFreeze(preview);
  return (
    <IconButton
      className={styles.freeze}
      label={t('freeze')}
      title={t('freezeKey')}
      aria-keyshortcuts="f"
      aria-pressed={isFrozen}
      disabled={!canFreeze}
      onClick={toggle}
    >
      <Snowflake size={16} />
    </IconButton>
  );
}

/** Says that the preview is frozen, and what in it goes on. */
export function FrozenNote({ preview }: { preview: Preview }) {
  const { isFrozen, beyond, toggle } = useFreeze(preview);
  if (!isFrozen) return null;
  const what = list.format(beyond.map((kind) => t(kind)));
  return (
    <PreviewNote action={t('unfreeze')} keys="f" onAct={toggle}>
      <Snowflake size={14} aria-hidden />
      {beyond.length > 0 ? t('frozenExcept', { what }) : t('frozen')}
    </PreviewNote>
  );
}
