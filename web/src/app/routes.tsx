import { PIN_VERIFICATION_PATH } from '@stagelink/shared/preview/pinVerification';
import { lazy, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes as Switch, useLocation } from 'react-router-dom';
import { track } from '../lib/analytics/track.ts';
import { navigateTo } from '../lib/navigateTo.ts';
import { keepUnknownPath } from '../lib/unknownPath.ts';
import { HostProvider, type Host } from '../lib/host.ts';
import { Loading } from '../kit/Loading.tsx';
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
const PricingPage = lazy(async () => ({
  default: (await import('../pages/pricing/PricingPage.tsx')).PricingPage,
}));
const ClaimPage = lazy(async () => ({
  default: (await import('../pages/claim/ClaimPage.tsx')).ClaimPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('../pages/unsubscribe/UnsubscribePage.tsx')).UnsubscribePage,
}));

/** Only the pricing page may load Stripe’s script, so it shares its document with no other page. */
const mayLoadStripe = (pathname: string) => pathname === '/pricing';

function Page({ openedAt }: { openedAt: string }) {
  const { pathname } = useLocation();
  const isOtherDocument = mayLoadStripe(pathname) !== mayLoadStripe(openedAt);
  useEffect(() => {
    if (isOtherDocument) window.location.reload();
    else track('page_view', pathname);
  }, [isOtherDocument, pathname]);
  return isOtherDocument ? <Loading /> : <Outlet />;
}

function WithProviders() {
  const [openedAt] = useState(() => window.location.pathname);
  return (
    <HostProvider value={browserHost}>
      <Providers>
        <TutorialProvider hasWelcome>
          <Page openedAt={openedAt} />
        </TutorialProvider>
      </Providers>
    </HostProvider>
  );
}

/** The landing page is no part of the app: the server sends it. */
function Landing() {
  useEffect(() => navigateTo('/'), []);
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
        <Route path="/" element={<Landing />} />
        <Route path={PIN_VERIFICATION_PATH} element={<PinVerificationPage />} />
        <Route element={<WithProviders />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/confirm-replies" element={<ConfirmRepliesPage />} />
          <Route path="/authorize" element={<AuthorizePage />} />
          <Route path="/authorize/finished" element={<AuthorizePage />} />
          <Route path="/pricing" element={<PricingPage />} />
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
