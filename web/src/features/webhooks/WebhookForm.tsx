import { WEBHOOK_URL_MAX } from '@stagelink/shared/contracts/limits';
import {
  createWebhook as createContract,
  updateWebhook as updateContract,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookEventType,
  type WebhookKind,
} from '@stagelink/shared/contracts/webhooks';
import { useState } from 'react';
import { CheckboxField } from '../../kit/Checkbox.tsx';
import { CheckboxGroup } from '../../kit/CheckboxGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { createWebhook, updateWebhook } from './api.ts';
import { t } from './copy.ts';
import { type Scope, ScopeFields } from './ScopeFields.tsx';
import styles from './Webhooks.module.css';

const KINDS = [
  { value: 'standard', label: t('standard') },
  { value: 'slack', label: t('slack') },
] as const;

interface Draft {
  kind: WebhookKind;
  url: string;
  scope: Scope;
  events: readonly WebhookEventType[];
  hasExcerpt: boolean;
}

/** Slack’s address is its secret, which the server does not return. */
const draftOf = (webhook: Webhook | undefined): Draft =>
  webhook
    ? { ...webhook, url: webhook.kind === 'slack' ? '' : webhook.url }
    : { kind: 'standard', url: '', scope: { kind: 'all' }, events: WEBHOOK_EVENTS, hasExcerpt: true };

function urlTexts(kind: WebhookKind, isNew: boolean) {
  if (kind === 'standard') return { placeholder: t('urlHint'), description: t('urlText') };
  return { placeholder: t('slackUrlHint'), description: isNew ? t('slackUrlText') : t('urlKept') };
}

interface WebhookFormProps {
  /** Omitted for a new one. */
  webhook?: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Creates a webhook, or changes one. */
export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const isNew = webhook === undefined;
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const sending = useFormSubmit(t(isNew ? 'createFailed' : 'saveFailed'));
  const { kind, events, hasExcerpt } = draft;

  function submit(): Promise<boolean> {
    const { url, scope } = draft;
    if (scope.kind !== 'all' && scope.id === '') {
      sending.refuse({ field: 'scope', message: t('needsChoice') });
      return Promise.resolve(false);
    }
    const about = { scope, events: [...events], hasExcerpt };
    if (isNew)
      return sending.send(createContract, { kind, url, ...about }, async (input) => {
        const secret = await createWebhook(input);
        if (secret !== null) onSecret(secret);
      });
    const changed = { id: webhook.id, ...about, ...(url === '' ? {} : { url }) };
    return sending.send(updateContract, changed, updateWebhook);
  }

  return (
    <FormDialog
      title={t(isNew ? 'newTitle' : 'editTitle')}
      action={t(isNew ? 'create' : 'save')}
      sending={sending}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew && (
        <SegmentedControl
          isLabelShown
          isWide
          size="medium"
          label={t('kind')}
          options={KINDS}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
      )}
      <TextField
        name="url"
        type="url"
        label={t('url')}
        {...urlTexts(kind, isNew)}
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        data-autofocus
        value={draft.url}
        error={sending.errorAt('url')}
        onChange={(url) => change({ url })}
      />
      <ScopeFields
        scope={draft.scope}
        error={sending.errorAt('scope')}
        onChange={(scope) => change({ scope })}
      />
      <CheckboxGroup name="events" label={t('events')} error={sending.errorAt('events')}>
        <div className={styles.events}>
          {WEBHOOK_EVENTS.map((event) => (
            <CheckboxField
              key={event}
              label={t(event)}
              isOn={events.includes(event)}
              onChange={(isOn) =>
                change({
                  events: WEBHOOK_EVENTS.filter((each) => (each === event ? isOn : events.includes(each))),
                })
              }
            />
          ))}
        </div>
      </CheckboxGroup>
      <CheckboxField
        label={t('excerpt')}
        description={t('excerptText')}
        isOn={hasExcerpt}
        onChange={(isOn) => change({ hasExcerpt: isOn })}
      />
    </FormDialog>
  );
}
