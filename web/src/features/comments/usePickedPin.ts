import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Dispatch } from 'react';
import { type Pick, usePicking } from '../pins/usePicking.ts';
import type { Preview } from '../preview/usePreview.ts';
import { readDraft } from './drafts.ts';
import { draftIn, type PinDraft, type ThreadEvent, type ThreadState } from './threadMachine.ts';
import type { Thread } from './threads.ts';
import type { Act } from './useAct.ts';
import { t } from './viewerCopy.ts';

export function keptDraft(snapshotId: string): PinDraft | null {
  const placed = readDraft(snapshotId, 'pin')?.placed;
  return placed ? { placed, picture: Promise.resolve(null), inspection: Promise.resolve(null) } : null;
}

function placedFrom({ element: { picked } }: Pick, { page, route, version }: Preview): PinDraft['placed'] {
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

interface PickedPinOptions {
  state: ThreadState;
  dispatch: Dispatch<ThreadEvent>;
  all: readonly Thread[];
  act: Act;
}

/** Turns a picked element into the draft of a comment, or into the new place of a thread's pin. */
export function usePickedPin({ canComment }: SnapshotView, preview: Preview, options: PickedPinOptions) {
  const { state, dispatch, all, act } = options;
  const picking = state.name === 'picking' ? state : null;
  return usePicking(preview, { picking, dispatch }, (purpose, pick) => {
    if (purpose === 'new') {
      // Moves a draft to another element only after the user started picking again.
      if (canComment && (draftIn(state) === null || pick.isAsked))
        dispatch({
          type: 'drafted',
          draft: { placed: placedFrom(pick, preview), picture: pick.picture, inspection: pick.inspection },
        });
      return;
    }
    const thread = all.find(({ root }) => root.id === purpose.repin);
    if (!thread) return;
    // Loaded on first use: only authors need it.
    void act(thread.root.id, t('repinFailed'), async () =>
      (await import('./movePin.ts')).movePin(thread.root, placedFrom(pick, preview), pick),
    );
  });
}
