import {
  type AdminUser,
  listUsers,
  SNAPSHOT_BUCKETS,
  SUBSCRIPTION_FILTERS,
  type SubscriptionFilter,
  type USER_SORTS,
} from '@stagelink/shared/contracts/admin';
import { wholeDay } from '@stagelink/shared/domain/format';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Select } from '../../../kit/Select.tsx';
import { Link } from '../../../lib/router.ts';
import { AdminList } from '../AdminList.tsx';
import { AdminTable, type Column } from '../AdminTable.tsx';
import { AdminToolbar } from '../AdminToolbar.tsx';
import { Chips } from '../Chips.tsx';
import { type UserQuery, useUsers } from '../api.ts';
import cells from '../cells.module.css';
import { ExportLink } from '../ExportLink.tsx';
import { someDay, someWordOf, sortedListState, text } from '../../../lib/listState.ts';
import { useSortedListState } from '../../../lib/useListState.ts';
import { When } from '../When.tsx';
import { t } from './copy.ts';
import { CheckUsers } from './CheckUsers.tsx';
import { CreateUser } from './CreateUser.tsx';
import { UserActions } from './UserActions.tsx';
import { UserDetails } from './UserDetails.tsx';
import styles from './Users.module.css';

type Sort = (typeof USER_SORTS)[number];

const STATUSES = ['active', 'deactivated'] as const;
const users = sortedListState(
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

type Filters = ReturnType<typeof users.read>;

const COLUMNS: readonly Column<AdminUser, Sort>[] = [
  {
    label: t('user'),
    sort: 'name',
    cell: ({ uid, name, email }) => (
      <div className={cells.two}>
        <Link className={cells.name} to={`/admin/users/${uid}`}>
          {name}
        </Link>
        <span className={cells.second}>{email}</span>
      </div>
    ),
  },
  { label: t('role'), isWide: true, cell: ({ role }) => t(`${role}_role`) },
  { label: t('plan'), isWide: true, cell: ({ plan }) => t(`${plan}_plan`) },
  { label: t('subscription'), isWide: true, cell: ({ subscriptionStatus }) => subscriptionStatus },
  {
    label: t('snapshots'),
    isWide: true,
    isNumber: true,
    cell: ({ activeSnapshots: active, totalSnapshots: total }) => (
      <span title={t('snapshotsOf', { active, total })}>
        {active.toLocaleString('en')} / {total.toLocaleString('en')}
      </span>
    ),
  },
  { label: t('created'), sort: 'created', isWide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    label: t('lastLogin'),
    sort: 'lastLogin',
    isWide: true,
    cell: ({ lastLoginAt }) =>
      lastLoginAt === null ? <span className={cells.second}>{t('never')}</span> : <When at={lastLoginAt} />,
  },
  {
    label: t('status'),
    cell: ({ status }) => (
      <Badge className={status === 'deactivated' ? styles.off : undefined}>{t(status)}</Badge>
    ),
  },
];

const SUBSCRIPTION_OPTIONS: { value: SubscriptionFilter | ''; label: string }[] = [
  { value: '', label: t('anySubscription') },
  ...SUBSCRIPTION_FILTERS.map((value) => ({ value, label: t(value === 'active' ? 'paid' : value) })),
];

const STATUS_OPTIONS = [
  { value: '' as const, label: t('anyStatus') },
  ...STATUSES.map((value) => ({ value, label: t(value) })),
];

interface FilterProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

function FilterSelects({ filters, onChange }: FilterProps) {
  return (
    <>
      <Select
        size="small"
        aria-label={t('subscription')}
        options={SUBSCRIPTION_OPTIONS}
        value={filters.subscription ?? ''}
        onChange={(subscription) => onChange({ subscription: subscription || undefined })}
      />
      <Select
        size="small"
        aria-label={t('status')}
        options={STATUS_OPTIONS}
        value={filters.status ?? ''}
        onChange={(status) => onChange({ status: status || undefined })}
      />
    </>
  );
}

/** The filters of links, which have no select. */
function FilterChips({ filters: { snapshots, activeOn }, onChange }: FilterProps) {
  const chips = [];
  if (snapshots !== undefined)
    chips.push({ label: t('owning', { snapshots }), onRemove: () => onChange({ snapshots: undefined }) });
  if (activeOn !== undefined) {
    const day = wholeDay(new Date(`${activeOn}T12:00`));
    chips.push({ label: t('activeOn', { day }), onRemove: () => onChange({ activeOn: undefined }) });
  }
  return <Chips chips={chips} />;
}

type OpenDialog = 'create' | 'check' | null;

interface TabActionsProps {
  query: UserQuery;
  onOpen: (dialog: OpenDialog) => void;
}

function TabActions({ query, onOpen }: TabActionsProps) {
  return (
    <>
      <ExportLink path={listUsers.path} query={query} />
      <Button size="small" variant="plain" onClick={() => onOpen('check')}>
        {t('check')}
      </Button>
      <Button size="small" onClick={() => onOpen('create')}>
        <UserPlus size={14} aria-hidden />
        {t('create')}
      </Button>
    </>
  );
}

export function UsersTab({ ownUid }: { ownUid: string }) {
  const { state: filters, change, sortBy } = useSortedListState(users);
  const [opened, setOpened] = useState<OpenDialog>(null);
  const list = useUsers(filters);

  return (
    <>
      <AdminToolbar
        label={t('search')}
        search={filters.q}
        onSearch={(q) => change({ q })}
        total={list.data?.pages[0]?.total}
        action={<TabActions query={filters} onOpen={setOpened} />}
      >
        <FilterSelects filters={filters} onChange={change} />
      </AdminToolbar>
      <FilterChips filters={filters} onChange={change} />
      <AdminList
        list={list}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ users }) => users.length === 0}
      >
        {(pages) => (
          <AdminTable
            label={t('users')}
            columns={COLUMNS}
            rows={pages.flatMap(({ users }) => users)}
            keyOf={({ uid }) => uid}
            nameOf={({ name }) => name}
            sort={{ by: filters.sort, order: filters.order, onSort: sortBy }}
            renderDetails={(user) => <UserDetails user={user} />}
            renderActions={(user) => <UserActions user={user} isOwn={user.uid === ownUid} />}
          />
        )}
      </AdminList>
      {opened === 'create' && <CreateUser onClose={() => setOpened(null)} />}
      {opened === 'check' && <CheckUsers onClose={() => setOpened(null)} />}
    </>
  );
}
