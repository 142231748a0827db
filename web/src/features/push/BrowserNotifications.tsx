import { useState } from 'react';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Row, Rows } from '../../kit/Rows.tsx';
import { Section } from '../../kit/Section.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { toastFailure } from '../../kit/toast.ts';
import { useHost } from '../../lib/host.ts';
import { type PushState, turnPushOff, turnPushOn, usePush } from './api.ts';
import { t } from './copy.ts';

/** Says what to do where there is no choice. */
function Refusal({ state }: { state: 'unsupported' | 'blocked' }) {
  if (state === 'unsupported') return <Text tone="muted">{t('unsupported')}</Text>;
  return (
    <Stack gap="small">
      <Text>{t('blocked')}</Text>
      <Text tone="muted">{t('unblock')}</Text>
    </Stack>
  );
}

function Choice({ state }: { state: PushState }) {
  const [isChanging, setIsChanging] = useState(false);
  if (state === 'unsupported' || state === 'blocked') return <Refusal state={state} />;

  async function change(isOn: boolean): Promise<void> {
    setIsChanging(true);
    try {
      await (isOn ? turnPushOn() : turnPushOff());
    } catch (error) {
      toastFailure(t(isOn ? 'turnOnFailed' : 'turnOffFailed'), error);
    } finally {
      setIsChanging(false);
    }
  }

  return (
    <Switch
      label={t('inBrowser')}
      text={{ after: t(state) }}
      isOn={state === 'on'}
      disabled={isChanging}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

function InBrowser() {
  const { data: state, error, refetch } = usePush();
  if (error && !state)
    return <ErrorState message={t('failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <Rows>
      {state && (
        <Row label={t('inBrowser')}>
          <Choice state={state} />
        </Row>
      )}
    </Rows>
  );
}

/** Whether notifications are shown outside the app: by this browser, or by the companion. */
export function BrowserNotifications() {
  const { Notifications = InBrowser } = useHost();
  return (
    <Section anchor="notifications" title={t('notifications')} hint={t('hint')}>
      <Notifications />
    </Section>
  );
}
