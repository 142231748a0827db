import { useVersions } from './api.ts';
import { useNow } from '../../lib/useNow.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { t as ofMenu } from './menuCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import type { VersionsProps } from './versionsProps.ts';
import { KeptVersions } from './KeptVersions.tsx';
import { type Pair, pairOf } from './pair.ts';
import { useVersionActions } from './useVersionActions.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './VersionList.module.css';
import { VersionRow } from './VersionRow.tsx';

interface VersionListProps extends VersionsProps {
  onCompare: (pair: Pair) => void;
  onDone: () => void;
}

export function VersionList({ snapshot, preview, onCompare, onDone }: VersionListProps) {
  const { data: versions, isPending, isError, error, refetch } = useVersions(snapshot.id);
  const acts = useVersionActions(snapshot, preview);
  const now = useNow();
  const { version: shown, isOwner } = snapshot;

  if (isPending) return <output className={styles.coming} aria-label={ofMenu('versions')} />;
  if (isError) {
    return (
      <ErrorState
        className={styles.failed}
        message={t('failed')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }

  /** Compares with the live version, and the live version with the one before it. */
  function comparedWith(number: number): number | null {
    if (number !== shown) return shown;
    return versions?.find((one) => one.number < shown)?.number ?? null;
  }

  return (
    <>
      <output>
        {acts.former !== null && acts.former !== shown && (
          <span className={styles.news}>
            {t('published', { version: shown })}
            <Button
              variant="plain"
              size="small"
              disabled={acts.isBusy}
              onClick={() => void acts.publish(acts.former ?? shown)}
            >
              {common('undo')}
            </Button>
          </span>
        )}
        {acts.renamed !== null && <span className={styles.news}>{acts.renamed}</span>}
      </output>
      {acts.problem && (
        <p role="alert" className={styles.problem}>
          {acts.problem}
        </p>
      )}
      <Stack as="ol" gap="hairline">
        {versions.map((version) => {
          const other = comparedWith(version.number);
          return (
            <VersionRow
              key={version.number}
              version={version}
              now={now}
              isLookedAt={version.number === preview.version}
              canLook={version.isShown || version.contentOrigin !== null}
              comparedWith={version.contentOrigin === null ? null : other}
              acts={isOwner ? acts : null}
              onLook={() => {
                preview.showVersion(version.isShown ? null : version);
                onDone();
              }}
              onCompare={() => other !== null && onCompare(pairOf(version.number, other))}
            />
          );
        })}
      </Stack>
      {isOwner && versions.length > 1 && <KeptVersions snapshotId={snapshot.id} acts={acts} />}
      {versions.length === 1 && (
        <p className={styles.note}>{isOwner ? t('noOthers') : t('noOthersForVisitor')}</p>
      )}
      {versions.length > 1 && versions[0]?.contentOrigin === null && (
        <p className={styles.note}>{t('onlyShown')}</p>
      )}
    </>
  );
}
