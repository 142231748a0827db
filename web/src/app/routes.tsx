import { AUTHORIZE_AGENT_PATH } from '@stagelink/shared/contracts/agentClients';
import { PIN_VERIFICATION_PATH } from '@stagelink/shared/preview/pinVerification';
import { lazy, useEffect } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes as Switch, useLocation } from 'react-router-dom';
import { track } from '../lib/analytics/track.ts';
import { navigateTo } from '../lib/navigateTo.ts';
import { keepUnknownPath } from '../lib/unknownPath.ts';
import { HostProvider, type Host } from '../lib/host.ts';
import { Providers } from '../kit/Providers.tsx';
import { AdminPage, DashboardPage, SettingsPage } from './shell/signedInPages.tsx';
import { logout } from '../features/identity/account/sessionApi.ts';
import { TutorialProvider } from '../features/onboarding/TutorialProvider.tsx';
import { LiveLost } from './shell/LiveLost.tsx';

const browserHost: Host = {
  home: '/dashboard',
  signIn: '/login',
  afterSignOut: '/',
  signOut: logout,
  channel: '/api/events',
  docs: '/docs',
  verifyPins: async (...looked) =>
    (await import('../features/pins/verificationApi.ts')).verifyPins(...looked),
  hasIdlePictures: true,
  makePicture: async (...version) => (await import('../features/pictures/api.ts')).makePicture(...version),
  Notices: LiveLost,
  EndPlaces: lazy(async () => ({ default: (await import('./shell/EndPlaces.tsx')).EndPlaces })),
};

const LoginPage = lazy(async () => ({
  default: (await import('../features/identity/signIn/SignIn.tsx')).SignIn,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('../pages/login/ResetPasswordPage.tsx')).ResetPasswordPage,
}));
const VerifyEmailPage = lazy(async () => ({
  default: (await import('../pages/login/VerifyEmailPage.tsx')).VerifyEmailPage,
}));
const ConfirmRepliesPage = lazy(async () => ({
  default: (await import('../pages/login/ConfirmRepliesPage.tsx')).ConfirmRepliesPage,
}));
const AuthorizePage = lazy(async () => ({
  default: (await import('../pages/authorize/AuthorizePage.tsx')).AuthorizePage,
}));
const PinVerificationPage = lazy(async () => ({
  default: (await import('../pages/pinVerification/PinVerificationPage.tsx')).PinVerificationPage,
}));
const ClaimPage = lazy(async () => ({
  default: (await import('../pages/claim/ClaimPage.tsx')).ClaimPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('../pages/unsubscribe/UnsubscribePage.tsx')).UnsubscribePage,
}));

function Page() {
  const { pathname } = useLocation();
  useEffect(() => {
    // The back office records its own visits.
    if (!/^\/admin(\/|$)/.test(pathname)) track('page_view', pathname);
  }, [pathname]);
  return <Outlet />;
}

/** New accounts are welcomed here; another page belongs to one task, such as consent. */
const WELCOMING: readonly string[] = ['/dashboard', '/settings'];

function WithProviders() {
  const { pathname } = useLocation();
  return (
    <HostProvider value={browserHost}>
      <Providers>
        <TutorialProvider hasWelcome={WELCOMING.includes(pathname)}>
          <Page />
        </TutorialProvider>
      </Providers>
    </HostProvider>
  );
}

/** The landing page and the prices are no part of the app: the server sends them. */
function PageOfServer() {
  const { pathname, search } = useLocation();
  useEffect(() => navigateTo(pathname + search), [pathname, search]);
  return null;
}

function UnknownUrl() {
  const { pathname } = useLocation();
  useEffect(() => keepUnknownPath(pathname), [pathname]);
  return <Navigate to="/" replace />;
}

/** Every URL except the viewer's, which main.tsx starts directly. */
export function Routes() {
  return (
    // Transitions would delay controls that write their value to the URL.
    <BrowserRouter useTransitions={false}>
      <Switch>
        <Route path="/" element={<PageOfServer />} />
        <Route path="/pricing" element={<PageOfServer />} />
        <Route path={PIN_VERIFICATION_PATH} element={<PinVerificationPage />} />
        <Route element={<WithProviders />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/confirm-replies" element={<ConfirmRepliesPage />} />
          <Route path="/authorize" element={<AuthorizePage />} />
          <Route path={AUTHORIZE_AGENT_PATH} element={<AuthorizePage isAgent />} />
          <Route path="/authorize/finished" element={<AuthorizePage />} />
          <Route path="/claim" element={<ClaimPage />} />
          <Route path="/unsubscribe" element={<UnsubscribePage />} />
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/admin" element={<AdminPage />} />
          <Route path="/admin/users/:uid" element={<AdminPage />} />
        </Route>
        <Route path="/app/*" element={<Navigate to="/dashboard" replace />} />
        <Route path="*" element={<UnknownUrl />} />
      </Switch>
    </BrowserRouter>
  );
}
