import { CommentText } from '@stagelink/shared/contracts/comments';
import { useEffect, useState } from 'react';
import { addFiles } from './attachments.ts';
import {
  type DraftOf,
  dropDraft,
  keepDraft,
  keepFiles,
  type PickedPin,
  readDraft,
  readFiles,
} from './drafts.ts';

interface DraftOptions {
  snapshotId: string;
  /** The key under which the draft is saved. */
  draftOf: DraftOf;
  /** The element the comment is about. */
  placed: PickedPin | null;
  /** The text to edit, for an existing comment. */
  before: string | undefined;
}

export interface Draft {
  text: string;
  files: readonly File[];
  /** Why the text cannot be sent, or a file not attached. */
  problem: string | null;
  write: (text: string) => void;
  setFiles: (files: readonly File[]) => void;
  addFiles: (files: readonly File[]) => void;
  /** Returns the text to send; null with a problem. */
  check: () => string | null;
  clear: () => void;
}

/** The text and files of an unsent comment, saved as they change. */
export function useDraft({ snapshotId, draftOf, placed, before }: DraftOptions): Draft {
  const [text, setText] = useState(() => readDraft(snapshotId, draftOf)?.text ?? before ?? '');
  const [files, setFiles] = useState(() => readFiles(snapshotId, draftOf));
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (placed) keepDraft(snapshotId, draftOf, { text, placed });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text is kept as it is typed
  }, [placed]);

  function setAndKeepFiles(next: readonly File[]): void {
    setFiles(next);
    keepFiles(snapshotId, draftOf, next);
  }

  return {
    text,
    files,
    problem,
    write(next) {
      setText(next);
      setProblem(null);
      keepDraft(snapshotId, draftOf, { text: next === before ? '' : next, placed });
    },
    setFiles: setAndKeepFiles,
    addFiles(added) {
      const chosen = addFiles(files, added);
      setAndKeepFiles(chosen.files);
      setProblem(chosen.problem);
    },
    check() {
      const checked = CommentText.safeParse(text);
      setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? null));
      return checked.success ? checked.data : null;
    },
    clear() {
      dropDraft(snapshotId, draftOf);
      setText('');
      setFiles([]);
    },
  };
}
