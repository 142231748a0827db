/** Recorded by `npm run video`. */
const VIDEO = '/landing/video.webm';
const CAPTIONS = '/landing/video.vtt';
const POSTER = '/landing/viewer-light.webp';

function load(video: HTMLVideoElement): void {
  const captions = document.createElement('track');
  Object.assign(captions, { kind: 'captions', src: CAPTIONS, srclang: 'en', default: true });
  captions.label = video.dataset['captions'] ?? '';
  video.append(captions);
  video.poster = POSTER;
  video.preload = 'metadata';
  video.src = VIDEO;
}

/** Opens the video’s dialog; loads the recording then, and says if this server has none. */
export function addVideo(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-video]');
  const video = dialog?.querySelector('video');
  const missing = dialog?.querySelector('output');
  if (!dialog || !video || !missing) return;
  video.addEventListener('error', () => {
    missing.textContent = missing.dataset['text'] ?? '';
  });
  dialog.addEventListener('close', () => video.pause());
  document.querySelector('[data-watch]')?.addEventListener('click', () => {
    if (video.src === '') load(video);
    dialog.showModal();
  });
}
