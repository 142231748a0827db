import { WEBHOOK_FAILING_DAYS } from '@stagelink/shared/contracts/limits';
import type { WebhookOffReason } from '@stagelink/shared/contracts/webhooks';
import type { WebhookRow } from './repo.ts';
import type { Outcome } from './send.ts';

const DAY_MS = 86_400_000;

export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** Slack answers 404 for a webhook or a channel that is gone; elsewhere that may be a mistake that is corrected soon. */
const isGone = ({ kind }: Pick<WebhookRow, 'kind'>, { status }: Outcome): boolean =>
  status === 410 || (kind === 'slack' && status === 404);

/** Returns why an attempt that failed switches its webhook off; null if it stays on. */
export function offReasonAfter(
  hook: Pick<WebhookRow, 'kind' | 'failingSince'>,
  outcome: Outcome,
  now: Date,
): WebhookOffReason | null {
  if (isGone(hook, outcome)) return 'gone';
  const failingMs = now.getTime() - (hook.failingSince ?? now).getTime();
  return failingMs >= WEBHOOK_FAILING_DAYS * DAY_MS ? 'failing' : null;
}
