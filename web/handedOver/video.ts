import { readPage } from './file.ts';

/** The second of a media fragment, such as `#t=12.5`. */
const TIME = /^#t=(\d+(?:\.\d+)?)$/;

function timeInAddress(): number | null {
  const time = TIME.exec(location.hash)?.[1];
  return time === undefined ? null : Number(time);
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The label is the name of the element in a comment, so that it says which second the comment is about. */
function keepLabel(video: HTMLVideoElement, name: string): void {
  const isAtStart = Math.floor(video.currentTime) === 0;
  video.setAttribute('aria-label', isAtStart ? name : `${name} at ${clock(video.currentTime)}`);
}

/** Keeps the second in the address, which a comment and a copied link contain. */
function keepTime(video: HTMLVideoElement): void {
  const seconds = Math.round(video.currentTime * 10) / 10;
  if ((timeInAddress() ?? 0) === seconds) return;
  try {
    history.replaceState(history.state, '', `${location.pathname}${location.search}#t=${seconds}`);
  } catch {
    // A browser that limits changes of the address takes a later one.
  }
}

/** While a person drags the time, only the last position counts. */
const SETTLED_MS = 300;

function show(): void {
  const { main, name } = readPage();
  const video = main.querySelector('video');
  if (!video) return;
  const seek = () => {
    const time = timeInAddress();
    if (time === null || Math.abs(video.currentTime - time) < 0.1) return;
    video.pause();
    video.currentTime = time;
  };
  let settling: number | undefined;
  const keepSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => keepTime(video), SETTLED_MS);
  };
  for (const event of ['timeupdate', 'seeked']) video.addEventListener(event, () => keepLabel(video, name));
  for (const event of ['pause', 'seeked']) video.addEventListener(event, keepSoon);
  // Who comments while it plays leaves the page for the viewer's button first.
  addEventListener('blur', () => keepTime(video));
  addEventListener('hashchange', seek);
  if (video.readyState > 0) seek();
  else video.addEventListener('loadedmetadata', seek, { once: true });
}

show();
