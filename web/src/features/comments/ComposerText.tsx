import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { pasted } from './attachments.ts';
import styles from './Composer.module.css';
import { t } from './copy.ts';
import { MentionList } from './MentionList.tsx';
import type { Draft } from './useDraft.ts';
import { useGrowing } from './useGrowing.ts';
import { useMentions } from './useMentions.ts';

interface ComposerTextProps {
  area: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  snapshotId: string;
  label: string;
  placeholder: string;
  /** Files can be dropped and pasted. */
  takesFiles: boolean;
  /** Escape was pressed. */
  onEscape: (event: KeyboardEvent) => void;
}

/** Lets files be dropped and pasted. */
function useFileInput({ files, addFiles }: Draft, takesFiles: boolean) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onPaste(event: ClipboardEvent) {
      const given = [...event.clipboardData.files];
      if (given.length === 0 || !takesFiles) return;
      event.preventDefault();
      addFiles(pasted(given, files.length));
    },
    onDragOver(event: DragEvent) {
      if (!takesFiles) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      setIsOver(false);
      if (!takesFiles || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      addFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}

/** Ctrl or Command with Enter, in each field of the form. */
export const isSendKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (metaKey || ctrlKey);

/** The text of a comment, with suggestions for mentions. */
export function ComposerText(props: ComposerTextProps) {
  const { area, draft, snapshotId, onEscape } = props;
  const { text, problem, write } = draft;
  const { isOver, handlers } = useFileInput(draft, props.takesFiles);
  useGrowing(area);
  const mentions = useMentions(snapshotId, (from, to, mentioned) => {
    write(`${text.slice(0, from)}${mentioned} ${text.slice(to)}`);
    const caret = from + mentioned.length + 1;
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
  });

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (mentions.press(event)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
    if (event.key === 'Escape') onEscape(event);
  }

  return (
    <div className={styles.box}>
      <textarea
        ref={area}
        className={styles.area}
        dir="auto"
        data-over={isOver}
        rows={2}
        aria-label={props.label}
        aria-invalid={problem !== null}
        aria-autocomplete="list"
        aria-controls={mentions.isOpen ? mentions.id : undefined}
        aria-activedescendant={mentions.isOpen ? `${mentions.id}-${mentions.at}` : undefined}
        placeholder={isOver ? t('dropHere') : props.placeholder}
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          write(value);
          mentions.updateQuery(value, selectionStart);
        }}
        onKeyDown={press}
        onBlur={mentions.close}
        {...handlers}
      />
      <MentionList mentions={mentions} />
    </div>
  );
}
