import type { Webhook } from '@stagelink/shared/contracts/webhooks';
import { WEBHOOK_EVENTS } from '@stagelink/shared/contracts/webhooks';
import { moment } from '@stagelink/shared/domain/format';
import { type RefObject, useRef } from 'react';
import { Badge } from '../../kit/Badge.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { Switch } from '../../kit/Switch.tsx';
import { useFocusFallback } from '../../kit/useFocusFallback.ts';
import { updateWebhook } from './api.ts';
import { t } from './copy.ts';
import { WebhookActions } from './WebhookActions.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './Webhooks.module.css';

function scopeText({ scope, scopeName }: Webhook): string {
  const name = scopeName ?? '';
  if (scope.kind === 'all') return t('allSnapshots');
  return scope.kind === 'project' ? t('projectNamed', { name }) : t('snapshotNamed', { name });
}

const eventsText = ({ events }: Webhook): string =>
  events.length === WEBHOOK_EVENTS.length ? t('allEvents') : t('events', { count: events.length });

/** What is wrong with it, or about to change. */
function State({ offReason, failingSince, oldSecretUntil }: Webhook) {
  if (offReason === 'gone' || offReason === 'failing')
    return (
      <Text as="span" size="small" tone="danger">
        {t(offReason === 'gone' ? 'offGone' : 'offFailing')}
      </Text>
    );
  if (offReason === null && failingSince !== null)
    return (
      <Text as="span" size="small" tone="danger">
        {t('failingSince', { when: moment(new Date(failingSince)) })}
      </Text>
    );
  if (oldSecretUntil === null) return null;
  return (
    <Text as="span" size="small" tone="muted">
      {t('bothSecrets', { when: moment(new Date(oldSecretUntil)) })}
    </Text>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  isPro: boolean;
  /** Receives the focus once the row is removed. */
  heir: RefObject<HTMLElement | null>;
  onSecret: (secret: string) => void;
}

export function WebhookRow({ webhook, isPro, heir, onSecret }: WebhookRowProps) {
  const { id, kind, url, isOn } = webhook;
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row, heir);
  const turn = (next: boolean) =>
    void runWithToast({ act: () => updateWebhook({ id, isOn: next }), failed: t('switchFailed') });
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.about}>
        <Line as="span" gap="small" align="center">
          <Text as="span" isCode isTruncated title={url}>
            {url}
          </Text>
          {kind === 'slack' && <Badge>{t('slack')}</Badge>}
        </Line>
        <Text as="span" size="small" tone="muted">
          {scopeText(webhook)} · {eventsText(webhook)}
        </Text>
        <State {...webhook} />
      </div>
      <div className={styles.acts}>
        <Switch
          size="small"
          label={t('on', { url })}
          text={{ before: isOn ? t('isOn') : t('isOff') }}
          isOn={isOn}
          disabled={!isPro && !isOn}
          onChange={turn}
        />
        <WebhookActions webhook={webhook} isPro={isPro} onSecret={onSecret} />
      </div>
    </li>
  );
}
