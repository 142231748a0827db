import type { Webhook, WebhookDelivery } from '@stagelink/shared/contracts/webhooks';
import { ago, moment } from '@stagelink/shared/domain/format';
import { useState } from 'react';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { List } from '../../kit/List.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { useNow } from '../../lib/useNow.ts';
import { resend, useDeliveries } from './api.ts';
import { CodeBox } from '../../kit/CodeBox.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './Webhooks.module.css';

function Status({ status, answerStatus }: WebhookDelivery) {
  const code = answerStatus === null ? '' : ` ${answerStatus}`;
  if (status === 'delivered')
    return (
      <Badge>
        {t('delivered')}
        {code}
      </Badge>
    );
  return (
    <Badge variant={status === 'failed' ? 'danger' : 'strong'}>
      {t(status === 'failed' ? 'notDelivered' : 'waiting')}
      {code}
    </Badge>
  );
}

function factsOf({ createdAt, attempts, tookMs, nextAt, status }: WebhookDelivery, now: Date): string {
  return [
    ago(new Date(createdAt), now),
    attempts > 0 && t('attempts', { count: attempts }),
    tookMs !== null && t('took', { ms: tookMs }),
    status === 'pending' &&
      nextAt !== null &&
      attempts > 0 &&
      t('nextAt', { when: moment(new Date(nextAt)) }),
  ]
    .filter((fact) => fact !== false)
    .join(' · ');
}

interface DeliveryRowProps {
  webhook: Webhook;
  delivery: WebhookDelivery;
  canResend: boolean;
}

function DeliveryRow({ webhook, delivery, canResend }: DeliveryRowProps) {
  const now = useNow();
  const [isSending, setIsSending] = useState(false);
  const { id, type, createdAt, answer, eventId } = delivery;

  async function sendAgain(): Promise<void> {
    setIsSending(true);
    await runWithToast({
      act: () => resend(webhook.id, id),
      done: t('resent'),
      failed: t('resendFailed'),
    });
    setIsSending(false);
  }

  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Line as="span" gap="small" align="center">
          <Text as="span" isCode title={eventId}>
            {type}
          </Text>
          <Status {...delivery} />
          {delivery.isTest && <Badge>{t('isTest')}</Badge>}
        </Line>
        <Text as="span" size="small" tone="muted" title={moment(new Date(createdAt))}>
          {factsOf(delivery, now)}
        </Text>
        {answer !== null && (
          <details className={styles.answer}>
            <summary>{t('answer')}</summary>
            <CodeBox as="pre">{answer === '' ? t('emptyAnswer') : answer}</CodeBox>
          </details>
        )}
      </div>
      {canResend && (
        <Button
          variant="plain"
          size="small"
          isLoading={isSending}
          aria-label={t('resendNamed', { type, when: moment(new Date(createdAt)) })}
          onClick={() => void sendAgain()}
        >
          {t('resend')}
        </Button>
      )}
    </li>
  );
}

interface DeliveriesProps {
  webhook: Webhook;
  isPro: boolean;
  onClose: () => void;
}

/** What was sent to a webhook, and what it answered. */
export function Deliveries({ webhook, isPro, onClose }: DeliveriesProps) {
  const { data, error, refetch } = useDeliveries(webhook.id);
  return (
    <Dialog hasCloseButton title={t('deliveries')} widthPx={640} onClose={onClose}>
      <Text tone="muted" size="small">
        {t('deliveriesText')}
        {isPro && !webhook.isOn && ` ${t('resendOff')}`}
      </Text>
      <List
        label={t('deliveries')}
        items={data}
        loading={t('deliveriesLoading')}
        failed={
          error && {
            message: t('deliveriesFailed'),
            action: t('retry'),
            error,
            onRetry: () => void refetch(),
          }
        }
        empty={
          <>
            <p>{t('noDeliveries')}</p>
            <p>{t('noDeliveriesHint')}</p>
          </>
        }
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhook={webhook}
            delivery={delivery}
            canResend={isPro && webhook.isOn}
          />
        )}
      </List>
    </Dialog>
  );
}
