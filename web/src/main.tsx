import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import './fonts.css';
import './theme.css';
import './stage.css';
import { Loading } from './ui/Loading.tsx';
import { Problem } from './ui/Problem.tsx';
import { t } from './words/common.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”');

/** The landing page is most people's first, and needs neither router nor data: it starts without them. */
const Start = lazy(async () =>
  window.location.pathname === '/'
    ? { default: (await import('./pages/landing/LandingPage.tsx')).LandingPage }
    : { default: (await import('./routes.tsx')).Routes },
);

const reload = () => window.location.reload();

function BrokenPage() {
  return (
    <Problem message={t('pageFailed')} hint={t('pageFailedHint')} action={t('reload')} onRetry={reload} />
  );
}

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary FallbackComponent={BrokenPage}>
      <Suspense fallback={<Loading />}>
        <Start />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
);
