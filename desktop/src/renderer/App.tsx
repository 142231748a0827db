import { lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { queries } from '../../../web/src/data/queries.ts';
import { HostProvider } from '../../../web/src/host.ts';
import { Providers } from '../../../web/src/Providers.tsx';
import { Loading } from '../../../web/src/ui/Loading.tsx';
import { Problem } from '../../../web/src/ui/Problem.tsx';
import { t as common } from '../../../web/src/words/common.ts';
import { hearSignals } from './data/hearing.ts';
import { companion } from './host.ts';
import { FolderPage } from './pages/folder/FolderPage.tsx';
import { FoldersPage } from './pages/folders/FoldersPage.tsx';
import { PreferencesPage } from './pages/preferences/PreferencesPage.tsx';
import { SignInPage } from './pages/signIn/SignInPage.tsx';
import { ListenOutside } from './shell/ListenOutside.tsx';
import { Outside } from './shell/Outside.tsx';

// The web app's own pages.
const DashboardPage = lazy(async () => ({
  default: (await import('../../../web/src/pages/dashboard/DashboardPage.tsx')).DashboardPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../../../web/src/pages/settings/SettingsPage.tsx')).SettingsPage,
}));

// The main process answers without a network too, from what it remembers.
const defaults = queries.getDefaultOptions();
queries.setDefaultOptions({
  queries: { ...defaults.queries, networkMode: 'always' },
  mutations: { ...defaults.mutations, networkMode: 'always' },
});

const reload = () => window.location.reload();

function BrokenPage() {
  return (
    <Problem
      message={common('pageFailed')}
      hint={common('pageFailedHint')}
      action={common('reload')}
      onRetry={reload}
    />
  );
}

/** Every page of the companion. What only the web app has is opened in the browser. */
export function App() {
  useEffect(hearSignals, []);
  return (
    <ErrorBoundary FallbackComponent={BrokenPage}>
      <HostProvider value={companion}>
        <BrowserRouter useTransitions={false}>
          <Providers>
            <ListenOutside />
            <Suspense fallback={<Loading />}>
              <Routes>
                <Route path="/" element={<Navigate to="/folders" replace />} />
                <Route path="/folders" element={<FoldersPage />} />
                <Route path="/folders/:id" element={<FolderPage />} />
                <Route path="/dashboard" element={<DashboardPage />} />
                <Route path="/settings" element={<SettingsPage />} />
                <Route path="/preferences" element={<PreferencesPage />} />
                <Route path="/sign-in" element={<SignInPage />} />
                <Route path="*" element={<Outside />} />
              </Routes>
            </Suspense>
          </Providers>
        </BrowserRouter>
      </HostProvider>
    </ErrorBoundary>
  );
}
