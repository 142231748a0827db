import { type AdminSnapshot, listAllSnapshots, type SNAPSHOT_SORTS } from '@stagelink/shared/contracts/admin';
import { bytes } from '@stagelink/shared/domain/format';
import { Badge } from '../../../kit/Badge.tsx';
import { Select } from '../../../kit/Select.tsx';
import { AdminList } from '../AdminList.tsx';
import { AdminTable, type Column } from '../AdminTable.tsx';
import { AdminToolbar } from '../AdminToolbar.tsx';
import { useAllSnapshots } from '../api.ts';
import { Chips } from '../Chips.tsx';
import { ExportLink } from '../ExportLink.tsx';
import { Facts } from '../Facts.tsx';
import styles from '../cells.module.css';
import { someText, someWordOf, sortedListState, text } from '../../../lib/listState.ts';
import { useSortedListState } from '../../../lib/useListState.ts';
import { When } from '../When.tsx';
import { t } from './copy.ts';
import { SnapshotActions } from './SnapshotActions.tsx';

type Sort = (typeof SNAPSHOT_SORTS)[number];

const STATUSES = ['active', 'expired', 'unclaimed'] as const;
const allSnapshots = sortedListState(
  { q: text, owner: someText, status: someWordOf(STATUSES) },
  { created: 'desc', expires: 'asc', size: 'desc', name: 'asc' },
  'created',
);

const accessOf = (snapshot: AdminSnapshot) => t(snapshot.protected ? 'protected' : 'public');

const COLUMNS: readonly Column<AdminSnapshot, Sort>[] = [
  {
    label: t('name'),
    sort: 'name',
    cell: ({ id, name, ownerName, unclaimed }) => (
      <div className={styles.two}>
        <a className={styles.name} href={`/s/${id}`}>
          {name}
        </a>
        <span className={styles.second}>{unclaimed ? t('unclaimed') : ownerName}</span>
      </div>
    ),
  },
  {
    label: t('ownerEmail'),
    isWide: true,
    cell: ({ ownerEmail, unclaimed }) => (
      <span className={styles.second}>{unclaimed ? '–' : ownerEmail}</span>
    ),
  },
  { label: t('created'), sort: 'created', isWide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { label: t('expires'), sort: 'expires', cell: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    label: t('size'),
    sort: 'size',
    isWide: true,
    isNumber: true,
    cell: ({ totalBytes }) => bytes(totalBytes),
  },
  {
    label: t('files'),
    isWide: true,
    isNumber: true,
    cell: ({ fileCount }) => fileCount.toLocaleString('en'),
  },
  { label: t('access'), isWide: true, cell: (snapshot) => <Badge>{accessOf(snapshot)}</Badge> },
];

const STATUS_OPTIONS = [
  { value: '' as const, label: t('anyStatus') },
  ...STATUSES.map((value) => ({ value, label: t(value) })),
];

const renderDetails = (snapshot: AdminSnapshot) => (
  <Facts
    facts={[
      [t('id'), snapshot.id],
      [t('owner'), snapshot.unclaimed ? t('unclaimed') : snapshot.ownerName],
      ...(snapshot.unclaimed ? [] : [[t('ownerEmail'), snapshot.ownerEmail] as const]),
      [t('created'), <When key="created" at={snapshot.createdAt} />],
      [t('expires'), <When key="expires" at={snapshot.expiresAt} />],
      [t('size'), bytes(snapshot.totalBytes)],
      [t('files'), snapshot.fileCount.toLocaleString('en')],
      [t('access'), accessOf(snapshot)],
    ]}
  />
);

const renderActions = (snapshot: AdminSnapshot) => <SnapshotActions snapshot={snapshot} />;

export function SnapshotsTab() {
  const { state: filters, change, sortBy } = useSortedListState(allSnapshots);
  const { owner } = filters;
  const list = useAllSnapshots(filters);
  const rows = list.data?.pages.flatMap(({ snapshots }) => snapshots) ?? [];

  return (
    <>
      <AdminToolbar
        label={t('search')}
        search={filters.q}
        onSearch={(q) => change({ q })}
        total={list.data?.pages[0]?.total}
        action={<ExportLink path={listAllSnapshots.path} query={filters} />}
      >
        <Select
          size="small"
          aria-label={t('status')}
          options={STATUS_OPTIONS}
          value={filters.status ?? ''}
          onChange={(status) => change({ status: status || undefined })}
        />
      </AdminToolbar>
      {owner !== undefined && (
        <Chips
          chips={[
            {
              label: t('ownerChip', {
                owner: rows.find(({ ownerUid }) => ownerUid === owner)?.ownerName ?? owner,
              }),
              onRemove: () => change({ owner: undefined }),
            },
          ]}
        />
      )}
      <AdminList
        list={list}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ snapshots }) => snapshots.length === 0}
      >
        {() => (
          <AdminTable
            label={t('snapshots')}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            sort={{ by: filters.sort, order: filters.order, onSort: sortBy }}
            renderDetails={renderDetails}
            renderActions={renderActions}
          />
        )}
      </AdminList>
    </>
  );
}
