import {
  type AdminUser,
  listUsers,
  SNAPSHOT_BUCKETS,
  SUBSCRIPTION_FILTERS,
  type USER_SORTS,
} from '@stagelink/shared/contracts/admin';
import { wholeDay } from '@stagelink/shared/domain/format';
import { Badge } from '../../../kit/Badge.tsx';
import { call } from '../../../lib/api.ts';
import { someDay, someWordOf, sortedListState, text } from '../../../lib/listState.ts';
import { Muted, UserName, When } from '../list/cells.tsx';
import { Copyable } from '../list/Copyable.tsx';
import { optionsOf, type SortedList } from '../list/describe.ts';
import { t } from './copy.ts';
import { UserActions } from './UserActions.tsx';

type Sort = (typeof USER_SORTS)[number];

const STATUSES = ['active', 'deactivated'] as const;
const state = sortedListState(
  {
    q: text,
    subscription: someWordOf(SUBSCRIPTION_FILTERS),
    status: someWordOf(STATUSES),
    snapshots: someWordOf(SNAPSHOT_BUCKETS),
    activeOn: someDay,
  },
  { created: 'desc', name: 'asc', email: 'asc', lastLogin: 'desc' },
  'created',
);

const dayOf = (at: string | null) => (at === null ? t('none') : wholeDay(new Date(at)));

const trialText = ({ convertedToPaid, cancelledEarly }: AdminUser['trialHistory'][number]) =>
  convertedToPaid ? t('convertedToPaid') : t(cancelledEarly ? 'cancelledEarly' : 'trialEnded');

const snapshotsOf = ({ activeSnapshots: active, totalSnapshots: total }: AdminUser) =>
  t('snapshotsOf', { active, total });

/** The accounts of this server. */
export const usersList: SortedList<AdminUser, ReturnType<typeof state.read>, Sort> = {
  label: t('users'),
  path: listUsers.path,
  read: async (query) => {
    const { users: rows, ...page } = await call(listUsers, query);
    return { rows, ...page };
  },
  state,
  search: t('search'),
  failed: t('failed'),
  empty: t('empty'),
  keyOf: ({ uid }) => uid,
  nameOf: ({ name }) => name,
  renderActions: (user) => <UserActions user={user} />,
  filters: [
    {
      name: 'subscription',
      label: t('subscription'),
      options: optionsOf(t('anySubscription'), SUBSCRIPTION_FILTERS, (word) =>
        t(word === 'active' ? 'paid' : word),
      ),
    },
    { name: 'status', label: t('status'), options: optionsOf(t('anyStatus'), STATUSES, t) },
    { name: 'snapshots', chip: (snapshots) => t('owning', { snapshots }) },
    { name: 'activeOn', chip: (day) => t('activeOn', { day: wholeDay(new Date(`${day}T12:00`)) }) },
  ],
  columns: [
    { label: t('user'), sort: 'name', cell: (user) => <UserName user={user} /> },
    { label: t('uid'), place: 'opened', cell: ({ uid }) => <Copyable text={uid} /> },
    { label: t('role'), place: 'wide', cell: ({ role }) => t(`${role}_role`) },
    { label: t('plan'), place: 'wide', cell: ({ plan }) => t(`${plan}_plan`) },
    { label: t('subscription'), place: 'wide', cell: ({ subscriptionStatus }) => subscriptionStatus },
    {
      label: t('snapshots'),
      place: 'wide',
      isNumber: true,
      cell: (user) => (
        <span title={snapshotsOf(user)}>
          {user.activeSnapshots.toLocaleString('en')} / {user.totalSnapshots.toLocaleString('en')}
        </span>
      ),
      fact: snapshotsOf,
    },
    {
      label: t('created'),
      sort: 'created',
      place: 'wide',
      cell: ({ createdAt }) => <When at={createdAt} />,
      fact: ({ createdAt }) => dayOf(createdAt),
    },
    {
      label: t('lastLogin'),
      sort: 'lastLogin',
      place: 'wide',
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <Muted>{t('never')}</Muted> : <When at={lastLoginAt} />,
      fact: ({ lastLoginAt }) => (lastLoginAt === null ? t('never') : dayOf(lastLoginAt)),
    },
    {
      label: t('status'),
      cell: ({ status }) => (
        <Badge variant={status === 'deactivated' ? 'danger' : 'plain'}>{t(status)}</Badge>
      ),
    },
    {
      label: t('hasHadTrial'),
      place: 'opened',
      cell: ({ hasHadTrial }) => t(hasHadTrial ? 'trialUsed' : 'trialAvailable'),
    },
    { label: t('trialEndsAt'), place: 'opened', cell: ({ trialEndsAt }) => dayOf(trialEndsAt) },
    {
      label: t('trialHistory'),
      place: 'opened',
      cell: ({ trialHistory }) => trialHistory.map(trialText).join(', ') || t('none'),
    },
    {
      label: t('subscriptionStartedAt'),
      place: 'opened',
      cell: ({ subscriptionStartedAt }) => dayOf(subscriptionStartedAt),
    },
    { label: t('lastPaymentAt'), place: 'opened', cell: ({ lastPaymentAt }) => dayOf(lastPaymentAt) },
    {
      label: t('willCancelAt'),
      place: 'opened',
      cell: ({ willCancelAt, cancelAtTrialEnd }) =>
        cancelAtTrialEnd ? t('cancelAtTrialEnd') : dayOf(willCancelAt),
    },
  ],
};
