import { Button, Switch } from '@mantine/core';
import { t as common } from '../../../../../web/src/words/common.ts';
import { Row, Rows } from '../../../../../web/src/ui/Rows.tsx';
import { Section } from '../../../../../web/src/ui/Section.tsx';
import { useMachine } from '../../data/machine.ts';
import { Inside } from '../../shell/Inside.tsx';
import { t } from '../../words/preferences.ts';
import { About } from './About.tsx';
import { AccountList } from './AccountList.tsx';
import { change } from './change.ts';
import { HotkeyRow } from './HotkeyRow.tsx';
import styles from './PreferencesPage.module.css';

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, isOn, onChange }: SwitchRowProps) {
  return (
    <Row label={label}>
      <Switch
        size="sm"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={styles.hint}>{hint}</p>
    </Row>
  );
}

function General() {
  const { data, error, refetch } = useMachine('preferences.get');
  if (error) {
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {common('retry')}
        </Button>
      </div>
    );
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
    </Rows>
  );
}

/** What a person decides about the companion on this machine. */
export function PreferencesPage() {
  return (
    <Inside title={t('title')}>
      <div className={styles.preferences}>
        <h1 className={styles.title}>{t('title')}</h1>
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
    </Inside>
  );
}
