import { defineCopy } from '../../lib/copy.ts';

/** Texts of the key sheet, which load with it. */
export const t = defineCopy({
  keys: 'Keyboard shortcuts',
  keyComment: 'Comment on an element',
  keyMode: 'While picking: one, several, between two',
  keyWalkPage: 'While picking: walk the page',
  keyAdd: 'While picking: add an element',
  keyFinish: 'While picking: finish',
  keyFreeze: 'Freeze or unfreeze the page',
  keyPins: 'Hide or show pins',
  keyWalk: 'Next and previous thread',
  keyReply: 'Reply',
  keyResolve: 'Resolve or reopen',
  keyLeave: 'Close or cancel',
  keyFiles: 'Pages and files',
  keyPanel: 'Panel',
  keySend: 'Send',
  keyHelp: 'Keyboard shortcuts',
  keysOff: 'Single-letter keys are off. Switch them on in the dashboard’s keyboard shortcuts.',
});
