import type { Webhook, WebhookDelivery, WebhookScope } from '@stagelink/shared/contracts/webhooks';
import type { App } from '../../platform/context.ts';
import { shownUrl } from './address.ts';
import type { DeliveryRow } from './deliveryRepo.ts';
import type { ListedWebhook } from './repo.ts';

function scopeOf({ scope, projectId, snapshotId }: ListedWebhook): WebhookScope {
  if (scope === 'project' && projectId !== null) return { kind: scope, id: projectId };
  return scope === 'snapshot' && snapshotId !== null ? { kind: scope, id: snapshotId } : { kind: 'all' };
}

const iso = (date: Date | null) => date && date.toISOString();

export function presentWebhook({ secrets }: Pick<App, 'secrets'>, row: ListedWebhook): Webhook {
  const { oldSecretUntil } = row;
  return {
    id: row.id,
    kind: row.kind,
    url: shownUrl(row.kind, secrets.open(row.urlSealed)),
    scope: scopeOf(row),
    scopeName: row.scopeName,
    events: row.events,
    hasExcerpt: row.hasExcerpt,
    isOn: row.offReason === null,
    offReason: row.offReason,
    failingSince: iso(row.failingSince),
    oldSecretUntil:
      oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now() ? iso(oldSecretUntil) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  type: row.type,
  isTest: row.isTest,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  attemptedAt: iso(row.claimedAt),
  nextAt: iso(row.nextAt),
  answerStatus: row.answerStatus,
  tookMs: row.tookMs,
  answer: row.answer,
});
