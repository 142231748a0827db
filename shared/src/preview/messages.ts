import * as z from 'zod/mini';
import { ROUTE_MAX, TITLE_MAX } from './handshake.ts';

export { AGENT_PATH, CONNECT, READY } from './handshake.ts';

/**
 * What the viewer and the preview agent say to each other. The viewer offers a MessagePort with `CONNECT` to the
 * exact content origin; all else travels through that port. Everything from the agent is untrusted input: sizes are
 * capped here, and the viewer shows it as text only.
 */

const side = z.number().check(z.gte(0), z.lte(100_000));

export const PreviewState = z.strictObject({
  type: z.literal('state'),
  /** Path, query and hash within the prototype. */
  route: z.string().check(z.startsWith('/'), z.maxLength(ROUTE_MAX)),
  title: z.string().check(z.maxLength(TITLE_MAX)),
  /** In CSS pixels. */
  viewport: z.strictObject({ width: side, height: side }),
});
export type PreviewState = z.infer<typeof PreviewState>;

/** Every message an agent may send. */
export const FromAgent = PreviewState;
export type FromAgent = z.infer<typeof FromAgent>;

/**
 * Every message a viewer may send. `reload` asks for the same route again, from the newest version; `goTo` for another
 * place on the same page, by its hash, which starts with `#`.
 */
export type ToAgent = { type: 'reload' } | { type: 'goTo'; hash: string };
