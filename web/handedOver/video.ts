import { readPage } from './file.ts';

/** The second of a media fragment, such as `#t=12.5`. */
const TIME = /^#t=(\d+(?:\.\d+)?)$/;

function timeInAddress(): number | null {
  const time = TIME.exec(location.hash)?.[1];
  return time === undefined ? null : Number(time);
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Keeps the second in the address, so that a comment is about it and its link leads to it. */
function keepTime(video: HTMLVideoElement, name: string): void {
  const seconds = Math.round(video.currentTime * 10) / 10;
  video.setAttribute('aria-label', seconds > 0 ? `${name} at ${clock(seconds)}` : name);
  if (timeInAddress() === seconds) return;
  try {
    history.replaceState(history.state, '', `${location.pathname}${location.search}#t=${seconds}`);
  } catch {
    // A browser that limits changes of the address takes a later one.
  }
}

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
  let shown = -1;
  video.addEventListener('timeupdate', () => {
    const second = Math.floor(video.currentTime);
    if (second === shown) return;
    shown = second;
    keepTime(video, name);
  });
  for (const event of ['pause', 'seeked']) video.addEventListener(event, () => keepTime(video, name));
  addEventListener('hashchange', seek);
  if (video.readyState > 0) seek();
  else video.addEventListener('loadedmetadata', seek, { once: true });
}

show();
