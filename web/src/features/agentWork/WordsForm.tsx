import { COMMENT_MAX } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './AgentWork.module.css';

interface WordsFormProps {
  label: string;
  sendLabel: string;
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

const isSendKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

/** Asks for the words of a decision. What was written stays when it could not be sent. */
export function WordsForm({ label, sendLabel, isBusy, onSend, onCancel }: WordsFormProps) {
  const [text, setText] = useState('');
  const { formProps } = useFormSubmit(t('decideFailed'));
  const isEmpty = text.trim() === '';

  function send(): void {
    if (!isEmpty && !isBusy) onSend(text.trim());
  }

  return (
    <form className={styles.words} {...formProps(send)}>
      <TextArea
        label={label}
        value={text}
        rows={3}
        maxLength={COMMENT_MAX}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button, and nothing else can be done in it
        autoFocus
        onChange={setText}
        onKeyDown={(event) => {
          if (isSendKey(event)) send();
          if (event.key === 'Escape' && isEmpty) onCancel();
        }}
      />
      <Line isWrapping gap="tiny" above="tiny">
        <Button type="submit" size="small" isLoading={isBusy} disabled={isEmpty}>
          {sendLabel}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Line>
    </form>
  );
}
