// Runs before `npm start` installs and builds, which takes minutes, and refuses what the server would refuse after it.
import { refuseOtherSystems } from './setup/node.mjs';
import { assertPortsFree } from './setup/port.mjs';
import { command } from './setup/say.mjs';

await command(async () => {
  refuseOtherSystems();
  await assertPortsFree(process.env);
});
