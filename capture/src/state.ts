import * as z from 'zod/mini';
import type { Counts, MissingReason } from './protocol.ts';

/** What the popup shows about a page. */
export interface PageSummary {
  id: string;
  title: string;
  address: string;
  key: string;
  files: number;
  bytes: number;
  counts: Counts;
  missing: { url: string; reason: MissingReason; bytes: number }[];
}

export interface Problem {
  code: string;
  message: string;
  hint: string;
}

/** State of the worker as the popup shows it. */
export interface CaptureState {
  tabId: number;
  step: 'reading' | 'ready' | 'failed' | 'uploading' | 'done';
  progress: { done: number; of: number } | null;
  page: PageSummary | null;
  /** Pages that were kept for the same snapshot, oldest first. */
  kept: PageSummary[];
  /** The document of the tab for which the choices below were made; null when it cannot be read. */
  document: number | null;
  keepTyped: boolean;
  /** URLs of files above the size limit that the user asked for. */
  large: string[];
  /** Description of the one element to capture; empty for the whole page. */
  element: string;
  problem: Problem | null;
  result: { url: string; password: string | null; version: number; isNew: boolean } | null;
  /** Whether a popup showed the result. */
  isSeen: boolean;
}

const Settings = z.object({
  name: z.string(),
  projectId: z.nullable(z.string()),
  password: z.string(),
  expiresInDays: z.nullable(z.int()),
  /** The snapshot that gets a new version; null for a new one. */
  snapshotId: z.nullable(z.string()),
  /** The page that the link opens first. */
  startId: z.nullable(z.string()),
});
export type Settings = z.infer<typeof Settings>;

/** What the popup asks the worker for. */
export const FromPopup = z.discriminatedUnion('type', [
  /** `isAgain`: the popup was open before, and the browser ended the worker. */
  z.object({ type: z.literal('open'), tabId: z.int(), isAgain: z.boolean() }),
  z.object({
    type: z.literal('read'),
    keepTyped: z.boolean(),
    element: z.boolean(),
    large: z.array(z.string()),
  }),
  z.object({ type: z.literal('pick'), text: z.string() }),
  z.object({ type: z.literal('keep') }),
  z.object({ type: z.literal('drop'), id: z.string() }),
  z.object({ type: z.literal('upload'), settings: Settings }),
]);
export type FromPopup = z.infer<typeof FromPopup>;
