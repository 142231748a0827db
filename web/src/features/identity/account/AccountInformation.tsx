import type { User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';
import { Row, Rows } from '../../../kit/Rows.tsx';
import { Section } from '../../../kit/Section.tsx';
import { EmailRow } from './EmailRow.tsx';
import { NameRow } from './NameRow.tsx';
import { nextBilling } from '../../billing/nextBilling.ts';
import { useCopy } from '../../../kit/useCopy.ts';
import { Button } from '../../../kit/Button.tsx';
import { Text } from '../../../kit/layout/Text.tsx';

function UserIdRow({ uid }: { uid: string }) {
  const { copied, copy } = useCopy();
  return (
    <Row
      label={t('userId')}
      act={
        <Button variant="quiet" size="small" aria-live="polite" onClick={() => void copy(uid)}>
          {copied ? t('copied') : t('copy')}
        </Button>
      }
    >
      <Text as="span" size="small" isCode>
        {uid}
      </Text>
    </Row>
  );
}

export function AccountInformation({ user }: { user: User }) {
  const billing = nextBilling(user);
  return (
    <Section anchor="account" title={t('account')} hint={t('accountHint')}>
      <Rows>
        <NameRow user={user} />
        <EmailRow user={user} />
        <UserIdRow uid={user.uid} />
        <Row label={t('stagingSince')}>{wholeDay(new Date(user.createdAt))}</Row>
        <Row label={t('currentPlan')}>{user.subscriptionDisplay}</Row>
        {billing && <Row label={t('nextBilling')}>{billing}</Row>}
      </Rows>
    </Section>
  );
}
