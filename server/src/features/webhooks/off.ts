import type { WebhookOffReason } from '@stagelink/shared/contracts/webhooks';
import { WEBHOOK_FAILING_DAYS } from '@stagelink/shared/contracts/limits';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { publishAll } from '../../platform/live/publish.ts';
import { renderEmail } from '../../platform/mail/renderEmail.ts';
import { mailAccount } from '../identity/accounts/emailGuards.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { notifyEmails } from '../notifications/service.ts';
import type { WebhookRow } from './repo.ts';

/** Where webhooks are listed. */
const SETTINGS = '/settings#webhooks';

type Parts = Pick<App, 'config' | 'jobs' | 'mail' | 'secrets'>;

function whyOff(reason: WebhookOffReason, { kind }: WebhookRow): string {
  if (reason === 'failing') return `Every delivery failed for ${WEBHOOK_FAILING_DAYS} days.`;
  return kind === 'slack'
    ? 'Slack says that its channel or webhook is gone.'
    : 'Its server says that it is gone.';
}

/** Notifies the owner, in the app and by email, that a webhook was switched off. */
export async function announceOff(
  app: Parts,
  tx: Tx,
  hook: WebhookRow,
  reason: WebhookOffReason,
): Promise<void> {
  const owner = await accounts.find(tx, hook.ownerId);
  if (!owner) return;
  const { hostname } = new URL(app.secrets.open(hook.urlSealed));
  const title = sentence`Your webhook to ${hostname} is off`;
  const message = `${whyOff(reason, hook)} No more events are sent to it until you switch it on again.`;
  await mailAccount(
    app,
    tx,
    owner,
    renderEmail({
      subject: title,
      greeting: sentence`Hello ${owner.name},`,
      paragraphs: [
        message,
        'Events of this time are not sent later. You find the last deliveries in your settings.',
      ],
      action: { label: 'Open webhooks', url: app.config.appUrl + SETTINGS },
    }),
  );
  const draft = { type: 'other', title, message, actionUrl: SETTINGS, snapshotId: null } as const;
  await publishAll(tx, await notifyEmails(app, tx, [owner.email], draft));
}
