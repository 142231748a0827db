import '../../../kit/fonts.css';
import '../../../kit/theme.css';
import { addWelcome } from '../../../features/onboarding/addWelcome.ts';
import { countPageView } from '../../../lib/analytics/countPageView.ts';
import { takeUnknownPath } from '../../../lib/unknownPath.ts';
import { addSample } from './addSample.ts';
import { addTryOut } from './addTryOut.ts';
import { addVideo } from './addVideo.ts';
import { t } from './copy.ts';
import { rotateTaglines } from './rotateTaglines.ts';

function nameUnknownPath(): void {
  const path = takeUnknownPath();
  const place = document.querySelector('[data-unknown]');
  if (path !== null && place) place.textContent = t('unknownPath', { path });
}

/** Decoration: it loads after the page, which lacks nothing without it. */
async function addSky(): Promise<void> {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-sky]');
  if (canvas) (await import('./drawSky.ts')).drawSky(canvas);
}

nameUnknownPath();
rotateTaglines();
addVideo();
addSample();
addTryOut();
addSky().catch(() => undefined);
// The next page shows the welcome if the server does not answer.
addWelcome().catch(() => undefined);
countPageView();
