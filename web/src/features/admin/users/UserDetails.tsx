import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { wholeDay } from '@stagelink/shared/domain/format';
import type { ReactNode } from 'react';
import { Copyable } from '../Copyable.tsx';
import { Facts } from '../Facts.tsx';
import { t } from './copy.ts';

const dayOf = (at: string | null) => (at === null ? t('none') : wholeDay(new Date(at)));

const trialText = ({ convertedToPaid, cancelledEarly }: AdminUser['trialHistory'][number]) =>
  convertedToPaid ? t('convertedToPaid') : t(cancelledEarly ? 'cancelledEarly' : 'trialEnded');

const proEnd = ({ willCancelAt, cancelAtTrialEnd }: AdminUser) =>
  cancelAtTrialEnd ? t('cancelAtTrialEnd') : dayOf(willCancelAt);

interface UserDetailsProps {
  user: AdminUser;
  more?: readonly (readonly [name: string, value: ReactNode])[];
}

/** What the table has no column for, and on phones its other columns. */
export function UserDetails({ user, more = [] }: UserDetailsProps) {
  const { activeSnapshots: active, totalSnapshots: total } = user;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('uid'), <Copyable key="uid" text={user.uid} />],
    [t('role'), t(`${user.role}_role`)],
    [t('plan'), t(`${user.plan}_plan`)],
    [t('subscription'), user.subscriptionStatus],
    [t('snapshots'), t('snapshotsOf', { active, total })],
    [t('created'), dayOf(user.createdAt)],
    [t('lastLogin'), user.lastLoginAt === null ? t('never') : dayOf(user.lastLoginAt)],
    [t('hasHadTrial'), t(user.hasHadTrial ? 'trialUsed' : 'trialAvailable')],
    [t('trialEndsAt'), dayOf(user.trialEndsAt)],
    [t('trialHistory'), user.trialHistory.map(trialText).join(', ') || t('none')],
    [t('subscriptionStartedAt'), dayOf(user.subscriptionStartedAt)],
    [t('lastPaymentAt'), dayOf(user.lastPaymentAt)],
    [t('willCancelAt'), proEnd(user)],
  ];
  return <Facts facts={[...facts, ...more]} />;
}
