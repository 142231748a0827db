// Runs the tests that kill programs and find pins as often as they can (`npm run test:long [-- words of paths]`).
import { runProof } from './testing/proof.mjs';
import { unitsInLongForm } from './testing/units.mjs';

await runProof(unitsInLongForm);
