import type { AssistantFinding } from '@stagelink/shared/contracts/assistant';
import type { Finding } from '@stagelink/shared/contracts/findings';
import { ASSISTANT_FINDINGS_MAX } from '@stagelink/shared/contracts/limits';
import { wordsOf } from '@stagelink/shared/domain/findingRules';
import { openOf } from '../findings/openFindings.ts';

function described({ id, rule, severity, evidence: { name, text } }: Finding): AssistantFinding {
  const { what, fix } = wordsOf(rule);
  const evidence = [name, text].filter((part) => part.trim() !== '').join(': ');
  return { id, rule, severity, what, evidence, fix };
}

/** Describes the open findings for the model, most harmful first. */
export const findingsForModel = (findings: readonly Finding[]): AssistantFinding[] =>
  openOf(findings).slice(0, ASSISTANT_FINDINGS_MAX).map(described);
