import { ago, moment } from '@stagelink/shared/domain/format';
import { Archive, ArchiveRestore, Link } from 'lucide-react';
import { Button } from '../../kit/Button.tsx';
import { toast } from '../../kit/toast.ts';
import { copyOrShow } from '../../kit/useCopy.ts';
import { runWithToast } from '../../kit/runWithToast.ts';
import { useNow } from '../../lib/useNow.ts';
import * as acts from './actions.ts';
import { linksOf, type Project, useProjectOverview } from './api.ts';
import { facts as t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './ProjectFacts.module.css';

async function copyLinks(id: string): Promise<void> {
  const copy = async () => {
    if (await copyOrShow(await linksOf(id))) toast(t('linksCopied'));
  };
  await runWithToast({ act: copy, failed: t('copyFailed') });
}

/** What happens in a project, and what can be done with it as a whole. */
export function ProjectFacts({ project }: { project: Project }) {
  const { id, isArchived } = project;
  const { data } = useProjectOverview(id);
  const now = useNow();
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <div className={styles.facts}>
      {data?.picture && <img className={styles.picture} src={data.picture} alt="" width={38} height={24} />}
      {data && (
        <p className={styles.line}>
          <span>{t('active', { count: data.active })}</span>
          {data.expired > 0 && <span>{t('expired', { count: data.expired })}</span>}
          {data.peopleCount > 0 && (
            <span title={data.people.join(', ')}>{t('people', { count: data.peopleCount })}</span>
          )}
          {data.lastActivityAt !== null && (
            <span title={moment(new Date(data.lastActivityAt))}>
              {t('lastActivity', { ago: ago(new Date(data.lastActivityAt), now) })}
            </span>
          )}
        </p>
      )}
      <Line as="span" gap="tiny">
        {data && data.active > 0 && (
          <Button variant="quiet" size="small" onClick={() => void copyLinks(id)}>
            <Link size={14} />
            {t('copyLinks')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          onClick={() => void (isArchived ? acts.unarchive : acts.archive)(project)}
        >
          <Icon size={14} />
          {t(isArchived ? 'unarchive' : 'archive')}
        </Button>
      </Line>
    </div>
  );
}
