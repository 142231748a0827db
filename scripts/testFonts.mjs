// Runs the stories that measure places with a narrower font (`npm run test:fonts [-- words of paths]`).
import { runProof } from './testing/proof.mjs';
import { storiesInNarrowFont } from './testing/stories.mjs';

await runProof(storiesInNarrowFont);
