import type { Finding, VersionFindings } from '@stagelink/shared/contracts/findings';
import type { Severity } from '@stagelink/shared/domain/findingRules';

/** Severities in the order of the report, most harmful first. */
export const GROUPS: readonly Severity[] = ['fault', 'hint', 'look'];

export interface NumberedFinding {
  finding: Finding;
  /** Number of its pin. */
  number: number;
}

const none: Finding[] = [];

/** Returns what audits found on a page, whatever its state. */
export const findingsOn = (page: string, data: VersionFindings | undefined): Finding[] =>
  data?.findings.filter((one) => one.page === page) ?? none;

/** Returns the open findings, most harmful first. */
export const openOf = (findings: readonly Finding[]): Finding[] =>
  GROUPS.flatMap((severity) => findings.filter((one) => one.state === 'open' && one.severity === severity));

/** Numbers the open findings that are about an element. */
export const numberOpen = (findings: readonly Finding[]): NumberedFinding[] =>
  openOf(findings)
    .filter(({ locator }) => locator !== null)
    .map((finding, at) => ({ finding, number: at + 1 }));
