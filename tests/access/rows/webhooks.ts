import * as webhooks from '@stagelink/shared/contracts/webhooks';
import { created, OWNER_WITHOUT_TOKEN, SIGNED_IN_WITHOUT_TOKEN } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const webhooksRows: Rows = {
  listWebhooks: {
    call: (api) => api(webhooks.listWebhooks, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  createWebhook: {
    call: (api) => api(webhooks.createWebhook, { url: 'https://hooks.example/new' }),
    expect: created(SIGNED_IN_WITHOUT_TOKEN),
    writes: ['webhooks'],
  },
  updateWebhook: {
    call: (api, { webhookId }) => api(webhooks.updateWebhook, { id: webhookId, hasExcerpt: false }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['webhooks'],
  },
  rotateWebhookSecret: {
    call: (api, { webhookId }) => api(webhooks.rotateWebhookSecret, { id: webhookId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['webhooks'],
  },
  deleteWebhook: {
    call: (api, { webhookId }) => api(webhooks.deleteWebhook, { id: webhookId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['webhook_deliveries', 'webhooks'],
  },
  testWebhook: {
    call: (api, { webhookId }) => api(webhooks.testWebhook, { id: webhookId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['jobs', 'webhook_deliveries'],
  },
  listWebhookDeliveries: {
    call: (api, { webhookId }) => api(webhooks.listWebhookDeliveries, { id: webhookId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: [],
  },
  resendWebhookDelivery: {
    call: (api, { webhookId, deliveryId }) =>
      api(webhooks.resendWebhookDelivery, { id: webhookId, deliveryId }),
    expect: OWNER_WITHOUT_TOKEN,
    writes: ['jobs', 'webhook_deliveries'],
  },
};
