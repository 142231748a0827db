import type { User } from '@stagelink/shared/contracts/accounts';
import { localTimeZone } from '@stagelink/shared/domain/timeZones';
import { useState } from 'react';
import { Combobox } from '../../kit/Combobox.tsx';
import { Row, Rows } from '../../kit/Rows.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { toast, toastFailure } from '../../kit/toast.ts';
import { setTimeZone } from '../identity/account/sessionApi.ts';
import { preferences as t } from './copy.ts';

/** The option that follows the browser. */
const BROWSER = '';
const SHOWN_MAX = 40;

const labelOf = (zone: string): string => zone.replaceAll('_', ' ');

const optionOf = (zone: string) => ({ value: zone, label: labelOf(zone) });

const browserOption = () => ({
  value: BROWSER,
  label: t('asInBrowser', { zone: labelOf(localTimeZone()) }),
});

/** Returns the time zones whose names have every word that was typed. */
function findZones(typed: string): { value: string; label: string }[] {
  const words = typed.toLowerCase().split(/[\s,/]+/);
  const all = [browserOption(), ...Intl.supportedValuesOf('timeZone').map(optionOf)];
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

async function choose(zone: string): Promise<void> {
  const isChosen = zone !== BROWSER;
  try {
    await setTimeZone({ timeZone: isChosen ? zone : localTimeZone(), isChosen });
    toast(t('zoneSaved'));
  } catch (error) {
    toastFailure(t('zoneFailed'), error);
  }
}

/** Where it is eight in the morning when a daily digest is sent. */
export function TimeZoneField({ user: { timeZone, isTimeZoneChosen } }: { user: User }) {
  const chosen = isTimeZoneChosen && timeZone !== null ? optionOf(timeZone) : browserOption();
  const [typed, setTyped] = useState('');
  // The text of the choice is in the field before anything is typed.
  const found = findZones(typed === chosen.label ? '' : typed).slice(0, SHOWN_MAX);
  const options = found.some(({ value }) => value === chosen.value) ? found : [...found, chosen];
  return (
    <Rows>
      <Row label={t('timeZone')}>
        <Stack gap="small">
          <Combobox
            label={t('timeZone')}
            placeholder={t('searchZone')}
            emptyText={t('noZone')}
            options={options}
            value={chosen.value}
            onTyped={setTyped}
            onChange={(zone) => {
              if (zone !== null && zone !== chosen.value) void choose(zone);
            }}
          />
          <Text size="small" tone="muted">
            {t('timeZoneHint')}
          </Text>
        </Stack>
      </Row>
    </Rows>
  );
}
