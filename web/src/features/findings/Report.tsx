import type { Audit, Finding } from '@stagelink/shared/contracts/findings';
import type { Severity } from '@stagelink/shared/domain/findingRules';
import { findingSign } from '@stagelink/shared/domain/findingSign';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { pageOf } from '@stagelink/shared/preview/routes';
import { CircleCheck, CircleX, Eye, Info, type LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Progress } from '../../kit/Progress.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { useFindings } from './api.ts';
import { t } from './copy.ts';
import { type FindingActions, FindingView } from './FindingView.tsx';
import { findingsOn, GROUPS, numberOpen, type NumberedFinding } from './openFindings.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './Report.module.css';
import { type Audit as Auditing, useAudit } from './useAudit.ts';
import { useFindingActions } from './useFindingActions.ts';
import { useFindingPins } from './useFindingPins.ts';

interface ReportProps {
  snapshot: SnapshotView;
  preview: Preview;
  /** Opens a thread of the snapshot. */
  onOpenThread: (id: string) => void;
}

const ICONS: Record<Severity, LucideIcon> = { fault: CircleX, hint: Info, look: Eye };
const COUNTS = { fault: 'faults', hint: 'hints', look: 'looks' } as const;

function signOf(numbered: NumberedFinding[], id: string): string | null {
  const found = numbered.find(({ finding }) => finding.id === id);
  return found ? findingSign(found.number) : null;
}

interface ListProps {
  findings: Finding[];
  numbered: NumberedFinding[];
  current: string | null;
  audit: Audit;
  actions: FindingActions;
}

const List = ({ findings, numbered, current, audit, actions }: ListProps) => (
  <Stack as="ul">
    {findings.map((finding) => (
      <FindingView
        key={finding.id}
        finding={finding}
        sign={finding.locator && signOf(numbered, finding.id)}
        isCurrent={finding.id === current}
        comparedWith={audit.comparedWith}
        actions={actions}
      />
    ))}
  </Stack>
);

/** The findings of one severity. */
function Group({ severity, findings, ...rest }: ListProps & { severity: Severity }) {
  const Icon = ICONS[severity];
  if (findings.length === 0) return null;
  return (
    <section className={styles.group} aria-label={t(severity)}>
      <h2 data-severity={severity}>
        <Icon size={16} aria-hidden />
        {t(severity)} <span>{findings.length}</span>
      </h2>
      {severity === 'look' && (
        <Text tone="muted" size="tiny" isBreaking>
          {t('lookHint')}
        </Text>
      )}
      <List {...rest} findings={findings} />
    </section>
  );
}

/** Findings of the past, folded. */
function Past({ title, findings, ...rest }: ListProps & { title: string }) {
  if (findings.length === 0) return null;
  return (
    <details className={styles.past}>
      <summary>{title}</summary>
      <List {...rest} findings={findings} />
    </details>
  );
}

const summaryOf = (open: Finding[]) =>
  GROUPS.map((severity) => [severity, open.filter((one) => one.severity === severity).length] as const)
    .filter(([severity, count]) => count > 0 || severity !== 'look')
    .map(([severity, count]) => t(COUNTS[severity], { count }))
    .join(', ');

