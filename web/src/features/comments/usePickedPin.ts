import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { type Pick, usePicking } from '../pins/usePicking.ts';
import type { Preview } from '../preview/usePreview.ts';
import { repin } from './api.ts';
import { type PickedPin, readDraft } from './drafts.ts';
import type { Thread } from './threads.ts';
import type { Act } from './useAct.ts';
import { t } from './viewerCopy.ts';

/** A comment on a picked element, not sent yet. */
export interface PinDraft {
  placed: PickedPin;
  picture: Promise<Blob | null>;
}

function keptDraft(snapshotId: string): PinDraft | null {
  const placed = readDraft(snapshotId, 'pin')?.placed;
  return placed ? { placed, picture: Promise.resolve(null) } : null;
}

function placedFrom({ element: { picked } }: Pick, { page, route, version }: Preview): PickedPin {
  const { elementName, elementHtml } = picked;
  const context = {
    route: page?.route ?? route,
    title: page?.title ?? '',
    viewport: {
      width: Math.round(page?.viewport.width ?? 0),
      height: Math.round(page?.viewport.height ?? 0),
    },
    browser: '',
    elementName,
    elementHtml,
    page: picked.page,
  };
  return { picked, context, version };
}

async function moveTo(thread: Thread, pick: Pick, preview: Preview): Promise<void> {
  const { picked, context, version } = placedFrom(pick, preview);
  // Loaded on first use: only authors need it.
  const { inThisBrowser } = await import('./browserName.ts');
  const place = {
    locator: picked.locator,
    ...(picked.selection && { selection: picked.selection }),
    ...(picked.actions && { actions: picked.actions }),
    context: inThisBrowser(context),
    version,
  };
  await repin(thread.root, place, pick.picture);
}

/** Turns a picked element into the draft of a comment, or into the new place of a thread's pin. */
export function usePickedPin(
  { id: snapshotId, canComment }: SnapshotView,
  preview: Preview,
  all: readonly Thread[],
  act: Act,
) {
  const [draft, setDraft] = useState(() => keptDraft(snapshotId));

  const picking = usePicking(preview, (purpose, pick) => {
    if (purpose === 'new') {
      // Moves a draft to another element only after the user started picking again.
      if (canComment && (draft === null || pick.isAsked))
        setDraft({ placed: placedFrom(pick, preview), picture: pick.picture });
      return;
    }
    const thread = all.find(({ root }) => root.id === purpose.repin);
    if (thread) void act(thread.root.id, t('repinFailed'), () => moveTo(thread, pick, preview));
  });

  return { draft, dropDraft: () => setDraft(null), restoreDraft: setDraft, ...picking };
}
