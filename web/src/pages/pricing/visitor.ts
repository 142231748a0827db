import '../../kit/fonts.css';
import '../../kit/theme.css';
import { countPageView } from '../../lib/analytics/countPageView.ts';
import { keepMode } from './mode.ts';

// The script of the page that visitors without an account get: it was rendered at build time.

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-mode]')) {
  link.addEventListener('click', () => keepMode(link.dataset['mode'] === 'trial' ? 'trial' : 'upgrade'));
}
countPageView();
