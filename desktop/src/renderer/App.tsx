import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { queryClient } from '@stagelink/web/lib/queryClient.ts';
import { HostProvider } from '@stagelink/web/lib/host.ts';
import { Providers } from '@stagelink/web/kit/Providers.tsx';
import { DashboardPage, SettingsPage } from '@stagelink/web/app/shell/signedInPages.tsx';
import { Loading } from '@stagelink/web/kit/Loading.tsx';
import { ErrorPage } from '@stagelink/web/kit/ErrorPage.tsx';
import { reportOnce } from '@stagelink/web/lib/reportErrors.ts';
import { handleUncaughtErrors } from '@stagelink/web/lib/uncaughtErrors.ts';
import { t as common } from '@stagelink/web/lib/commonCopy.ts';
import { subscribeToIpcEvents } from './lib/ipcEvents.ts';
import { TutorialProvider } from '@stagelink/web/features/onboarding/TutorialProvider.tsx';
import { companion } from './lib/host.ts';
import { FolderPage } from './features/folderDetails/FolderPage.tsx';
import { FoldersPage } from './features/folders/FoldersPage.tsx';
import { PreferencesPage } from './features/preferences/PreferencesPage.tsx';
import { SignInPage } from './features/signIn/SignInPage.tsx';
import { NavigationListener } from './shell/NavigationListener.tsx';
import { OpenInBrowser } from './shell/OpenInBrowser.tsx';

// The main process answers offline too, from its own cache.
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  queries: { ...defaults.queries, networkMode: 'always' },
  mutations: { ...defaults.mutations, networkMode: 'always' },
});

// A report that fails must not be an error to report.
const report = (cause: unknown): void => void reportOnce('companion', cause).catch(() => undefined);
handleUncaughtErrors(report);

const reload = () => window.location.reload();

function BrokenPage() {
  return (
    <ErrorPage
      message={common('pageFailed')}
      hint={common('pageFailedHint')}
      action={common('reload')}
      error={null}
      onRetry={reload}
    />
  );
}

export function App() {
  useEffect(subscribeToIpcEvents, []);
  return (
    <ErrorBoundary FallbackComponent={BrokenPage} onError={report}>
      <HostProvider value={companion}>
        <BrowserRouter useTransitions={false}>
          <Providers>
            <NavigationListener />
            <TutorialProvider>
              <Suspense fallback={<Loading />}>
                <Routes>
                  <Route path="/" element={<Navigate to="/folders" replace />} />
                  <Route path="/folders" element={<FoldersPage />} />
                  <Route path="/folders/:id" element={<FolderPage />} />
                  <Route path="/dashboard" element={<DashboardPage />} />
                  <Route path="/settings" element={<SettingsPage />} />
                  <Route path="/preferences" element={<PreferencesPage />} />
                  <Route path="/sign-in" element={<SignInPage />} />
                  <Route path="*" element={<OpenInBrowser />} />
                </Routes>
              </Suspense>
            </TutorialProvider>
          </Providers>
        </BrowserRouter>
      </HostProvider>
    </ErrorBoundary>
  );
}
