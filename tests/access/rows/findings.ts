import {
  commentOnFinding,
  listFindings,
  putFindings,
  updateFinding,
} from '@stagelink/shared/contracts/findings';
import { auditOf, measured } from '../../../server/src/testing/findings.ts';
import { AUTHOR_ONLY, created, type Expectation, WITH_ACCESS } from '../expectations.ts';
import type { Rows } from '../row.ts';

/** Not visitors: a stranger could otherwise plant findings. */
const OWNER_OR_REVIEWER: Expectation = { ...AUTHOR_ONLY, reviewer: 200 };

export const findingsRows: Rows = {
  listFindings: {
    call: (api, { staged }) => api(listFindings, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  putFindings: {
    call: (api, { staged }) =>
      api(putFindings, auditOf(staged.snapshot.id, [measured()], { page: '/other' })),
    expect: OWNER_OR_REVIEWER,
    writes: ['audits', 'channels', 'findings'],
  },
  updateFinding: {
    call: (api, { staged, findingId }) =>
      api(updateFinding, { id: staged.snapshot.id, findingId, state: 'dismissed', reason: 'accepted' }),
    expect: OWNER_OR_REVIEWER,
    writes: ['channels', 'findings'],
  },
  commentOnFinding: {
    call: (api, { staged, findingId }) => api(commentOnFinding, { id: staged.snapshot.id, findingId }),
    expect: created(WITH_ACCESS),
    writes: ['channels', 'comments', 'findings', 'follows', 'jobs', 'snapshots'],
    except: {
      reviewer: ['channels', 'comments', 'findings', 'jobs', 'snapshots'],
      visitorPastGate: ['channels', 'comments', 'findings', 'jobs', 'snapshots'],
    },
  },
};
