import type { User } from '@stagelink/shared/contracts/accounts';
import { useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Line } from '../../kit/layout/Line.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { List } from '../../kit/List.tsx';
import { Section } from '../../kit/Section.tsx';
import { useWebhooks } from './api.ts';
import { t } from './copy.ts';
import { NewSecret } from './NewSecret.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** Says what the plan lacks, and what that means for webhooks that exist. */
const NeedsPro = ({ hasSome }: { hasSome: boolean }) => (
  <Line gap="medium" isWrapping isSpread align="center">
    <Text tone="muted">{hasSome ? t('paused') : t('needsPro')}</Text>
    <a href="/pricing?mode=upgrade" className={buttonClass({ variant: 'plain', size: 'small' })}>
      {t('seePro')}
    </a>
  </Line>
);

/** Where a person’s events are sent. */
export function Webhooks({ user: { canAccessPro: isPro } }: { user: User }) {
  const { data, error, refetch } = useWebhooks();
  const title = useRef<HTMLHeadingElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const hasSome = data !== undefined && data.length > 0;
  return (
    <Section anchor="webhooks" title={t('webhooks')} hint={t('hint')} titleRef={title}>
      <Stack gap="small">
        {!isPro && <NeedsPro hasSome={hasSome} />}
        {(isPro || hasSome) && (
          <List
            label={t('webhooks')}
            items={data}
            loading={t('loading')}
            failed={
              error && { message: t('failed'), action: t('retry'), error, onRetry: () => void refetch() }
            }
            empty={
              <>
                <p>{t('empty')}</p>
                <p>{t('emptyHint')}</p>
              </>
            }
          >
            {(webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isPro={isPro}
                heir={title}
                onSecret={setSecret}
              />
            )}
          </List>
        )}
        <Line gap="medium" align="center" isWrapping>
          {isPro && (
            <Button variant="plain" size="small" onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          )}
          <a
            href="/docs/webhooks"
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'quiet', size: 'small' })}
          >
            {t('docs')}
          </a>
        </Line>
      </Stack>
      {isAdding && <WebhookForm onClose={() => setIsAdding(false)} onSecret={setSecret} />}
      {secret !== null && <NewSecret value={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}
