import * as assistant from '@stagelink/shared/contracts/assistant';
import { every, OWNER_ONLY, WITH_ACCESS } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const assistantRows: Rows = {
  readAssistantChat: {
    call: (api, { staged }) => api(assistant.readAssistantChat, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  // There is no model in these tests, so a caller with access gets 503.
  startAssistantChat: {
    call: (api, { staged }) => api(assistant.startAssistantChat, { id: staged.snapshot.id }),
    expect: every(WITH_ACCESS, 503),
    writes: [],
  },
  sendAssistantMessage: {
    call: (api, { staged }) =>
      api(assistant.sendAssistantMessage, { id: staged.snapshot.id, message: 'Hello' }),
    expect: every(WITH_ACCESS, 503),
    writes: [],
  },
  readAssistantSettings: {
    call: (api, { staged }) => api(assistant.readAssistantSettings, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: [],
  },
  updateAssistantSettings: {
    call: (api, { staged }) =>
      api(assistant.updateAssistantSettings, { id: staged.snapshot.id, access: 'members' }),
    expect: OWNER_ONLY,
    writes: ['assistant_settings'],
  },
};
