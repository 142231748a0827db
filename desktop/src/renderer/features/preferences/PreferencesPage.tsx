import { Row, Rows } from '@stagelink/web/kit/Rows.tsx';
import { Section } from '@stagelink/web/kit/Section.tsx';
import { Switch } from '@stagelink/web/kit/Switch.tsx';
import { ErrorState } from '@stagelink/web/kit/ErrorState.tsx';
import { useIpcQuery } from '../../lib/ipcQueries.ts';
import { RequireAccount } from '../../shell/RequireAccount.tsx';
import { t } from './copy.ts';
import { AccountList } from './AccountList.tsx';
import { change } from './change.ts';
import { HotkeyRow } from './HotkeyRow.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './PreferencesPage.module.css';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { invoke } from '../../lib/stagelink.ts';

const restart = () =>
  runWithToast({ act: () => invoke('about.restartToUpdate'), failed: t('restartFailed') });

function About() {
  const { data } = useIpcQuery('about.get');
  if (!data) return null;
  const { version, update } = data;
  return (
    <Rows>
      <Row label={t('version')}>{version}</Row>
      <Row
        label={t('update')}
        act={
          update !== null && (
            <Button size="small" variant="quiet" onClick={() => void restart()}>
              {t('restart')}
            </Button>
          )
        }
      >
        {update === null ? t('updateNone') : t('updateReady', { version: update })}
      </Row>
    </Rows>
  );
}

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, isOn, onChange }: SwitchRowProps) {
  return (
    <Row label={label}>
      <Switch label={label} isOn={isOn} onChange={onChange} />
      <p className={styles.hint}>{hint}</p>
    </Row>
  );
}

function General() {
  const { data, error, refetch } = useIpcQuery('preferences.get');
  if (error) {
    return <ErrorState message={t('failed')} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <div className={styles.waiting} aria-hidden />;
  return (
    <Rows>
      <HotkeyRow hotkey={data.hotkey} problem={data.hotkeyProblem} />
      <SwitchRow
        label={t('login')}
        hint={t('loginHint')}
        isOn={data.opensAtLogin}
        onChange={(opensAtLogin) => void change(t('login'), { opensAtLogin })}
      />
      <SwitchRow
        label={t('pause')}
        hint={t('pauseHint')}
        isOn={data.isPaused}
        onChange={(isPaused) => void change(t('pause'), { isPaused })}
      />
      <SwitchRow
        label={t('alerts')}
        hint={t('alertsHint')}
        isOn={data.showsAlerts}
        onChange={(showsAlerts) => void change(t('alerts'), { showsAlerts })}
      />
    </Rows>
  );
}

export function PreferencesPage() {
  return (
    <RequireAccount title={t('title')}>
      <div className={styles.preferences}>
        <Text as="h1" size="title">
          {t('title')}
        </Text>
        <p className={styles.subtitle}>{t('subtitle')}</p>
        <Section title={t('general')}>
          <General />
        </Section>
        <Section title={t('accounts')} hint={t('accountsHint')}>
          <AccountList />
        </Section>
        <Section title={t('about')}>
          <About />
        </Section>
      </div>
    </RequireAccount>
  );
}
