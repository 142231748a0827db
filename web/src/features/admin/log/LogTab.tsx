import { AdminActionType, type AuditEntry, listAuditLog } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { Select } from '../../../kit/Select.tsx';
import { AdminList } from '../AdminList.tsx';
import { AdminTable, type Column } from '../AdminTable.tsx';
import { AdminToolbar } from '../AdminToolbar.tsx';
import { useAuditLog } from '../api.ts';
import cells from '../cells.module.css';
import { ExportLink } from '../ExportLink.tsx';
import { listState, someWordOf, text } from '../../../lib/listState.ts';
import { useListState } from '../../../lib/useListState.ts';
import { t } from './copy.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    label: t('action'),
    cell: ({ action, target, reason }) => (
      <div className={cells.two}>
        <span className={cells.name}>
          {t(action)} <bdi>{target}</bdi>
        </span>
        {reason !== null && <span className={cells.second}>{reason}</span>}
      </div>
    ),
  },
  { label: t('actor'), cell: ({ actor }) => actor },
  {
    label: t('when'),
    cell: ({ createdAt }) => <time dateTime={createdAt}>{moment(new Date(createdAt))}</time>,
  },
];

const ACTION_OPTIONS = [
  { value: '' as const, label: t('anyAction') },
  ...AdminActionType.options.map((value) => ({ value, label: t(value) })),
];

const auditLog = listState({ q: text, action: someWordOf(AdminActionType.options) });

/** What superadmins have done. */
export function LogTab() {
  const { state: filters, change } = useListState(auditLog);
  const { q, action } = filters;
  const list = useAuditLog(filters);
  const isFiltered = q !== '' || action !== undefined;
  return (
    <>
      <AdminToolbar
        label={t('search')}
        search={q}
        onSearch={(next) => change({ q: next })}
        total={list.data?.pages[0]?.total}
        action={<ExportLink path={listAuditLog.path} query={filters} />}
      >
        <Select
          size="small"
          aria-label={t('action')}
          options={ACTION_OPTIONS}
          value={action ?? ''}
          onChange={(next) => change({ action: next || undefined })}
        />
      </AdminToolbar>
      <AdminList
        list={list}
        failed={t('failed')}
        empty={t(isFiltered ? 'noMatch' : 'none')}
        isEmpty={({ entries }) => entries.length === 0}
      >
        {(pages) => (
          <AdminTable
            label={t('log')}
            columns={COLUMNS}
            rows={pages.flatMap(({ entries }) => entries)}
            keyOf={({ id }) => id}
            nameOf={({ target }) => target}
          />
        )}
      </AdminList>
    </>
  );
}
