import type { Preview } from '../usePreview.ts';

const nothing = () => undefined;

/** A widget stands alone: there is no page to point into. */
export const noPreview = (version: number): Preview => ({
  status: 'open',
  page: null,
  route: '/',
  findings: new Map(),
  documents: 0,
  version,
  send: () => false,
  listen: () => nothing,
  reload: nothing,
  openAfresh: nothing,
  showVersion: nothing,
});
