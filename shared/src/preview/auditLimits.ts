/** Limits of an audit. Free of dependencies, for the preview agent. */

/** Findings stored for one version of a snapshot. */
export const FINDINGS_MAX = 200;
/** Pages of one version whose audits are stored. */
export const AUDITED_PAGES_MAX = 200;
/** Elements of one page that are stored for one rule. */
export const FINDINGS_PER_RULE = 5;
/** Limits of a finding's evidence in UTF-16 units. */
export const EVIDENCE_TEXT_MAX = 300;
export const EVIDENCE_NAME_MAX = 100;
export const EVIDENCE_HTML_MAX = 300;
/** Limit of an audit's result as JSON, below that of a request. */
export const AUDIT_MAX = 900_000;
