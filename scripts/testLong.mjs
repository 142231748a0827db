// Runs the tests that repeat what they prove, as often as they can (`npm run test:long [-- words of paths]`).
import { runProof } from './testing/proof.mjs';
import { storiesInLongForm } from './testing/stories.mjs';
import { unitsInLongForm } from './testing/units.mjs';

await runProof(async (words) => {
  const units = await unitsInLongForm(words);
  const stories = await storiesInLongForm(words);
  return { ...stories, failed: units.failed + stories.failed };
});
