import { type AdminSnapshot, listAllSnapshots, type SNAPSHOT_SORTS } from '@stagelink/shared/contracts/admin';
import { bytes } from '@stagelink/shared/domain/format';
import { Badge } from '../../../kit/Badge.tsx';
import { someText, someWordOf, sortedListState, text } from '../../../lib/listState.ts';
import { readSnapshots } from '../api.ts';
import { SortedAdminList } from '../list/AdminList.tsx';
import { Muted, Name, When } from '../list/cells.tsx';
import { optionsOf, type SortedList } from '../list/describe.ts';
import { t } from './copy.ts';
import { SnapshotActions } from './SnapshotActions.tsx';

type Sort = (typeof SNAPSHOT_SORTS)[number];

const STATUSES = ['active', 'expired', 'unclaimed'] as const;
const state = sortedListState(
  { q: text, owner: someText, status: someWordOf(STATUSES) },
  { created: 'desc', expires: 'asc', size: 'desc', name: 'asc' },
  'created',
);

const accessOf = (snapshot: AdminSnapshot) => t(snapshot.protected ? 'protected' : 'public');
const ownerOf = ({ unclaimed, ownerName }: AdminSnapshot) => (unclaimed ? t('unclaimed') : ownerName);
const renderExpiry = ({ expiresAt }: AdminSnapshot) => <When at={expiresAt} />;

const snapshotsList: SortedList<AdminSnapshot, ReturnType<typeof state.read>, Sort> = {
  label: t('snapshots'),
  path: listAllSnapshots.path,
  read: readSnapshots,
  state,
  search: t('search'),
  failed: t('failed'),
  empty: t('empty'),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  renderActions: (snapshot) => <SnapshotActions snapshot={snapshot} />,
  filters: [
    { name: 'status', label: t('status'), options: optionsOf(t('anyStatus'), STATUSES, t) },
    {
      name: 'owner',
      chip: (owner, rows) =>
        t('ownerChip', { owner: rows.find(({ ownerUid }) => ownerUid === owner)?.ownerName ?? owner }),
    },
  ],
  columns: [
    {
      label: t('name'),
      sort: 'name',
      cell: (snapshot) => (
        <Name below={ownerOf(snapshot)}>
          <a href={`/s/${snapshot.id}`}>{snapshot.name}</a>
        </Name>
      ),
    },
    { label: t('id'), place: 'opened', cell: ({ id }) => id },
    { label: t('owner'), place: 'opened', cell: ownerOf },
    {
      label: t('ownerEmail'),
      place: 'wide',
      cell: ({ ownerEmail, unclaimed }) => <Muted>{unclaimed ? '–' : ownerEmail}</Muted>,
      fact: ({ ownerEmail, unclaimed }) => (unclaimed ? null : ownerEmail),
    },
    {
      label: t('created'),
      sort: 'created',
      place: 'wide',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { label: t('expires'), sort: 'expires', cell: renderExpiry, fact: renderExpiry },
    {
      label: t('size'),
      sort: 'size',
      place: 'wide',
      isNumber: true,
      cell: ({ totalBytes }) => bytes(totalBytes),
    },
    {
      label: t('files'),
      place: 'wide',
      isNumber: true,
      cell: ({ fileCount }) => fileCount.toLocaleString('en'),
    },
    {
      label: t('access'),
      place: 'wide',
      cell: (snapshot) => <Badge>{accessOf(snapshot)}</Badge>,
      fact: accessOf,
    },
  ],
};

export const SnapshotsTab = () => <SortedAdminList list={snapshotsList} />;
