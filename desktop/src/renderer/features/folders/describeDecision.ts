import { describeLinkQuestion } from '@stagelink/shared/staging/core/linkQuestion';
import { describeQuestion } from '@stagelink/shared/staging/core/questions';
import type { FolderQuestion } from '../../../protocol/folders.ts';
import { t } from './copy.ts';

interface DecisionText {
  title: string;
  lines: string[];
  question: string;
  yes: string;
  no: string;
}

/** Describes what the user has to decide about a folder. */
export function describeDecision(question: FolderQuestion): DecisionText {
  if (question.kind === 'link') {
    const { title, question: ask, same, own } = describeLinkQuestion(question);
    return { title, lines: [ask], question: ask, yes: same, no: own };
  }
  return { ...describeQuestion(question), no: t(question.kind === 'secrets' ? 'cancelStage' : 'leaveOut') };
}
