import { CommentText as Text } from '@stagelink/shared/contracts/comments';
import { COMMENT_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Paperclip } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type DraftOf,
  dropDraft,
  keepDraft,
  keepFiles,
  type Placed,
  readDraft,
  readFiles,
} from '../../../data/drafts.ts';
import { rememberName, visitorName } from '../../../data/visitor.ts';
import { COMMAND_KEY } from '../../../ui/platform.ts';
import { ignoreTyping } from '../../../ui/typing.ts';
import { t } from '../../../words/comments.ts';
import { button, iconButton } from '../controls.ts';
import { addFiles, pasted, PICKER_TYPES } from './attachments.ts';
import styles from './Composer.module.css';
import { FilesToSend } from './FilesToSend.tsx';
import { MentionList } from './MentionList.tsx';
import { useFolding } from './useFolding.ts';
import { useGrowing } from './useGrowing.ts';
import { useMentions } from './useMentions.ts';

/** From here on it is worth knowing how much room is left. */
const COUNTED_FROM = COMMENT_MAX - 500;

export interface Written {
  text: string;
  files: readonly File[];
  /** What a visitor calls themselves; null for whoever the server knows. */
  visitorName: string | null;
}

interface ComposerProps {
  snapshot: SnapshotView;
  /** What is being written; a draft of it is kept. */
  draftOf: DraftOf;
  /** The element it is about. */
  placed?: Placed;
  label: string;
  placeholder: string;
  sendLabel: string;
  /** Text that is being changed rather than written. */
  before?: string;
  takesFocus?: boolean;
  /** One line until somebody begins to write. */
  isQuiet?: boolean;
  onSend: (written: Written) => void;
  /** With what was written and is gone now. */
  onCancel?: (text: string) => void;
}

/** Where a comment, a reply or a change is written. */
export function Composer(props: ComposerProps) {
  const { snapshot, draftOf, placed = null, before, takesFocus, onSend, onCancel } = props;
  const [text, setText] = useState(() => readDraft(snapshot.id, draftOf)?.text ?? before ?? '');
  const [files, setFiles] = useState(() => readFiles(snapshot.id, draftOf));
  const [name, setName] = useState(visitorName);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isVisitor = snapshot.you.kind === 'visitor';
  const isNew = before === undefined;
  const { isFolded, ...folding } = useFolding(form);
  useGrowing(area);
  useEffect(() => {
    if (!takesFocus) return;
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens, or is about another element
  }, [placed]);
  useEffect(() => {
    if (placed) keepDraft(snapshot.id, draftOf, { text, placed });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text is kept as it is typed
  }, [placed]);

  useLayoutEffect(() => {
    const fields = form.current;
    return () => {
      if (fields?.querySelector('textarea:focus, input:focus')) ignoreTyping();
    };
  }, []);

  function write(next: string): void {
    setText(next);
    setProblem(null);
    keepDraft(snapshot.id, draftOf, { text: next === before ? '' : next, placed });
  }

  const mentions = useMentions(snapshot.id, (from, to, mentioned) => {
    write(`${text.slice(0, from)}${mentioned} ${text.slice(to)}`);
    const caret = from + mentioned.length + 1;
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
  });

  function attach(next: readonly File[]): void {
    setFiles(next);
    keepFiles(snapshot.id, draftOf, next);
  }

  function add(added: readonly File[]): void {
    const chosen = addFiles(files, added);
    attach(chosen.files);
    setProblem(chosen.problem);
  }

  function paste(event: ClipboardEvent): void {
    const given = [...event.clipboardData.files];
    if (given.length === 0 || !isNew) return;
    event.preventDefault();
    add(pasted(given, files.length));
  }

  function drop(event: DragEvent): void {
    setIsOver(false);
    if (!isNew || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  }

  function send(event?: FormEvent): void {
    event?.preventDefault();
    const checked = Text.safeParse(text);
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message ?? null);
      area.current?.focus();
      return;
    }
    if (isVisitor) rememberName(name.trim());
    setProblem(null);
    if (isNew) {
      dropDraft(snapshot.id, draftOf);
      setText('');
      setFiles([]);
      // Sent with a mouse, it folds at once: folding later would move what is clicked next.
      form.current?.querySelector<HTMLElement>(':focus:not(:focus-visible)')?.blur();
    }
    onSend({ text: checked.data, files, visitorName: isVisitor ? name.trim() : null });
  }

  function cancel(): void {
    dropDraft(snapshot.id, draftOf);
    onCancel?.(text);
  }

  function press(event: KeyboardEvent): void {
    if (mentions.press(event)) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && onCancel && text.trim() === (before ?? '')) {
      event.preventDefault();
      cancel();
    }
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      data-folded={isFolded && props.isQuiet && files.length === 0}
      noValidate
      onSubmit={send}
      {...folding}
    >
      <div className={styles['box']}>
        <textarea
          ref={area}
          className={styles['area']}
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
            mentions.look(value, selectionStart);
          }}
          onKeyDown={press}
          onPaste={paste}
          onDragOver={(event) => {
            if (!isNew) return;
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          onBlur={mentions.close}
        />
        <MentionList mentions={mentions} />
      </div>
      {isVisitor && isNew && (
        <input
          className={styles['name']}
          aria-label={t('name')}
          placeholder={t('nameHint')}
          autoComplete="name"
          maxLength={NAME_MAX}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <FilesToSend files={files} onChange={attach} />
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <div className={styles['foot']}>
        {isNew && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              accept={PICKER_TYPES}
              onChange={({ currentTarget }) => {
                add([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
            <button
              type="button"
              className={iconButton}
              aria-label={t('attach')}
              title={t('attach')}
              onClick={() => picker.current?.click()}
            >
              <Paperclip size={16} />
            </button>
          </>
        )}
        <span className={styles['help']}>
          {text.length > COUNTED_FROM ? (
            <span className={text.length > COMMENT_MAX ? styles['over'] : undefined}>
              {t('count', { count: text.length.toLocaleString('en'), max: COMMENT_MAX.toLocaleString('en') })}
            </span>
          ) : (
            <span className={styles['keys']}>{t('help', { keys: `${COMMAND_KEY} Enter` })}</span>
          )}
        </span>
        {onCancel && (
          <button type="button" className={button('quiet', 'small')} onClick={cancel}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className={button('main', 'small')}>
          {props.sendLabel}
        </button>
      </div>
      {isVisitor && isNew && snapshot.commentPolicy === 'approval' && (
        <p className={styles['note']}>{t('approvalNote')}</p>
      )}
    </form>
  );
}
