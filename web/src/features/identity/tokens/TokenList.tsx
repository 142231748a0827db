import type { AccessToken } from '@stagelink/shared/contracts/tokens';
import { useRef } from 'react';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { useTokens } from './api.ts';
import { useNow } from '../../../lib/useNow.ts';
import { tokens as t } from '../../editorExtension/copy.ts';
import { TokenRow } from './TokenRow.tsx';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { Stack } from '../../../kit/layout/Stack.tsx';
import styles from './Tokens.module.css';

function Rows({ tokens, onDeleted }: { tokens: readonly AccessToken[]; onDeleted: () => void }) {
  const now = useNow();
  return (
    <Stack as="ul" above="small">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} now={now} onDeleted={onDeleted} />
      ))}
    </Stack>
  );
}

function Waiting() {
  const { isError, error, refetch } = useTokens();
  if (isError) return <ErrorState message={t('failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <VisuallyHidden as="output">{t('loading')}</VisuallyHidden>
      <Stack above="medium">
        <Skeleton heightPx={48} />
      </Stack>
    </>
  );
}

/** Tokens that were generated or that programs got, and agents that were allowed over OAuth. */
export function TokenList() {
  const { data } = useTokens();
  const title = useRef<HTMLHeadingElement>(null);
  const tokens = data?.filter(({ agent }) => !agent);
  const agents = data?.filter(({ agent }) => agent) ?? [];
  // The pressed button is removed with its row.
  const focusTitle = () => title.current?.focus();
  return (
    <>
      <section className={styles.list}>
        <h3 ref={title} tabIndex={-1}>
          {t('list')}
        </h3>
        {!tokens && <Waiting />}
        {tokens?.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
        {tokens && tokens.length > 0 && <Rows tokens={tokens} onDeleted={focusTitle} />}
      </section>
      {agents.length > 0 && (
        <section className={styles.list}>
          <h3>{t('agents')}</h3>
          <Rows tokens={agents} onDeleted={focusTitle} />
        </section>
      )}
    </>
  );
}
