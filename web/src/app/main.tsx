import { readViewerAddress } from '@stagelink/shared/preview/viewerUrl';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import '../kit/fonts.css';
import '../kit/theme.css';
import '../features/preview/previewFrame.css';
import { Loading } from '../kit/Loading.tsx';
import { ErrorPage } from '../kit/ErrorPage.tsx';
import { t } from '../lib/commonCopy.ts';
import { handleUncaughtErrors } from '../lib/uncaughtErrors.ts';

/** What reports errors is loaded with the first one. */
const report = (cause: unknown): void =>
  void import('../lib/reportErrors.ts')
    .then(({ reportOnce }) => reportOnce('web', cause))
    .catch(() => undefined);
handleUncaughtErrors(report);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”');

/** The viewer loads without the router and the components of other pages: it is a first visit, often on a phone. */
async function pageAt(pathname: string): Promise<ComponentType> {
  if (readViewerAddress(pathname, '')) return (await import('../pages/viewer/ViewerPage.tsx')).ViewerPage;
  return (await import('./routes.tsx')).Routes;
}

const Start = lazy(async () => ({ default: await pageAt(window.location.pathname) }));

const reload = () => window.location.reload();

function BrokenPage() {
  return (
    <ErrorPage
      message={t('pageFailed')}
      hint={t('pageFailedHint')}
      action={t('reload')}
      error={null}
      onRetry={reload}
    />
  );
}

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary FallbackComponent={BrokenPage} onError={report}>
      <Suspense fallback={<Loading />}>
        <Start />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
);
