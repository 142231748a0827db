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
  type PickedPin,
  readDraft,
  readFiles,
} from './drafts.ts';
import { rememberName, visitorName } from '../../lib/anonymousIdentity.ts';
import { COMMAND_KEY } from '../../lib/keyboard/platform.ts';
import { ignoreTyping } from '../../lib/keyboard/typing.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { addFiles, pasted, PICKER_TYPES } from './attachments.ts';
import styles from './Composer.module.css';
import { FilesToSend } from './FilesToSend.tsx';
import { MentionList } from './MentionList.tsx';
import { useFolding } from './useFolding.ts';
import { useGrowing } from './useGrowing.ts';
import { useMentions } from './useMentions.ts';

/** The character count shows from here on. */
const COUNTED_FROM = COMMENT_MAX - 500;

export interface Written {
  text: string;
  files: readonly File[];
  /** The visitor's name; null for users. */
  visitorName: string | null;
}

interface ComposerProps {
  snapshot: SnapshotView;
  /** The key under which a draft is saved. */
  draftOf: DraftOf;
  /** The element the comment is about. */
  placed?: PickedPin;
  label: string;
  placeholder: string;
  sendLabel: string;
  /** The text to edit, for an existing comment. */
  before?: string;
  takesFocus?: boolean;
  /** A single line until the user starts writing. */
  isQuiet?: boolean;
  onSend: (written: Written) => void;
  /** Receives the discarded text. */
  onCancel?: (text: string) => void;
}

/** Form for a comment, a reply or an edit. */
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
      // Sent with a mouse, it folds at once: folding later would move the next click target.
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
            <IconButton label={t('attach')} title={t('attach')} onClick={() => picker.current?.click()}>
              <Paperclip size={16} />
            </IconButton>
          </>
        )}
        <span className={styles['help']}>
          {text.length > COUNTED_FROM ? (
            <span className={text.length > COMMENT_MAX ? styles['over'] : undefined}>
              {t('count', { count: text.length.toLocaleString('en'), max: COMMENT_MAX.toLocaleString('en') })}
            </span>
          ) : (
            <span className={styles['keys']} title={t('markdown')}>
              {t('help', { keys: `${COMMAND_KEY} Enter` })}
            </span>
          )}
        </span>
        {onCancel && (
          <Button variant="quiet" size="small" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" size="small">
          {props.sendLabel}
        </Button>
      </div>
      {isVisitor && isNew && snapshot.commentPolicy === 'approval' && (
        <p className={styles['note']}>{t('approvalNote')}</p>
      )}
    </form>
  );
}
