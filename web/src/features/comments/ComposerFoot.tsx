import { COMMENT_MAX } from '@stagelink/shared/contracts/limits';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { COMMAND_KEY } from '../../lib/keyboard/platform.ts';
import { PICKER_TYPES } from './attachments.ts';
import styles from './Composer.module.css';
import { t } from './copy.ts';

/** The character count shows from here on. */
const COUNTED_FROM = COMMENT_MAX - 500;

function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={PICKER_TYPES}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <IconButton label={t('attach')} title={t('attach')} onClick={() => picker.current?.click()}>
        <Paperclip size={16} />
      </IconButton>
    </>
  );
}

/** How to send; the character count of a long text. */
function Help({ length }: { length: number }) {
  if (length <= COUNTED_FROM)
    return (
      <span className={styles.keys} title={t('markdown')}>
        {t('help', { keys: `${COMMAND_KEY} Enter` })}
      </span>
    );
  const [count, max] = [length, COMMENT_MAX].map((each) => each.toLocaleString('en'));
  return (
    <span className={length > COMMENT_MAX ? styles.over : undefined}>
      {t('count', { count: count ?? '', max: max ?? '' })}
    </span>
  );
}

interface ComposerFootProps {
  /** Length of the text. */
  length: number;
  sendLabel: string;
  /** Undefined where no files can be attached. */
  onChooseFiles: ((files: readonly File[]) => void) | undefined;
  onCancel: (() => void) | undefined;
}

/** The buttons below a comment's text. */
export function ComposerFoot({ length, sendLabel, onChooseFiles, onCancel }: ComposerFootProps) {
  return (
    <div className={styles.foot}>
      {onChooseFiles && <AttachButton onChoose={onChooseFiles} />}
      <span className={styles.help}>
        <Help length={length} />
      </span>
      {onCancel && (
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <Button type="submit" size="small">
        {sendLabel}
      </Button>
    </div>
  );
}
