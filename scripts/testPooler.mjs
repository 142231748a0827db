// Runs the tests of the server behind PgBouncer in transaction mode (`npm run test:pooler [-- words of paths]`).
import { runProof } from './testing/proof.mjs';
import { unitBehindPooler } from './testing/units.mjs';

await runProof(unitBehindPooler);
