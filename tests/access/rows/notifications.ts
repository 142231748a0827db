import { reportError } from '@stagelink/shared/contracts/errorReports';
import * as analytics from '@stagelink/shared/contracts/analytics';
import * as editorExtension from '@stagelink/shared/contracts/editorExtension';
import * as live from '@stagelink/shared/contracts/live';
import * as notifications from '@stagelink/shared/contracts/notifications';
import * as push from '@stagelink/shared/contracts/push';
import * as follows from '@stagelink/shared/contracts/follows';
import {
  ANYONE,
  OWNER_ONLY,
  SIGNED_IN,
  SIGNED_IN_OR_ANY_TOKEN,
  SIGNED_IN_WITHOUT_TOKEN,
  SIGNED_IN_WITH_ACCESS,
} from '../expectations.ts';
import type { Rows } from '../row.ts';

export const notificationsRows: Rows = {
  createSocketTicket: {
    call: (api) => api(live.createSocketTicket, {}),
    expect: SIGNED_IN,
    writes: ['tickets'],
  },
  listNotifications: {
    call: (api) => api(notifications.listNotifications, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  readNotification: {
    call: (api, { notificationId }) => api(notifications.readNotification, { id: notificationId }),
    expect: OWNER_ONLY,
    writes: ['channels', 'notifications'],
  },
  readAllNotifications: {
    call: (api) => api(notifications.readAllNotifications, {}),
    expect: SIGNED_IN,
    writes: [],
    except: { owner: ['channels', 'notifications'], token: ['channels', 'notifications'] },
  },
  getEmailPreferences: {
    call: (api) => api(notifications.getEmailPreferences, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  setEmailPreferences: {
    call: (api) => api(notifications.setEmailPreferences, { emailFrequency: 'daily' }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['users'],
  },
  getPush: {
    call: (api) => api(push.getPush, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  turnPushOn: {
    call: (api) =>
      api(push.turnPushOn, {
        url: `https://push.example/${crypto.randomUUID()}`,
        p256dh: 'p'.repeat(87),
        auth: 'a'.repeat(22),
      }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['push_browsers'],
  },
  turnPushOff: {
    call: (api) => api(push.turnPushOff, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  unsubscribeFromMail: {
    call: (api, { unsubscribeToken }) => api(notifications.unsubscribeFromMail, { token: unsubscribeToken }),
    expect: ANYONE,
    writes: ['users'],
  },
  extensionVersion: {
    call: (api) => api(editorExtension.extensionVersion, {}),
    expect: ANYONE,
    writes: [],
  },
  reportExtension: {
    call: (api) => api(editorExtension.reportExtension, { version: '1.0.0' }),
    expect: SIGNED_IN_OR_ANY_TOKEN,
    writes: ['users'],
  },
  trackEvent: {
    call: (api) => api(analytics.trackEvent, { eventType: 'page_view' }),
    expect: ANYONE,
    writes: ['analytics_events'],
  },
  reportError: {
    call: (api) =>
      api(reportError, { source: 'web', name: 'TypeError', message: 'x', stack: '', page: '/dashboard' }),
    expect: ANYONE,
    writes: [],
  },
  trackEvents: {
    call: (api) =>
      api(analytics.trackEvents, {
        events: [{ id: crypto.randomUUID(), eventType: 'page_view', timestamp: new Date().toISOString() }],
      }),
    expect: ANYONE,
    writes: ['analytics_events'],
  },
  subscribe: {
    call: (api, { staged }) => api(follows.subscribe, { id: staged.snapshot.id }),
    expect: SIGNED_IN_WITH_ACCESS,
    writes: [],
  },
  unsubscribe: {
    call: (api, { staged }) => api(follows.unsubscribe, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: ['channels', 'follows'],
  },
  listSubscriptions: {
    call: (api) => api(follows.listSubscriptions, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  updateSubscription: {
    call: (api, { subscriptionId }) =>
      api(follows.updateSubscription, { id: subscriptionId, isActive: false }),
    expect: OWNER_ONLY,
    writes: ['channels', 'follows'],
  },
  deleteSubscription: {
    call: (api, { subscriptionId }) => api(follows.deleteSubscription, { id: subscriptionId }),
    expect: OWNER_ONLY,
    writes: ['channels', 'follows'],
  },
};
