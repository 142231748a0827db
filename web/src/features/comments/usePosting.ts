import type { CommentContext } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { post } from './outbox.ts';
import { useStable } from '../../kit/useStable.ts';
import { t } from './copy.ts';
import type { Preview } from '../preview/usePreview.ts';
import { inThisBrowser } from './browserName.ts';
import type { Written } from './Composer.tsx';
import type { PinDraft } from './threadMachine.ts';

const NOTHING = Promise.resolve(null);

/** Returns where a comment without a pin is written. */
function contextOf({ page }: Preview): CommentContext | null {
  if (!page) return null;
  const { route, title, viewport } = page;
  return inThisBrowser({
    route,
    title,
    viewport: { width: Math.round(viewport.width), height: Math.round(viewport.height) },
    browser: '',
    elementName: '',
    elementHtml: '',
    page: null,
  });
}

function placedIn({ placed }: PinDraft): PinDraft['placed'] {
  return { ...placed, context: inThisBrowser(placed.context) };
}

interface PostTarget {
  /** The thread it replies to. */
  parentId?: string;
  draft?: PinDraft;
}

/** Sends a comment and returns its id. */
export type Posting = (written: Written, where?: PostTarget) => string;

export function usePosting(snapshot: SnapshotView, preview: Preview): Posting {
  return useStable(({ text, files, visitorName }: Written, { parentId, draft }: PostTarget = {}) =>
    post({
      snapshotId: snapshot.id,
      parentId: parentId ?? null,
      text,
      files,
      visitorName,
      authorName: visitorName || snapshot.you.name || t('anonymous'),
      placed: draft ? placedIn(draft) : null,
      context: draft ? null : contextOf(preview),
      picture: draft?.picture ?? NOTHING,
      inspection: draft?.inspection ?? NOTHING,
      version: draft?.placed.version ?? preview.version,
    }),
  );
}
