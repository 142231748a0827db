import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  unknownPath: 'There is no page at {{path}}.',
  pauseTaglines: 'Pause the taglines',
  playTaglines: 'Play the taglines',
  sample: 'The sample prototype in the viewer',
  sampleFailed: 'Failed to start the sample. Try again.',
});
