import type { PreviewState } from '@stagelink/shared/preview/messages';
import { bytes, moment, wholeDay } from '@stagelink/shared/domain/format';
import type { ReactNode } from 'react';
import { ReachSetting } from '../../features/agentWork/ReachSetting.tsx';
import { useNow } from '../../lib/useNow.ts';
import { t } from './detailsCopy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Details.module.css';
import { expiresIn } from '../../lib/expiresIn.ts';
import type { PanelProps } from './panels.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Page({ page }: { page: PreviewState | null }) {
  if (!page)
    return (
      <Text tone="muted" size="small">
        {t('noPage')}
      </Text>
    );
  return (
    <dl className={styles.facts}>
      <Fact name={t('route')}>
        <code className={styles.code}>{page.route}</code>
      </Fact>
      <Fact name={t('title')}>{page.title || t('untitled')}</Fact>
      <Fact name={t('viewport')}>{t('viewportValue', page.viewport)}</Fact>
    </dl>
  );
}

export function Details({ snapshot, preview }: Pick<PanelProps, 'snapshot' | 'preview'>) {
  const now = useNow();
  const [created, expires] = [new Date(snapshot.createdAt), new Date(snapshot.expiresAt)];
  return (
    <>
      <section className={styles.section}>
        <Text as="h2" below="small" size="tiny" isStrong tone="muted">
          {t('thisPage')}
        </Text>
        <div className={styles.page}>
          <Page page={preview.page} />
        </div>
      </section>
      <section className={styles.section}>
        <Text as="h2" below="small" size="tiny" isStrong tone="muted">
          {t('snapshot')}
        </Text>
        <dl className={styles.facts}>
          <Fact name={t('id')}>
            <code className={styles.code}>{snapshot.id}</code>
          </Fact>
          {snapshot.ownerName !== null && (
            <Fact name={t('owner')}>
              <bdi>{snapshot.ownerName}</bdi>
            </Fact>
          )}
          {snapshot.captured && (
            <Fact name={t('captured')}>
              {t('capturedFrom', {
                host: snapshot.captured.from,
                date: wholeDay(new Date(snapshot.captured.at)),
              })}
            </Fact>
          )}
          <Fact name={t('created')}>{moment(created)}</Fact>
          <Fact name={t('expires')}>
            <span title={moment(expires)}>{expiresIn(expires, now)}</span>
          </Fact>
          <Fact name={t('size')}>{bytes(snapshot.totalBytes)}</Fact>
          <Fact name={t('fileCount')}>
            {(snapshot.fileCount ?? snapshot.files.length).toLocaleString('en')}
          </Fact>
        </dl>
      </section>
      {snapshot.agentFeedback !== undefined && (
        <section className={styles.section}>
          <Text as="h2" below="small" size="tiny" isStrong tone="muted">
            {t('agents')}
          </Text>
          <ReachSetting snapshot={snapshot} />
        </section>
      )}
    </>
  );
}
