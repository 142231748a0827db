import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Returns the file of a program on a PATH, or null. */
export async function findOnPath(program: string, searched: string): Promise<string | null> {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  for (const folder of searched.split(path.delimiter)) {
    for (const ending of endings) {
      const file = path.join(folder, program + ending);
      try {
        await access(file, constants.X_OK);
        return file;
      } catch {
        continue;
      }
    }
  }
  return null;
}
