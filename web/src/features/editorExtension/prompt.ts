import {
  FILES_PER_SNAPSHOT,
  PROMPT_FILE_BYTES,
  PROMPT_TOTAL_BYTES,
} from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';

const count = new Intl.NumberFormat('en');
/** Sizes have no space: “5MB”. */
const size = (limit: number) => bytes(limit).replace(' ', '');

/** Instructions for an AI assistant. */
export const PROMPT = `Build a static, self-contained web prototype that can be published with Stagelink.

Project
- Put a package.json in the root of the project, with a "build" script that needs no input.
- The build writes the finished site to dist, build or out, with an index.html at its top.
- Everything runs in the browser. There is no server, no database and no server-side rendering at run time.

Assets
- Refer to assets by absolute paths that start with a slash, such as /images/logo.svg.
- Use no external resources: no CDN scripts, no web fonts, no remote images, no API calls. Put everything into the project.
- Make up realistic sample data and keep it in the project.

Limits
- At most ${size(PROMPT_FILE_BYTES)} per file.
- Under ${size(PROMPT_TOTAL_BYTES)} and ${count.format(FILES_PER_SNAPSHOT)} files in total.

Quality
- It works on a phone and on a desktop, and with a keyboard.
- Give elements that people will talk about a stable id or data-testid, so that comments stay on them.

When you are done, run the build, check that the output folder has an index.html, and tell me the name of that folder.`;
