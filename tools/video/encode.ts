import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietly } from '../../scripts/setup/say.mjs';

/** A picture of the screen as JPEG. */
export interface Frame {
  data: Buffer;
  /** When the video shows it, in milliseconds from its start. */
  at: number;
}

export const SIZE = { width: 1280, height: 800 };

const FILTER = `fps=30,scale=${SIZE.width}:${SIZE.height},format=yuv420p`;
/** Arguments of ffmpeg by the end of the file's name. */
const FORMATS = {
  mp4: ['-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-crf', '42', '-b:v', '0', '-cpu-used', '4', '-row-mt', '1'],
};

/** Returns ffmpeg's list of pictures and their durations. The last one is listed twice, as its format requires. */
function listOf(frames: readonly Frame[], end: number): string {
  const shown = frames.map(({ at }, index) => {
    const seconds = ((frames[index + 1]?.at ?? end) - at) / 1000;
    return `file ${index}.jpg\nduration ${seconds.toFixed(3)}\n`;
  });
  return `ffconcat version 1.0\n${shown.join('')}file ${frames.length - 1}.jpg\n`;
}

/**
 * Writes the frames as `video.mp4` and `video.webm`.
 * @param end length of the video in milliseconds
 */
export async function encode(frames: readonly Frame[], end: number, folder: string): Promise<void> {
  const pictures = await mkdtemp(path.join(tmpdir(), 'stagelink-frames-'));
  try {
    await Promise.all(frames.map(({ data }, index) => writeFile(path.join(pictures, `${index}.jpg`), data)));
    const list = path.join(pictures, 'list.txt');
    await writeFile(list, listOf(frames, end));
    for (const [name, format] of Object.entries(FORMATS)) {
      const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-i', list];
      const output = ['-vf', FILTER, '-t', String(end / 1000), ...format, path.join(folder, `video.${name}`)];
      await quietly(`Encoding the video as ${name}`, 'ffmpeg', [...input, ...output]);
    }
  } finally {
    await rm(pictures, { recursive: true });
  }
}
