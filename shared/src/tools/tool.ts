import type * as z from 'zod';
import type { Call } from '../client.ts';

/** A picture as the protocol carries it. */
export interface Picture {
  base64: string;
  mimeType: string;
}

/** What every tool acts with. Each server of tools has its own. */
export interface Means {
  /** Calls our server as the person the tools act for. */
  call: Call;
  /** Fetches the picture behind an address that our server gave out; null when it is gone or too large. */
  picture: (url: string) => Promise<Picture | null>;
  /** Which snapshot is meant by an id, a link, or what else a person may name it by. */
  snapshotId: (given: string) => string;
  /** Hears of what nobody foresaw; whoever called is told only that it happened. */
  report: (cause: unknown) => void;
}

/** One call while it runs. */
export interface Running {
  /** Aborted when whoever called has given up. */
  signal: AbortSignal;
  /** Tells how it goes, in a sentence. */
  tell: (text: string) => void;
}

export interface FileLink {
  url: string;
  name: string;
  mimeType: string;
  size: number;
}

/** What a call has led to. */
export interface Outcome<Data> {
  data: Data;
  pictures?: Picture[];
  links?: FileLink[];
}

/** What a client may assume of a tool before it asks the person. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  /** It reaches people or texts outside the person's own things. */
  openWorldHint: boolean;
}

/** Something a coding agent may do, whichever server offers it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** For a model: what it does, when to use it, what to beware of. */
  description: string;
  input: Input;
  output: Output;
  hints: Hints;
  run: (means: Means, input: z.output<Input>, running: Running) => Promise<Outcome<z.input<Output>>>;
}

/** A tool among others; whoever calls it parses the input first. */
export type AnyTool = Omit<Tool, 'run'> & {
  run: (means: Means, input: never, running: Running) => Promise<Outcome<object>>;
};

/** Declares a tool, keeping the exact types of what goes in and comes out. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Tool<Input, Output>,
): Tool<Input, Output> => definition;

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** It reads what strangers have written. */
export const READS_STRANGERS: Hints = { ...READS, openWorldHint: true };
