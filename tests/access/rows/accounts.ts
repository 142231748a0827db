import * as accounts from '@stagelink/shared/contracts/accounts';
import * as agentClients from '@stagelink/shared/contracts/agentClients';
import * as oauth from '@stagelink/shared/contracts/oauth';
import * as tokens from '@stagelink/shared/contracts/tokens';
import { PASSWORD } from '../../../server/src/testing/builders.ts';
import {
  ANYONE,
  LINK_REQUIRED,
  OWNER_WITHOUT_TOKEN,
  SIGNED_IN_OR_ANY_TOKEN,
  SIGNED_IN_WITHOUT_TOKEN,
  WITHOUT_TOKEN,
  created,
  every,
} from '../expectations.ts';
import type { Rows } from '../row.ts';

export const accountsRows: Rows = {
  signInOptions: {
    call: (api) => api(accounts.signInOptions, {}),
    expect: ANYONE,
    writes: [],
  },
  me: {
    call: (api) => api(accounts.me, {}),
    expect: SIGNED_IN_OR_ANY_TOKEN,
    writes: [],
  },
  register: {
    call: (api) =>
      api(accounts.register, {
        email: `${crypto.randomUUID()}@example.com`,
        password: PASSWORD,
        name: 'New',
      }),
    expect: created(WITHOUT_TOKEN),
    writes: ['analytics_events', 'jobs', 'sessions', 'tickets', 'users'],
  },
  login: {
    call: (api, { owner }) => api(accounts.login, { email: owner.email, password: PASSWORD }),
    expect: WITHOUT_TOKEN,
    writes: ['analytics_events', 'sessions', 'users'],
  },
  logout: {
    call: (api) => api(accounts.logout, {}),
    expect: ANYONE,
    writes: ['analytics_events', 'sessions'],
    except: {
      signedOut: [],
      reviewer: [],
      visitorPastGate: [],
      token: ['access_tokens'],
      tokenWithoutScope: ['access_tokens'],
    },
  },
  // This server has no Google sign-in.
  googleLogin: {
    call: (api) => api(accounts.googleLogin, { idToken: 'x' }),
    expect: every(WITHOUT_TOKEN, 503),
    writes: [],
  },
  devLogin: {
    call: (api, { owner }) => api(accounts.devLogin, { uid: owner.id }),
    expect: WITHOUT_TOKEN,
    writes: ['analytics_events', 'sessions', 'users'],
  },
  updateProfile: {
    call: (api) => api(accounts.updateProfile, { name: 'Renamed' }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['users'],
  },
  setTimeZone: {
    call: (api) => api(accounts.setTimeZone, { timeZone: 'Europe/Vienna', isChosen: true }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['users'],
  },
  changePassword: {
    call: (api) =>
      api(accounts.changePassword, { currentPassword: PASSWORD, newPassword: 'another password' }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['users'],
    except: { owner: ['jobs', 'users'] },
  },
  changeEmail: {
    call: (api) =>
      api(accounts.changeEmail, { email: `${crypto.randomUUID()}@example.com`, currentPassword: PASSWORD }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['jobs', 'tickets'],
  },
  getAddressChange: {
    call: (api) => api(accounts.getAddressChange, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  cancelAddressChange: {
    call: (api) => api(accounts.cancelAddressChange, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  sendVerification: {
    call: (api) => api(accounts.sendVerification, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['jobs', 'tickets'],
    except: { owner: [] },
  },
  // Anyone with the emailed link may use it; no caller here has one.
  verifyEmail: {
    call: (api) => api(accounts.verifyEmail, { token: 'made-up' }),
    expect: LINK_REQUIRED,
    writes: [],
  },
  forgotPassword: {
    call: (api, { owner }) => api(accounts.forgotPassword, { email: owner.email }),
    expect: WITHOUT_TOKEN,
    writes: ['jobs'],
  },
  resetPassword: {
    call: (api) => api(accounts.resetPassword, { token: 'made-up', newPassword: 'another password' }),
    expect: LINK_REQUIRED,
    writes: [],
  },
  getStorage: {
    call: (api) => api(accounts.getStorage, {}),
    expect: SIGNED_IN_OR_ANY_TOKEN,
    writes: [],
  },
  listSessions: {
    call: (api) => api(accounts.listSessions, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  revokeSession: {
    call: (api, { sessionId }) => api(accounts.revokeSession, { id: sessionId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['sessions'],
  },
  revokeOtherSessions: {
    call: (api) => api(accounts.revokeOtherSessions, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  deleteAccount: {
    call: (api, { owner }) =>
      api(accounts.deleteAccount, { uid: owner.id, confirm: 'DELETE', currentPassword: PASSWORD }),
    expect: { ...OWNER_WITHOUT_TOKEN, stranger: 403, superadmin: 403 },
    writes: [
      'access_tokens',
      'analytics_events',
      'audits',
      'bulk_changes',
      'channels',
      'comments',
      'findings',
      'follows',
      'jobs',
      'notifications',
      'page_trees',
      'pin_trees',
      'projects',
      'reviewers',
      'reviews',
      'sessions',
      'snapshot_blobs',
      'snapshots',
      'uploads',
      'users',
      'versions',
      'webhook_deliveries',
      'webhooks',
    ],
  },
  authorizeProgram: {
    call: (api) =>
      api(oauth.authorizeProgram, {
        client: 'companion',
        redirectUri: 'stagelink://signed-in',
        codeChallenge: 'a'.repeat(43),
        state: 'a'.repeat(16),
      }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['tickets'],
  },
  // No caller here was asked about an agent, so nothing is found to check or decide.
  requestAgent: {
    call: (api) => api(agentClients.requestAgent, { query: 'client_id=made-up' }),
    expect: every(SIGNED_IN_WITHOUT_TOKEN, 400),
    writes: [],
  },
  decideAgentRequest: {
    call: (api) => api(agentClients.decideAgentRequest, { request: 'made-up', isAllowed: true }),
    expect: every(SIGNED_IN_WITHOUT_TOKEN, 410),
    writes: [],
  },
  // Anyone with the code of the browser's redirect may use it; no caller here has one.
  exchangeCode: {
    call: (api) =>
      api(oauth.exchangeCode, {
        code: 'made-up',
        codeVerifier: 'a'.repeat(43),
        redirectUri: 'stagelink://signed-in',
      }),
    expect: LINK_REQUIRED,
    writes: [],
  },
  renewSession: {
    call: (api) => api(oauth.renewSession, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['sessions'],
  },
  listTokens: {
    call: (api) => api(tokens.listTokens, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  createToken: {
    call: (api) => api(tokens.createToken, { description: 'ci' }),
    expect: created(SIGNED_IN_WITHOUT_TOKEN),
    writes: ['access_tokens'],
  },
  deleteToken: {
    call: (api, { tokenId }) => api(tokens.deleteToken, { id: tokenId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['access_tokens'],
  },
};
