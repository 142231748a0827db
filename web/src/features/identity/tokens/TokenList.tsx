import { useRef } from 'react';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { useTokens } from './api.ts';
import { useNow } from '../../../lib/useNow.ts';
import { tokens as t } from '../../editorExtension/copy.ts';
import { TokenRow } from './TokenRow.tsx';
import styles from './Tokens.module.css';

function Rows({ onDeleted }: { onDeleted: () => void }) {
  const { data, isError, refetch } = useTokens();
  const now = useNow();

  if (data?.length === 0) return <p className={styles.empty}>{t('empty')}</p>;
  if (data) {
    return (
      <ul className={styles.rows}>
        {data.map((token) => (
          <TokenRow key={token.id} token={token} now={now} onDeleted={onDeleted} />
        ))}
      </ul>
    );
  }
  if (isError) return <ErrorState message={t('failed')} onRetry={() => void refetch()} />;
  return (
    <>
      <output className={styles.unseen}>{t('loading')}</output>
      <div className={styles.waiting}>
        <Skeleton heightPx={48} />
      </div>
    </>
  );
}

export function TokenList() {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className={styles.list}>
      <h3 ref={title} tabIndex={-1}>
        {t('list')}
      </h3>
      {/* The pressed button is removed with its row. */}
      <Rows onDeleted={() => title.current?.focus()} />
    </section>
  );
}
