import { aptInstall, findProgram, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

/** Installs a missing ffmpeg if permitted. */
export async function installFfmpeg() {
  if (findProgram('ffmpeg')) return;
  if (!mayInstall()) {
    throw new Refusal('The video needs ffmpeg. Install it (on Debian: sudo apt-get install ffmpeg).');
  }
  await aptInstall('Installing ffmpeg', ['ffmpeg']);
}
