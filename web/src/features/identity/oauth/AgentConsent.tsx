import type { requestAgent } from '@stagelink/shared/contracts/agentClients';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { Stack } from '../../../kit/layout/Stack.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { navigateTo } from '../../../lib/navigateTo.ts';
import { AuthLayout } from '../signIn/AuthLayout.tsx';
import { t } from './copy.ts';
import { decideAgent, useAgentRequest } from './api.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './ConsentForm.module.css';
import { SignedInAs } from './SignedInAs.tsx';

type AgentRequest = Reply<typeof requestAgent>;

/** What the agent says about itself is text, and what is known about it is beside it. */
function Agent({ name, home, goesTo }: AgentRequest) {
  return (
    <dl className={styles.agent}>
      <dt>{t('name')}</dt>
      <dd>{name}</dd>
      <dt>{t('home')}</dt>
      <dd>{home ?? t('noHome')}</dd>
      <dt>{t('goesTo')}</dt>
      <dd>{goesTo ?? t('computer')}</dd>
    </dl>
  );
}

function Abilities({ scopes }: AgentRequest) {
  return (
    <section>
      <h2 className={styles.label}>{t('agentAbleTo')}</h2>
      <ul className={styles.abilities}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Check size={16} aria-hidden />
            {t(scope)}
          </li>
        ))}
      </ul>
      <Text tone="muted" size="small">
        {t('end')}
      </Text>
    </section>
  );
}

function Decision({ agent, email }: { agent: AgentRequest; email: string }) {
  const deciding = useMutation({ mutationFn: decideAgent, onSuccess: navigateTo });
  const decide = (isAllowed: boolean) => deciding.mutate({ request: agent.request, isAllowed });

  if (deciding.data !== undefined) {
    return (
      <AuthLayout title={t('doneTitle')} text={t('done')}>
        <a href={deciding.data} className={buttonClass({ size: 'large', isWide: true })}>
          {t('agentOpenAgain')}
        </a>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('agentTitle')} text={t('text')}>
      <Stack gap="huge">
        <SignedInAs email={email} />
        <Agent {...agent} />
        <Abilities {...agent} />
        {deciding.error && <Alert>{errorMessage(deciding.error, t('agentFailed'))}</Alert>}
        <Stack gap="small">
          <Button size="large" isWide isLoading={deciding.isPending} onClick={() => decide(true)}>
            {t('allow')}
          </Button>
          <Button
            size="large"
            isWide
            variant="plain"
            disabled={deciding.isPending}
            onClick={() => decide(false)}
          >
            {t('deny')}
          </Button>
          <Text tone="muted" size="small">
            {t('agentOnlyIf')}
          </Text>
        </Stack>
      </Stack>
    </AuthLayout>
  );
}

/** Names the agent, where it is from and what it may do, and asks about it. */
export function AgentConsent({ query, email }: { query: string; email: string }) {
  const { data: agent, error } = useAgentRequest(query);
  if (agent) return <Decision agent={agent} email={email} />;
  if (!error) return <AuthLayout title={t('loading')} />;
  return (
    <AuthLayout title={t('agentMalformedTitle')}>
      <Alert>{errorMessage(error, t('agentMalformed'))}</Alert>
    </AuthLayout>
  );
}
