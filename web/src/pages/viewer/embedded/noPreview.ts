import type { Preview } from '../../../features/preview/usePreview.ts';

const nothing = () => undefined;

/** A section without a preview. */
export const noPreview = (version: number): Preview => ({
  status: 'open',
  phase: 'loading',
  page: null,
  route: '/',
  findings: new Map(),
  documents: 0,
  version,
  chosen: version,
  kept: null,
  isUnisolated: false,
  send: () => false,
  pinPlace: { current: null },
  listen: () => nothing,
  visit: () => undefined,
  reload: nothing,
  openAfresh: nothing,
  showVersion: nothing,
});
