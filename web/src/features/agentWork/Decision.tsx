import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { useDecision } from './useDecision.ts';
import { WordsForm } from './WordsForm.tsx';

interface DecisionProps {
  yes: string;
  onYes: () => Promise<void>;
  /** Asks for words. */
  no: string;
  words: string;
  sendWords: string;
  onNo: (text: string) => Promise<void>;
  failed: string;
  /** A third answer. */
  other?: { label: string; act: () => Promise<void> };
}

/** Answers to a question, of which one needs words. */
export function Decision({ yes, onYes, no, words, sendWords, onNo, failed, other }: DecisionProps) {
  const [isWriting, setIsWriting] = useState(false);
  const { isBusy, problem, run } = useDecision(failed);
  return (
    <>
      {isWriting ? (
        <WordsForm
          label={words}
          sendLabel={sendWords}
          isBusy={isBusy}
          onSend={(text) => void run(() => onNo(text))}
          onCancel={() => setIsWriting(false)}
        />
      ) : (
        <Line isWrapping gap="tiny" above="tiny">
          <Button size="small" isLoading={isBusy} onClick={() => void run(onYes)}>
            {yes}
          </Button>
          <Button variant="plain" size="small" disabled={isBusy} onClick={() => setIsWriting(true)}>
            {no}
          </Button>
          {other && (
            <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void run(other.act)}>
              {other.label}
            </Button>
          )}
        </Line>
      )}
      {problem !== null && (
        <Text tone="danger" size="tiny" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
