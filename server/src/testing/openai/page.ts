import type { AssistantPage } from '@stagelink/shared/contracts/assistant';

/** A page with two findings and three elements: F1, F2 and E1 to E3. */
export const PAGE: AssistantPage = {
  version: 1,
  outline: {
    route: '/checkout?token=secret',
    title: 'Checkout',
    language: 'en',
    width: 1440,
    isCut: false,
    elements: [
      { role: 'heading', name: 'Your basket', nth: 0, level: 1 },
      { role: 'button', name: 'Pay now', nth: 0 },
      { role: 'textbox', name: 'Card number', nth: 0 },
    ],
  },
  findings: [
    {
      id: 'contrast-1',
      rule: 'color-contrast',
      severity: 'fault',
      what: 'Text is too pale',
      evidence: '3.1 : 1, needs 4.5 : 1',
      fix: 'Darken the text to #6B7078.',
    },
    {
      id: 'target-1',
      rule: 'target-size',
      severity: 'hint',
      what: 'Tap target is small',
      evidence: '32×32 px at 390 px',
      fix: 'Make it 44×44 px.',
    },
  ],
};

export const ITEM = {
  ref: 'F1',
  title: 'Prices cannot be read',
  why: 'People with low vision miss the total.',
  fix: 'Use a darker gray.',
  severity: 'fault',
};

/** An answer as a good model gives it. */
export const ANALYSIS = {
  summary: 'The total is hard to read. The button E2 says what it does.',
  reply: '',
  items: [ITEM, { ...ITEM, ref: 'E3', title: 'The field has no example', severity: 'hint' }],
};

export const REPLY = { summary: '', reply: 'Darken the gray of F1 first.', items: [] };
