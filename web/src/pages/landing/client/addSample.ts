import { t } from './copy.ts';

/** Starts the sample prototype in the viewer where its picture is; loads what that needs on the first click. */
export function addSample(): void {
  const place = document.querySelector<HTMLElement>('[data-sample]');
  const button = place?.querySelector('button');
  const problem = place?.querySelector('output');
  if (!place || !button || !problem) return;

  async function start(from: HTMLElement): Promise<string | null> {
    try {
      return await (await import('./startSample.ts')).startSample(from);
    } catch {
      // Its code could not be loaded.
      return t('sampleFailed');
    }
  }
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    problem.textContent = '';
    problem.textContent = await start(place);
    button.ariaBusy = null;
  });
}
