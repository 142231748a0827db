import { readViewerAddress } from '@stagelink/shared/preview/address';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
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

/**
 * The landing page and the viewer are most people's first, on a phone as like as not: they start without the router
 * and the components the rest is made of.
 */
async function pageAt(pathname: string): Promise<ComponentType> {
  if (pathname === '/') return (await import('./pages/landing/LandingPage.tsx')).LandingPage;
  if (readViewerAddress(pathname, '')) return (await import('./pages/viewer/ViewerPage.tsx')).ViewerPage;
  return (await import('./routes.tsx')).Routes;
}

const Start = lazy(async () => ({ default: await pageAt(window.location.pathname) }));

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
