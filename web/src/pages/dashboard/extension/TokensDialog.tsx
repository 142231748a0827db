import { Modal } from '@mantine/core';
import { useState } from 'react';
import { tokens as t } from '../../../words/extension.ts';
import { NewToken } from './NewToken.tsx';
import { TokenForm } from './TokenForm.tsx';
import { TokenList } from './TokenList.tsx';
import styles from './Tokens.module.css';

/** Everything that may act for somebody, and a way to let one thing more. */
export function TokensDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  // Nobody can read it again, so nothing closes over it by accident.
  const isLeftAtWill = made === null;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('title')}
      closeOnEscape={isLeftAtWill}
      closeOnClickOutside={isLeftAtWill}
    >
      <p className={styles.intro}>{t('text')}</p>
      {made === null ? (
        <TokenForm onMade={setMade} />
      ) : (
        <NewToken value={made} onDone={() => setMade(null)} />
      )}
      <TokenList />
    </Modal>
  );
}
