import * as z from 'zod/mini';

/**
 * What the viewer and the preview agent say to each other. The viewer offers a MessagePort with `CONNECT` to the
 * exact content origin; all else travels through that port. Everything from the agent is untrusted input: sizes are
 * capped here, and the viewer shows it as text only.
 */

export const AGENT_PATH = '/__stagelink/agent.js';

/** The first message, sent by the viewer with the port, once the agent has said `READY`. */
export const CONNECT = 'stagelink:connect';
/** Sent by the agent to its parent window, without content, each time a document of the prototype has started. */
export const READY = 'stagelink:ready';

export const PreviewState = z.object({
  type: z.literal('state'),
  /** Path, query and hash within the prototype. */
  route: z.string().check(z.maxLength(2000)),
  title: z.string().check(z.maxLength(300)),
  viewport: z.object({
    width: z.number().check(z.gte(0), z.lte(100_000)),
    height: z.number().check(z.gte(0), z.lte(100_000)),
  }),
});
export type PreviewState = z.infer<typeof PreviewState>;

/** Every message an agent may send. */
export const FromAgent = PreviewState;
export type FromAgent = z.infer<typeof FromAgent>;
