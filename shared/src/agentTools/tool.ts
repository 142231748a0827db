import type * as z from 'zod';
import type { Call } from '../client/call.ts';
import type { Scope } from '../contracts/endpoint.ts';

/** Image in the encoding of the protocol. */
export interface Picture {
  base64: string;
  mimeType: string;
}

/** What every tool acts with. Each MCP server passes its own. See docs/decisions/0024. */
export interface ToolContext {
  /** Runs before each tool; what it throws is the result of the tool. */
  prepare?: () => Promise<void>;
  /** Calls the server as the user the tools act for. */
  call: Call;
  /** Downloads an image from a URL issued by the server; returns null when it is gone or too large. */
  picture: (url: string) => Promise<Picture | null>;
  /** Returns the snapshot id that an id, a link or another name refers to. */
  snapshotId: (given: string) => string;
  /** Name of the client’s program, for clients whose calls do not say it. */
  clientName?: string | undefined;
  /** Logs an unexpected error; the caller only learns that one occurred. */
  report: (cause: unknown) => void;
}

/** What a tool needs to know from the client's user or the client. */
export interface ClientQuestions {
  /** Question that the user answers in the client with yes or no. */
  agree?: string | undefined;
  /** Whether the tool needs the folders that the client works in. */
  roots?: boolean;
}

export interface ClientReplies {
  /** Whether the user agreed; null when the client cannot ask, or nothing was asked. */
  agrees: boolean | null;
  /** URIs of the folders that the client works in; null when it names none. */
  roots: readonly string[] | null;
}

/** One running tool call. */
export interface ToolCall {
  /**
   * Asks the client. The first time this throws, and the tool runs again from its start when the client has
   * replied, so it comes before whatever has an effect. A second question includes the first: the client may
   * send only its last replies.
   */
  ask: (questions: ClientQuestions) => ClientReplies;
  /** Name of the client’s program, such as “Claude Code”. */
  clientName: string;
  /** Aborted when the caller cancels. */
  signal: AbortSignal;
  /** Reports progress in one sentence. */
  reportProgress: (text: string) => void;
}

export interface FileLink {
  url: string;
  name: string;
  mimeType: string;
  size: number;
}

/** Result of a tool call. */
export interface Outcome<Data> {
  data: Data;
  pictures?: Picture[];
  links?: FileLink[];
}

/** Behavior that a client may assume before it asks for permission. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  /** Whether the tool reaches people, or text by others. */
  openWorldHint: boolean;
}

/** Action of a coding agent, independent of the MCP server that offers it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** Text for the model: what the tool does, when to use it, and its risks. */
  description: string;
  input: Input;
  output: Output;
  hints: Hints;
  /** What an access token needs for it. */
  scopes: readonly [Scope, ...Scope[]];
  run: (means: ToolContext, input: z.output<Input>, running: ToolCall) => Promise<Outcome<z.input<Output>>>;
}

/** Tool with its types erased. Callers parse the input first. */
export type AnyTool = Omit<Tool, 'run'> & {
  run: (means: ToolContext, input: never, running: ToolCall) => Promise<Outcome<object>>;
};

/** Declares a tool and keeps the exact types of its input and output. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Tool<Input, Output>,
): Tool<Input, Output> => definition;

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Hints of a tool that returns text by others. */
export const READS_UNTRUSTED: Hints = { ...READS, openWorldHint: true };
