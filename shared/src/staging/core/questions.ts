import type { FoundSecret } from '../../contracts/secrets.ts';
import { secretLine } from './secretText.ts';

/** A file or folder that is left out although a file that is staged refers to it. */
export interface NeededPath {
  path: string;
  /** First file that refers to it. */
  from: string;
}

/** What only a person can decide during a stage. */
export type StageQuestion =
  /** `true` publishes the files with the keys in them. */
  | { kind: 'secrets'; found: readonly FoundSecret[] }
  /** `true` stages what is left out otherwise. */
  | { kind: 'left_out'; needed: readonly NeededPath[] };

export interface QuestionText {
  title: string;
  lines: string[];
  question: string;
  /** Label of the button that says yes. */
  yes: string;
}

/** Describes a question for a person. */
export function describeQuestion(question: StageQuestion): QuestionText {
  if (question.kind === 'secrets') {
    return {
      title: 'Everyone with the link could read secret keys in these files:',
      lines: question.found.map(secretLine),
      question: 'Publish the keys?',
      yes: 'Publish with keys',
    };
  }
  return {
    title: 'These are left out, but files to be staged refer to them:',
    lines: question.needed.map(({ path, from }) => `${path} (in ${from})`),
    question: 'Stage them, too?',
    yes: 'Stage them, too',
  };
}
