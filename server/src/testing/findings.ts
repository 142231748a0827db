import type { Input } from '@stagelink/shared/contracts/endpoint';
import type { MeasuredFinding, putFindings } from '@stagelink/shared/contracts/findings';
import { locatorOf } from './locators.ts';

const EVIDENCE = {
  text: '3.1 : 1, needs 4.5 : 1',
  name: 'Save, button',
  html: '<button id="save">Save</button>',
  width: 1440,
  count: 1,
};

/** Builds a finding about a button's contrast. */
export const measured = (more: Partial<MeasuredFinding> = {}): MeasuredFinding => ({
  rule: 'color-contrast',
  severity: 'fault',
  locator: locatorOf('#save'),
  evidence: EVIDENCE,
  ...more,
});

/** Builds an audit of the checkout page. */
export const auditOf = (
  id: string,
  findings: MeasuredFinding[],
  more: Partial<Input<typeof putFindings>> = {},
): Input<typeof putFindings> => ({
  id,
  version: 1,
  page: '/checkout',
  widths: [1440, 390],
  unseen: { frames: 0, canvases: 0, shadows: 0, isCut: false },
  findings,
  ...more,
});
