import { Alert, Button, Stack } from '@mantine/core';
import type { Authorization } from '@stagelink/shared/contracts/authorizations';
import { programName, returnAddress } from '@stagelink/shared/contracts/programs';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { allow } from '../../data/authorizations.ts';
import { sentence } from '../../data/sentence.ts';
import { logout } from '../../data/session.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { t } from '../../words/authorize.ts';
import { Entrance } from '../login/Entrance.tsx';
import styles from './Ask.module.css';
import { leadTo } from './leadTo.ts';

function Allowed({ program, redirectTo }: { program: string; redirectTo: string }) {
  return (
    <Entrance title={t('allowedTitle', { program })} text={t('allowed', { program })}>
      <Button component="a" href={redirectTo} size="md" fullWidth>
        {t('openAgain', { program })}
      </Button>
    </Entrance>
  );
}

function Account({ email }: { email: string }) {
  const { mutate: leave, isPending } = useMutation({ mutationFn: logout });
  return (
    <div className={styles.account}>
      <span className={styles.label}>{t('account')}</span>
      <span className={styles.email} title={email}>
        {email}
      </span>
      <button type="button" className={styles.notYou} disabled={isPending} onClick={() => leave()}>
        {t('notYou')}
      </button>
    </div>
  );
}

function Abilities({ client }: Pick<Authorization, 'client'>) {
  const isCompanion = client === 'companion';
  const abilities = [t('stage'), t('comment'), ...(isCompanion ? [t('everything')] : [])];
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
      <p className={styles.end}>{isCompanion ? t('endSession') : t('endToken')}</p>
    </section>
  );
}

/** Says who asks for what, and as whom it would be signed in. */
export function Ask({ asked, email }: { asked: Authorization; email: string }) {
  const program = programName(asked.client, asked.redirectUri);
  const [isCancelled, setCancelled] = useState(false);
  const allowing = useMutation({ mutationFn: allow, onSuccess: leadTo });

  if (allowing.data !== undefined) return <Allowed program={program} redirectTo={allowing.data} />;
  if (isCancelled) {
    return <Entrance title={t('cancelledTitle')} text={t('cancelled', { program })} />;
  }

  function cancel(): void {
    setCancelled(true);
    leadTo(returnAddress(asked.redirectUri, { error: 'access_denied', state: asked.state }));
  }

  const text = asked.device ? t('asksFrom', { program, device: asked.device }) : t('asks', { program });
  return (
    <Entrance title={t('title', { program })} text={text}>
      <Stack gap={20}>
        <Account email={email} />
        <Abilities client={asked.client} />
        {allowing.error && (
          <Alert color="red" role="alert" icon={<CircleAlert size={16} />}>
            {sentence(allowing.error, t('failed'))}
          </Alert>
        )}
        <div className={styles.acts}>
          <BusyButton size="md" fullWidth loading={allowing.isPending} onClick={() => allowing.mutate(asked)}>
            {t('allow')}
          </BusyButton>
          <Button size="md" fullWidth variant="default" disabled={allowing.isPending} onClick={cancel}>
            {t('cancel')}
          </Button>
          <p className={styles.end}>{t('onlyIf')}</p>
        </div>
      </Stack>
    </Entrance>
  );
}
