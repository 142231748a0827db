import { labelOf } from '@stagelink/shared/locator/role';
import { PICTURE_MAX, REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import type { OutlinePlace } from '@stagelink/shared/preview/pageOutline';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { Reopening } from '../reopen/reopen.ts';
import type { ReopenContext } from '../reopen/context.ts';
import type { OutlineReader } from '../pageOutline/outline.ts';
import type { TypedText } from '../typing.ts';
import type { Picking } from '../picking/picking.ts';
import type { PickerCallbacks } from '../picking/picker.ts';
import type { createSelecting, Selecting } from '../selection/selection.ts';
import type { createTrees, Trees } from '../tree/tree.ts';
import type { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

/** What the parts that are loaded when they are first needed work with. */
export interface PartContext {
  /** The overlay, which no part reads or draws. */
  host: HTMLElement;
  root: string;
  routeNow: () => string;
  typed: () => TypedText[];
  /** Returns the address of a file of the agent. */
  partUrl: (name: string) => string;
  /** When elements or texts of the page last changed. */
  changedAt: () => number;
  send: (message: FromAgent) => void;
}

const JUMP_AGAIN_MS = 250;

/** Makes a picture of an element or the selected part of it; of the first page without an element. */
export async function sendPicture(
  { host, partUrl, send }: PartContext,
  element: Element | null,
  pickId: string,
  selection?: Selection,
): Promise<void> {
  let picture: ArrayBuffer | null = null;
  try {
    const { makePicture, makeFirstPage } = (await import(
      /* @vite-ignore */ partUrl('picture.js')
    )) as typeof import('../picture/picture.ts');
    picture = await (element
      ? makePicture(element, host, PICTURE_MAX, selection)
      : makeFirstPage(host, PICTURE_MAX));
  } catch {
    // The comment is sent without it.
  }
  send({ type: 'pictured', pickId, picture });
}

/** Measures the page. */
export async function sendAudit({ partUrl, send, ...context }: PartContext, auditId: string): Promise<void> {
  let result: string | null = null;
  try {
    const { audit } = (await import(
      /* @vite-ignore */ partUrl('audit.js')
    )) as typeof import('../audit/audit.ts');
    const progress = (part: number) => send({ type: 'auditing', auditId, part });
    result = await audit({ own, ...context, axeUrl: partUrl('axe.js'), progress });
  } catch {
    // The viewer offers to try again.
  }
  send({ type: 'audited', auditId, result });
}

/** Reads the outline of the page and finds the elements of its entries. */
export function createOutlines(
  { host, routeNow, typed, partUrl, send }: PartContext,
  reveal: (element: Element) => void,
) {
  let loading: Promise<OutlineReader> | undefined;

  async function load(): Promise<OutlineReader> {
    const { createPageOutline } = (await import(
      /* @vite-ignore */ partUrl('outline.js')
    )) as typeof import('../pageOutline/outline.ts');
    return createPageOutline({ own, host, labelOf, routeNow, typed });
  }

  /** The viewer stops waiting if there is no reply. */
  const withReader = (act: (reader: OutlineReader) => void) =>
    void (loading ??= load()).then(own.withoutErrors(act), () => (loading = undefined));

  /** The page may still be loading. */
  function jump(reader: OutlineReader, place: OutlinePlace, until: number): void {
    const element = reader.find(place);
    if (element) reveal(element);
    else if (Date.now() < until) own.later(() => jump(reader, place, until), JUMP_AGAIN_MS);
  }

  return {
    read: (id: string) => withReader((reader) => send({ type: 'outlined', id, outline: reader.read() })),
    jump: (place: OutlinePlace) => withReader((reader) => jump(reader, place, Date.now() + REVEAL_WAIT_MS)),
  };
}

/** Loads code before its first use. */
function createLazy<Part>(load: () => Promise<Part>) {
  let loading: Promise<void> | undefined;
  let part: Part | undefined;
  const start = async () => {
    part = await load();
  };
  return {
    now: () => part,
    /** Calls `failed` where the page does not let the code in. */
    load(act: (part: Part) => void, failed = () => {}): void {
      const use = own.withoutErrors(() => part && act(part));
      void (loading ??= start()).then(use, () => {
        loading = undefined;
        failed();
      });
    },
  };
}

/** The code of selections, which most pages never need. */
export const createSelections = (
  { partUrl }: PartContext,
  layer: Layer,
  picked: Parameters<typeof createSelecting>[2],
) =>
  createLazy<Selecting>(async () => {
    const part = (await import(
      /* @vite-ignore */ partUrl('selection.js')
    )) as typeof import('../selection/selection.ts');
    return part.createSelecting(own, layer, picked);
  });

/** The code that opens parts of the page. */
export const createReopenings = (partUrl: PartContext['partUrl'], context: ReopenContext) =>
  createLazy<Reopening>(async () => {
    const part = (await import(
      /* @vite-ignore */ partUrl('reopen.js')
    )) as typeof import('../reopen/reopen.ts');
    return part.createReopening(context);
  });

/** The code of page trees. Without it pins are found by their locators only. */
export function createTreePart(
  { host, routeNow, typed, partUrl, send }: PartContext,
  known: Finder['known'],
) {
  let hasFailed = false;
  const lazy = createLazy<Trees>(async () => {
    const part = (await import(/* @vite-ignore */ partUrl('tree.js'))) as { createTrees: typeof createTrees };
    return part.createTrees({ own, host, routeNow, typed, known, send });
  });
  return {
    now: lazy.now,
    hasFailed: () => hasFailed,
    load: (act: (trees: Trees) => void, failed: () => void) =>
      lazy.load(act, () => {
        hasFailed = true;
        failed();
      }),
  };
}

/** The code that picks elements. */
export function createPickings({ partUrl }: PartContext, layer: Layer, callbacks: PickerCallbacks) {
  const lazy = createLazy<Picking>(async () => {
    const part = (await import(
      /* @vite-ignore */ partUrl('picking.js')
    )) as typeof import('../picking/picking.ts');
    return part.createPicking(own, layer, callbacks);
  });
  return { ...lazy, isOn: () => lazy.now()?.picker.isOn ?? false };
}
