/** Recorded by `npm run video`; the first that the browser plays is loaded. */
const VIDEOS = [
  { src: '/landing/video.mp4', type: 'video/mp4' },
  { src: '/landing/video.webm', type: 'video/webm' },
];
const CAPTIONS = '/landing/video.vtt';
const POSTER = '/landing/viewer-light.webp';

function load(video: HTMLVideoElement, onMissing: () => void): void {
  const captions = document.createElement('track');
  Object.assign(captions, { kind: 'captions', src: CAPTIONS, srclang: 'en', default: true });
  captions.label = video.dataset['captions'] ?? '';
  const sources = VIDEOS.map((file) => Object.assign(document.createElement('source'), file));
  // Sources are tried in order: when the last one fails, none can be played.
  sources.at(-1)?.addEventListener('error', onMissing);
  video.poster = POSTER;
  video.preload = 'metadata';
  video.append(captions, ...sources);
}

/** Opens the video’s dialog; loads the recording then, and says if this server has none. */
export function addVideo(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-video]');
  const video = dialog?.querySelector('video');
  const missing = dialog?.querySelector('output');
  if (!dialog || !video || !missing) return;
  const showMissing = () => {
    missing.textContent = missing.dataset['text'] ?? '';
  };
  dialog.addEventListener('close', () => video.pause());
  document.querySelector('[data-watch]')?.addEventListener('click', () => {
    if (!video.hasChildNodes()) load(video, showMissing);
    dialog.showModal();
  });
}
