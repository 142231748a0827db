import type { Authorization } from '@stagelink/shared/contracts/oauth';
import { clientName, toRedirectUri } from '@stagelink/shared/domain/oauthClients';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { allow } from './api.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { SignedInAs } from './SignedInAs.tsx';
import { t } from './copy.ts';
import { AuthLayout } from '../signIn/AuthLayout.tsx';
import { Stack } from '../../../kit/layout/Stack.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './ConsentForm.module.css';
import { navigateTo } from '../../../lib/navigateTo.ts';

function Allowed({ program, redirectTo }: { program: string; redirectTo: string }) {
  return (
    <AuthLayout title={t('allowedTitle', { program })} text={t('allowed', { program })}>
      <a href={redirectTo} className={buttonClass({ size: 'large', isWide: true })}>
        {t('openAgain', { program })}
      </a>
    </AuthLayout>
  );
}

function Abilities({ client }: Pick<Authorization, 'client'>) {
  const isCompanion = client === 'companion';
  const canComment = client !== 'capture';
  const abilities = [
    t('stage'),
    ...(canComment ? [t('comment')] : []),
    ...(isCompanion ? [t('everything')] : []),
  ];
  return (
    <section>
      <h2 className={styles.label}>{t('ableTo')}</h2>
      <ul className={styles.abilities}>
        {abilities.map((ability) => (
          <li key={ability}>
            <Check size={16} aria-hidden />
            {ability}
          </li>
        ))}
      </ul>
      <Text tone="muted" size="small">
        {isCompanion ? t('endSession') : t('endToken')}
      </Text>
    </section>
  );
}

/** Names the program, its permissions and the account. */
export function ConsentForm({ authorization, email }: { authorization: Authorization; email: string }) {
  const program = clientName(authorization.client, authorization.redirectUri);
  const [isCancelled, setCancelled] = useState(false);
  const allowing = useMutation({ mutationFn: allow, onSuccess: navigateTo });

  if (allowing.data !== undefined) return <Allowed program={program} redirectTo={allowing.data} />;
  if (isCancelled) {
    return <AuthLayout title={t('cancelledTitle')} text={t('cancelled', { program })} />;
  }

  function cancel(): void {
    setCancelled(true);
    navigateTo(
      toRedirectUri(authorization.redirectUri, { error: 'access_denied', state: authorization.state }),
    );
  }

  const text = authorization.device
    ? t('asksFrom', { program, device: authorization.device })
    : t('asks', { program });
  return (
    <AuthLayout title={t('title', { program })} text={text}>
      <Stack gap="huge">
        <SignedInAs email={email} />
        <Abilities client={authorization.client} />
        {allowing.error && <Alert>{errorMessage(allowing.error, t('failed'))}</Alert>}
        <Stack gap="small">
          <Button
            size="large"
            isWide
            isLoading={allowing.isPending}
            onClick={() => allowing.mutate(authorization)}
          >
            {t('allow')}
          </Button>
          <Button size="large" isWide variant="plain" disabled={allowing.isPending} onClick={cancel}>
            {t('cancel')}
          </Button>
          <Text tone="muted" size="small">
            {t('onlyIf')}
          </Text>
        </Stack>
      </Stack>
    </AuthLayout>
  );
}
