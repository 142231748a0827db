import { type FindingRule, type Severity, severityOf } from '@stagelink/shared/domain/findingRules';

/** A measured fault before its element is described. */
export interface Found {
  rule: FindingRule;
  severity: Severity;
  /** Null for the page as a whole. */
  element: Element | null;
  text: string;
}

/** Creates a finding that is certain. */
export const found = (rule: FindingRule, element: Element | null, text: string): Found => ({
  rule,
  severity: severityOf(rule),
  element,
  text,
});

/** Numbers for people: without a fraction from ten on. */
export const px = (value: number): string =>
  `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}`;
