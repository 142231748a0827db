import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rememberName, visitorName } from '../../lib/anonymousIdentity.ts';
import { ignoreTyping } from '../../lib/keyboard/typing.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import styles from './Composer.module.css';
import { ComposerFoot } from './ComposerFoot.tsx';
import { ComposerText, isSendKey } from './ComposerText.tsx';
import { t } from './copy.ts';
import type { DraftOf, PickedPin } from './drafts.ts';
import { FilesToSend } from './FilesToSend.tsx';
import { useDraft } from './useDraft.ts';
import { useFolding } from './useFolding.ts';

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

function useTakenFocus(
  area: RefObject<HTMLTextAreaElement | null>,
  { takesFocus, placed }: Pick<ComposerProps, 'takesFocus' | 'placed'>,
): void {
  useEffect(() => {
    if (!takesFocus) return;
    const { current } = area;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens, or is about another element
  }, [placed]);
}

/** Keys that are still typed when the form disappears must not become commands. */
function useTypingEnd(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const fields = form.current;
    return () => {
      if (fields?.querySelector('textarea:focus, input:focus')) ignoreTyping();
    };
  }, [form]);
}

interface NameFieldProps {
  name: string;
  onChange: (name: string) => void;
}

function NameField({ name, onChange }: NameFieldProps) {
  return (
    <input
      className={styles.name}
      aria-label={t('name')}
      placeholder={t('nameHint')}
      autoComplete="name"
      maxLength={NAME_MAX}
      value={name}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}

/** Form for a comment, a reply or an edit. */
export function Composer(props: ComposerProps) {
  const { snapshot, draftOf, placed = null, before, onSend, onCancel } = props;
  const draft = useDraft({ snapshotId: snapshot.id, draftOf, placed, before });
  const [name, setName] = useState(visitorName);
  const { form, formProps } = useFormSubmit(t('addFailed'));
  const area = useRef<HTMLTextAreaElement>(null);
  const isVisitor = snapshot.you.kind === 'visitor';
  const isNew = before === undefined;
  const { isFolded, ...folding } = useFolding(form);
  useTakenFocus(area, props);
  useTypingEnd(form);

  function send({ currentTarget }: SubmitEvent<HTMLFormElement>): void {
    const { files } = draft;
    const text = draft.check();
    if (text === null) {
      currentTarget.querySelector('textarea')?.focus();
      return;
    }
    if (isVisitor) rememberName(name.trim());
    if (isNew) {
      draft.clear();
      // Sent with a mouse, it folds at once: folding later would move the next click target.
      currentTarget.querySelector<HTMLElement>(':focus:not(:focus-visible)')?.blur();
    }
    onSend({ text, files, visitorName: isVisitor ? name.trim() : null });
  }

  function cancel(): void {
    draft.clear();
    onCancel?.(draft.text);
  }

  return (
    <form
      {...formProps(send)}
      className={styles.form}
      data-folded={isFolded && props.isQuiet && draft.files.length === 0}
      {...folding}
    >
      <ComposerText
        area={area}
        draft={draft}
        snapshotId={snapshot.id}
        label={props.label}
        placeholder={props.placeholder}
        takesFiles={isNew}
        onEscape={(event) => {
          if (!onCancel || draft.text.trim() !== (before ?? '')) return;
          event.preventDefault();
          cancel();
        }}
      />
      {isVisitor && isNew && <NameField name={name} onChange={setName} />}
      <FilesToSend files={draft.files} onChange={draft.setFiles} />
      {draft.problem !== null && (
        <p className={styles.problem} role="alert">
          {draft.problem}
        </p>
      )}
      <ComposerFoot
        length={draft.text.length}
        sendLabel={props.sendLabel}
        onChooseFiles={isNew ? draft.addFiles : undefined}
        onCancel={onCancel && cancel}
      />
      {isVisitor && isNew && snapshot.commentPolicy === 'approval' && (
        <p className={styles.note}>{t('approvalNote')}</p>
      )}
    </form>
  );
}
