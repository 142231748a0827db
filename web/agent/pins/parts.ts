import { findAll } from '@stagelink/shared/locator/find';
import { labelOf } from '@stagelink/shared/locator/role';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { isSamePage } from '@stagelink/shared/preview/routes';
import type { Selection } from '@stagelink/shared/preview/selection';
import type * as native from '../native.ts';
import type { Reopening } from '../reopen/reopen.ts';
import type { ReopenContext } from '../reopen/context.ts';
import type { TypedText } from '../typing.ts';
import type { Picking, PickingTools } from '../picking/picking.ts';
import type { PickSelection, Selecting } from '../selection/selection.ts';
import type { Trees } from '../tree/tree.ts';
import { above } from './above.ts';
import type { Finder } from './finder.ts';
import { isOtherByHash } from './hashes.ts';
import type { Layer } from './layer.ts';
import { LazyPart } from './lazyPart.ts';
import { isOpen } from './pageState.ts';

/** What the parts that are loaded when they are first needed work with. */
export interface PartContext {
  own: typeof native;
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
    result = await audit({ ...context, axeUrl: partUrl('axe.js'), progress });
  } catch {
    // The viewer offers to try again.
  }
  send({ type: 'audited', auditId, result });
}

/** The code that reads the outline of the page and finds the elements of its entries. */
export const createOutlines = (context: PartContext, reveal: (element: Element) => void) =>
  new LazyPart(
    context.partUrl('outline.js'),
    ({ PageOutlines }: typeof import('../pageOutline/outline.ts')) =>
      new PageOutlines({ ...context, labelOf, reveal }),
  );

/** The code of selections, which most pages never need. */
export const createSelections = (
  context: PartContext,
  layer: Layer,
  picked: PickSelection,
): LazyPart<Selecting> =>
  new LazyPart(
    context.partUrl('selection.js'),
    (part: typeof import('../selection/selection.ts')) => new part.Selecting(context.own, layer, picked),
  );

/** The code that opens parts of the page. */
export const createReopenings = (
  context: PartContext,
  tools: Pick<ReopenContext, 'keep' | 'known' | 'look'>,
): LazyPart<Reopening> =>
  new LazyPart(
    context.partUrl('reopen.js'),
    (part: typeof import('../reopen/reopen.ts')) =>
      new part.Reopening({ ...context, ...tools, findAll, above, isOpen, isSamePage, isOtherByHash }),
  );

/** The code of page trees. Without it pins are found by their locators only. */
export const createTreePart = (context: PartContext, known: Finder['known']): LazyPart<Trees> =>
  new LazyPart(
    context.partUrl('tree.js'),
    (part: typeof import('../tree/tree.ts')) => new part.Trees({ ...context, known }),
  );

/** The code that picks elements. */
export const createPickings = (
  context: PartContext,
  tools: Omit<PickingTools, keyof PartContext | 'findAll'>,
): LazyPart<Picking> =>
  new LazyPart(
    context.partUrl('picking.js'),
    (part: typeof import('../picking/picking.ts')) => new part.Picking({ ...context, ...tools, findAll }),
  );
