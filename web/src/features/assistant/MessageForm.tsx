import { ASSISTANT_COUNTED_ABOVE, ASSISTANT_MESSAGE_MAX } from '@stagelink/shared/contracts/limits';
import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../kit/composing.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { useKeptState } from '../../lib/useKeptState.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import styles from './AssistantPanel.module.css';
import { t } from './copy.ts';

interface MessageFormProps {
  /** The key of what was typed. */
  keptAs: string;
  isBusy: boolean;
  onSend: (message: string) => void;
  onStop: () => void;
}

export function MessageForm({ keptAs, isBusy, onSend, onStop }: MessageFormProps) {
  const [text, setText] = useKeptState(keptAs, '');
  const { formProps } = useFormSubmit(t('sendFailed'));
  const isBlank = text.trim() === '';

  function send(): void {
    if (isBlank || isBusy) return;
    onSend(text.trim());
    setText('');
  }

  function press(event: KeyboardEvent): void {
    // Enter that ends a composition belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form className={styles.form} {...formProps(send)}>
      <textarea
        className={styles.area}
        rows={2}
        aria-label={t('message')}
        placeholder={t('placeholder')}
        maxLength={ASSISTANT_MESSAGE_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={press}
      />
      <div className={styles.formEnd}>
        {text.length > ASSISTANT_COUNTED_ABOVE && (
          <output className={styles.counter}>
            {t('counter', { count: text.length, max: ASSISTANT_MESSAGE_MAX })}
          </output>
        )}
        {isBusy ? (
          <IconButton label={t('stop')} title={t('stop')} onClick={onStop}>
            <Square size={14} />
          </IconButton>
        ) : (
          <IconButton type="submit" label={t('send')} title={t('send')} aria-disabled={isBlank}>
            <ArrowUp size={16} />
          </IconButton>
        )}
      </div>
    </form>
  );
}
