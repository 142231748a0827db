import * as admin from '@stagelink/shared/contracts/admin';
import { PASSWORD } from '../../../server/src/testing/builders.ts';
import { created, SUPERADMIN_ONLY } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const adminRows: Rows = {
  listUsers: {
    call: (api) => api(admin.listUsers, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  createUser: {
    call: (api) =>
      api(admin.createUser, { name: 'New', email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }),
    expect: created(SUPERADMIN_ONLY),
    writes: ['admin_actions', 'analytics_events', 'channels', 'jobs', 'tickets', 'users'],
  },
  deactivateUser: {
    call: (api, { owner }) => api(admin.deactivateUser, { uid: owner.id }),
    expect: SUPERADMIN_ONLY,
    writes: ['admin_actions', 'analytics_events', 'channels', 'sessions', 'users'],
  },
  // The account is active, so there is nothing to do.
  activateUser: {
    call: (api, { owner }) => api(admin.activateUser, { uid: owner.id }),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  listAllSnapshots: {
    call: (api) => api(admin.listAllSnapshots, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  takeDownSnapshot: {
    call: (api, { otherId }) => api(admin.takeDownSnapshot, { id: otherId, reason: 'Phishing' }),
    expect: SUPERADMIN_ONLY,
    writes: [
      'admin_actions',
      'analytics_events',
      'channels',
      'jobs',
      'notifications',
      'snapshots',
      'users',
      'versions',
    ],
  },
  getStats: {
    call: (api) => api(admin.getStats, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  getCharts: {
    call: (api) => api(admin.getCharts, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  cleanUpUsers: {
    call: (api) => api(admin.cleanUpUsers, { dryRun: true }),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  listAuditLog: {
    call: (api) => api(admin.listAuditLog, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  listActiveSessions: {
    call: (api) => api(admin.listActiveSessions, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  listActivity: {
    call: (api) => api(admin.listActivity, {}),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  getUser: {
    call: (api, { owner }) => api(admin.getUser, { uid: owner.id }),
    expect: SUPERADMIN_ONLY,
    writes: [],
  },
  revokeUserSession: {
    call: (api, { owner, sessionId }) => api(admin.revokeUserSession, { uid: owner.id, sessionId }),
    expect: SUPERADMIN_ONLY,
    writes: ['admin_actions', 'analytics_events', 'sessions'],
  },
  resendVerification: {
    call: (api, { stranger }) => api(admin.resendVerification, { uid: stranger.id }),
    expect: SUPERADMIN_ONLY,
    writes: ['admin_actions', 'analytics_events', 'jobs', 'tickets'],
  },
  // The account has no subscription.
  syncBilling: {
    call: (api, { owner }) => api(admin.syncBilling, { uid: owner.id }),
    expect: { ...SUPERADMIN_ONLY, superadmin: 409 },
    writes: [],
  },
  endTrial: {
    call: (api, { owner }) => api(admin.endTrial, { uid: owner.id, reason: 'Abuse' }),
    expect: { ...SUPERADMIN_ONLY, superadmin: 409 },
    writes: [],
  },
  deleteUser: {
    call: (api, { stranger }) => api(admin.deleteUser, { uid: stranger.id }),
    expect: SUPERADMIN_ONLY,
    writes: ['admin_actions', 'analytics_events', 'channels', 'sessions', 'users'],
  },
};
