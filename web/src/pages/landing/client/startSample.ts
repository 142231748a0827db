import { stageSample } from '../../../features/tryOut/sampleApi.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { navigateTo } from '../../../lib/navigateTo.ts';
import { t } from './copy.ts';

/** Narrower, the viewer has the window for itself. */
const FRAME_FITS = '(min-width: 769px)';

function showIn(place: HTMLElement, url: string): void {
  const frame = document.createElement('iframe');
  frame.src = `${url}#panel=comments`;
  frame.title = t('sample');
  place.replaceChildren(frame);
  frame.focus();
}

/** Makes a copy of the sample for this visitor and opens it. Returns why that failed, or null. */
export async function startSample(place: HTMLElement): Promise<string | null> {
  try {
    const { url } = await stageSample();
    if (window.matchMedia(FRAME_FITS).matches) showIn(place, url);
    else navigateTo(url);
    return null;
  } catch (error) {
    return errorMessage(error, t('sampleFailed'));
  }
}
