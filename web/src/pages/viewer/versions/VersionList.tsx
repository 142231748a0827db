import { useVersions } from '../../../data/versions.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/versions.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import { KeptVersions } from './KeptVersions.tsx';
import { type Pair, pairOf } from './pair.ts';
import { useVersionActs } from './useVersionActs.ts';
import styles from './VersionList.module.css';
import { VersionRow } from './VersionRow.tsx';

interface VersionListProps extends PanelProps {
  onCompare: (pair: Pair) => void;
  onDone: () => void;
}

/** Every version there is, newest first. */
export function VersionList({ snapshot, preview, onCompare, onDone }: VersionListProps) {
  const { data: versions, isPending, isError, refetch } = useVersions(snapshot.id);
  const acts = useVersionActs(snapshot, preview);
  const now = useNow();
  const { version: shown, isOwner } = snapshot;

  if (isPending) return <output className={styles['coming']} aria-label={t('versions')} />;
  if (isError) {
    return (
      <div role="alert" className={styles['failed']}>
        <p>{t('failed')}</p>
        <button type="button" className={button('plain', 'small')} onClick={() => void refetch()}>
          {common('retry')}
        </button>
      </div>
    );
  }

  /** What a version is best held against: what the link shows, and that against the one before it. */
  function comparedWith(number: number): number | null {
    if (number !== shown) return shown;
    return versions?.find((one) => one.number < shown)?.number ?? null;
  }

  return (
    <>
      <output>
        {acts.former !== null && acts.former !== shown && (
          <span className={styles['news']}>
            {t('published', { version: shown })}
            <button
              type="button"
              className={button('plain', 'small')}
              disabled={acts.isBusy}
              onClick={() => void acts.publish(acts.former ?? shown)}
            >
              {common('undo')}
            </button>
          </span>
        )}
      </output>
      {acts.problem && (
        <p role="alert" className={styles['problem']}>
          {acts.problem}
        </p>
      )}
      <ol className={styles['versions']}>
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
      </ol>
      {isOwner && versions.length > 1 && <KeptVersions snapshotId={snapshot.id} acts={acts} />}
      {versions.length === 1 && (
        <p className={styles['note']}>{isOwner ? t('noOthers') : t('noOthersForVisitor')}</p>
      )}
      {versions.length > 1 && versions[0]?.contentOrigin === null && (
        <p className={styles['note']}>{t('onlyShown')}</p>
      )}
    </>
  );
}
