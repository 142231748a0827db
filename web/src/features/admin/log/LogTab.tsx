import { AdminActionType, type AuditEntry, listAuditLog } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { call } from '../../../lib/api.ts';
import { listState, someWordOf, text } from '../../../lib/listState.ts';
import { AdminList } from '../list/AdminList.tsx';
import { Name } from '../list/cells.tsx';
import { type FilteredList, optionsOf } from '../list/describe.ts';
import { t } from './copy.ts';

const ACTIONS = AdminActionType.options;
const state = listState({ q: text, action: someWordOf(ACTIONS) });

const auditLog: FilteredList<AuditEntry, ReturnType<typeof state.read>> = {
  label: t('log'),
  path: listAuditLog.path,
  read: async (query) => {
    const { entries: rows, ...page } = await call(listAuditLog, query);
    return { rows, ...page };
  },
  state,
  search: t('search'),
  failed: t('failed'),
  empty: t('none'),
  noMatch: t('noMatch'),
  keyOf: ({ id }) => id,
  nameOf: ({ target }) => target,
  filters: [{ name: 'action', label: t('action'), options: optionsOf(t('anyAction'), ACTIONS, t) }],
  columns: [
    {
      label: t('action'),
      cell: ({ action, target, reason }) => (
        <Name below={reason}>
          {t(action)} <bdi>{target}</bdi>
        </Name>
      ),
    },
    { label: t('actor'), cell: ({ actor }) => actor },
    {
      label: t('when'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{moment(new Date(createdAt))}</time>,
    },
  ],
};

/** What superadmins have done. */
export const LogTab = () => <AdminList list={auditLog} />;
