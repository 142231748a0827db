import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  looking: 'Verifying open pins on version {{version}}',
  done: 'Open pins were verified. You can close this window.',
  unverifiable:
    'Open pins cannot be verified: this server has no origin of its own for previews. You can close this window.',
  failed: 'Failed to verify open pins. You can close this window.',
});
