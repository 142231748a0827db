import type { User } from '@stagelink/shared/contracts/accounts';
import { t } from './copy.ts';
import { Rows } from '../../../kit/Rows.tsx';
import { Section } from '../../../kit/Section.tsx';
import { PasswordRow } from './PasswordRow.tsx';
import { Sessions } from './Sessions.tsx';

export function Security({ user }: { user: User }) {
  return (
    <Section anchor="security" title={t('security')} hint={t('securityHint')}>
      <Rows>
        <PasswordRow user={user} />
      </Rows>
      <Sessions />
    </Section>
  );
}
