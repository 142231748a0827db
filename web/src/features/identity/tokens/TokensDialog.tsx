import { useState } from 'react';
import { Dialog } from '../../../kit/Dialog.tsx';
import { tokens as t } from '../../editorExtension/copy.ts';
import { NewToken } from './NewToken.tsx';
import { TokenForm } from './TokenForm.tsx';
import { TokenList } from './TokenList.tsx';
import styles from './Tokens.module.css';

export function TokensDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  // A new token is shown only once, so the dialog does not close by accident.
  const isLeftAtWill = made === null;
  return (
    <Dialog
      hasCloseButton
      title={t('title')}
      widthPx={640}
      closeOnEscape={isLeftAtWill}
      closeOnOutsideClick={isLeftAtWill}
      onClose={onClose}
    >
      <p className={styles.intro}>{t('text')}</p>
      {made === null ? (
        <TokenForm onMade={setMade} />
      ) : (
        <NewToken value={made} onDone={() => setMade(null)} />
      )}
      <TokenList />
    </Dialog>
  );
}
