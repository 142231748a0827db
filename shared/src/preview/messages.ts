import * as z from 'zod/mini';
import type { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { AGENT_KEYS, PICTURE_MAX, PINS_MAX, ROUTE_MAX, TITLE_MAX } from './handshake.ts';
import { type PageState, Picked } from './picked.ts';

export { AGENT_KEYS, AGENT_PATH, CONNECT, READY } from './handshake.ts';

/**
 * What the viewer and the preview agent say to each other. The viewer offers a MessagePort with `CONNECT` to the
 * exact content origin; all else travels through that port. Everything from the agent is untrusted input: sizes are
 * capped here, and the viewer shows it as text only.
 */

const side = z.number().check(z.gte(0), z.lte(100_000));
const fraction = z.number().check(z.gte(0), z.lte(1));

export const PreviewState = z.strictObject({
  type: z.literal('state'),
  /** Path, query and hash within the prototype. */
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  title: storableText(TITLE_MAX),
  /** In CSS pixels. */
  viewport: z.strictObject({ width: side, height: side }),
});
export type PreviewState = z.infer<typeof PreviewState>;

/** Whether a click now picks an element: the agent ends it itself after one pick, and on Escape. */
export const Picking = z.strictObject({ type: z.literal('picking'), isOn: z.boolean() });

export const PickedElement = z.strictObject({
  type: z.literal('picked'),
  /** Made by the agent; the picture comes under the same. */
  pickId: z.uuid(),
  picked: Picked,
});
export type PickedElement = z.infer<typeof PickedElement>;

/** The surroundings of what was picked; null when no picture could be made of them. */
export const Pictured = z.strictObject({
  type: z.literal('pictured'),
  pickId: z.uuid(),
  /** A JPEG, PNG or WebP; its bytes are checked by the server before anybody else sees them. */
  picture: z.nullable(
    z
      .instanceof(ArrayBuffer)
      .check(z.refine(({ byteLength }) => byteLength > 0 && byteLength <= PICTURE_MAX)),
  ),
});
export type Pictured = z.infer<typeof Pictured>;

/** `elsewhere`: its page is another one than is shown, so nothing is known of it now. */
export const PIN_STATUSES = ['found', 'doubtful', 'lost', 'elsewhere'] as const;
export const PinFinding = z.strictObject({
  id: z.uuid(),
  status: z.enum(PIN_STATUSES),
  confidence: fraction,
});
export type PinFinding = z.infer<typeof PinFinding>;

/**
 * What has become of the pins the agent was told of, each time any of it changes; one that a page still being built
 * does not have yet is left out.
 */
export const PinFindings = z.strictObject({
  type: z.literal('pins'),
  findings: z.array(PinFinding).check(z.maxLength(PINS_MAX)),
});

/** Several, when the pins that were pressed overlap. */
export const PinPressed = z.strictObject({
  type: z.literal('pinPressed'),
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(PINS_MAX)),
});

/** A single key of the viewer's that was pressed while the prototype had the focus and did not want it. */
export const KeyPressed = z.strictObject({ type: z.literal('key'), key: z.enum(AGENT_KEYS) });
export type KeyPressed = z.infer<typeof KeyPressed>;

const position = z.number().check(z.gte(-1e7), z.lte(1e7));

/** Where the page is scrolled to, in CSS pixels; told while the viewer watches. */
export const Scrolled = z.strictObject({ type: z.literal('scrolled'), x: position, y: position });

/** Every message an agent may send. */
export const FromAgent = z.discriminatedUnion('type', [
  PreviewState,
  Picking,
  PickedElement,
  Pictured,
  PinFindings,
  PinPressed,
  KeyPressed,
  Scrolled,
]);
export type FromAgent = z.infer<typeof FromAgent>;

/** A pin as it is drawn. */
export interface DrawnPin {
  /** The thread's id; a pin that is being written has one of its own. */
  id: string;
  /** What stands on it; null while its thread is being written. */
  number: number | null;
  locator: Locator;
  isResolved: boolean;
  /** Its thread is open beside the preview. */
  isCurrent: boolean;
}

/** Every message a viewer may send. */
export type ToAgent =
  /** The same route again, from the newest version. */
  | { type: 'reload' }
  /** Another place on the same page, by its hash, which starts with `#`. */
  | { type: 'goTo'; hash: string }
  /** Another page of the prototype, by its route, in the state it had; the same page only changes its state. */
  | { type: 'show'; route: string; page: PageState | null }
  | { type: 'pick'; isOn: boolean }
  /** All pins there are; those of other pages are told, not drawn. */
  | { type: 'pins'; pins: DrawnPin[]; areShown: boolean }
  /** Scroll to a pin's element and mark it for two seconds. */
  | { type: 'reveal'; id: string }
  /** Whether to tell where the page is scrolled to, and a place to scroll to: for two versions side by side. */
  | { type: 'watchScroll'; isOn: boolean }
  | { type: 'scrollTo'; x: number; y: number };
