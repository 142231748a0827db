import { Button, Skeleton } from '@mantine/core';
import { useRef } from 'react';
import { useTokens } from '../../../data/tokens.ts';
import { useNow } from '../../../ui/useNow.ts';
import { tokens as t } from '../../../words/extension.ts';
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
  if (isError) {
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('failed')}</p>
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <output className={styles.unseen}>{t('loading')}</output>
      <Skeleton height={48} mt={12} />
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
      {/* The button that was pressed is gone with its row. */}
      <Rows onDeleted={() => title.current?.focus()} />
    </section>
  );
}