function Unseen({ audit: { unseen } }: { audit: Audit }) {
  const { frames, canvases, shadows, isCut } = unseen;
  const parts = [
    frames > 0 && t('frames', { count: frames }),
    canvases > 0 && t('canvases', { count: canvases }),
    shadows > 0 && t('shadows', { count: shadows }),
    isCut && t('cut'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return <p className={styles.quiet}>{t('unseen', { parts: parts.join(', ') })}</p>;
}

function Running({ audit: { step, progress, stop } }: { audit: Auditing }) {
  return (
    <div className={styles.running}>
      <output>{t('measuring', { width: t(step === 'phone' ? 'phoneWidth' : 'thisWidth') })}</output>
      <Progress label={t('progress')} value={progress} />
      <Button variant="plain" size="small" onClick={stop}>
        {t('stop')}
      </Button>
    </div>
  );
}

interface ResultProps {
  audit: Audit;
  findings: Finding[];
  numbered: NumberedFinding[];
  current: string | null;
  actions: FindingActions;
}

function Result({ audit, findings, ...rest }: ResultProps) {
  const open = findings.filter(({ state }) => state === 'open');
  const dismissed = findings.filter(({ state }) => state === 'dismissed');
  const fixed = findings.filter(({ state }) => state === 'fixed');
  const shared = { ...rest, audit };
  const version = audit.comparedWith ?? 0;
  return (
    <>
      {open.length === 0 && (
        <EmptyState
          icon={<CircleCheck size={20} className={styles.good} aria-hidden />}
          title={t('nothing')}
          hint={t('nothingHint')}
        />
      )}
      {GROUPS.map((severity) => (
        <Group
          key={severity}
          {...shared}
          severity={severity}
          findings={open.filter((one) => one.severity === severity)}
        />
      ))}
      <Past {...shared} title={t('fixed', { count: fixed.length, version })} findings={fixed} />
      <Past {...shared} title={t('dismissed', { count: dismissed.length })} findings={dismissed} />
      <Unseen audit={audit} />
    </>
  );
}

/** The findings of the page that the preview shows, and the check that makes them. */
export function Report({ snapshot, preview, onOpenThread }: ReportProps) {
  const { data, error, isPending, refetch } = useFindings(snapshot.id, preview.version);
  const auditing = useAudit(snapshot, preview, data);
  const [current, setCurrent] = useState<string | null>(null);
  const page = pageOf(preview.route);
  const findings = useMemo(() => findingsOn(page, data), [data, page]);
  const numbered = useMemo(() => numberOpen(findings), [findings]);
  const audit = data?.audits.find((one) => one.page === page);
  const isOwn = data?.ownPages.includes(page) === true;
  const may = { dismiss: data?.canDismiss === true && !isOwn, comment: snapshot.canComment && !isOwn };
  const { actions, problem } = useFindingActions(snapshot, preview, may, { setCurrent, onOpenThread });
  useFindingPins(preview, numbered, {
    current,
    onPress(id) {
      setCurrent(id);
      document.getElementById(`finding-${id}`)?.focus();
    },
  });

  if (isPending) return <output className={styles.quiet}>{t('loading')}</output>;
  if (!data) {
    return <ErrorState message={t('loadFailed')} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section className={styles.report} aria-label={t('report')}>
      {auditing.step && <Running audit={auditing} />}
      {!auditing.step && (
        <Start
          audit={audit}
          findings={findings}
          preview={preview}
          auditing={auditing}
          isOnlyYours={isOwn && !data.canDismiss}
        />
      )}
      {(problem ?? auditing.failure) && (
        <Text tone="danger" role="alert">
          {problem ?? (auditing.failure && t(auditing.failure))}
        </Text>
      )}
      {audit && <Result {...{ audit, findings, numbered, current, actions }} />}
    </section>
  );
}

interface StartProps {
  audit: Audit | undefined;
  findings: Finding[];
  preview: Preview;
  auditing: Auditing;
  /** A visitor's findings are not saved. */
  isOnlyYours: boolean;
}

/** What the last check found, in numbers, and the button for the next. */
function Start({ audit, findings, preview, auditing, isOnlyYours }: StartProps) {
  const hasAgent = preview.phase === 'ready';
  const open = findings.filter(({ state }) => state === 'open');
  if (!audit) {
    return (
      <EmptyState title={t('notChecked')} hint={t(hasAgent ? 'notCheckedHint' : 'noAgent')}>
        <Button size="small" disabled={!hasAgent} onClick={auditing.run}>
          {t('check')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className={styles.summary}>
      <output>{summaryOf(open)}</output>
      <Button variant="plain" size="small" disabled={!hasAgent} onClick={auditing.run}>
        {t('checkAgain')}
      </Button>
      {isOnlyYours && <p className={styles.quiet}>{t('visitor')}</p>}
    </div>
  );
}
