import { PIN_LOOKOUT } from '@stagelink/shared/preview/lookout';
import { lazy, useEffect } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes as Switch, useLocation } from 'react-router-dom';
import { count } from './data/count.ts';
import { Providers } from './Providers.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('./pages/landing/LandingPage.tsx')).LandingPage,
}));
const LoginPage = lazy(async () => ({ default: (await import('./pages/login/LoginPage.tsx')).LoginPage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./pages/login/ResetPasswordPage.tsx')).ResetPasswordPage,
}));
const VerifyEmailPage = lazy(async () => ({
  default: (await import('./pages/login/VerifyEmailPage.tsx')).VerifyEmailPage,
}));
const ConfirmRepliesPage = lazy(async () => ({
  default: (await import('./pages/login/ConfirmRepliesPage.tsx')).ConfirmRepliesPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('./pages/dashboard/DashboardPage.tsx')).DashboardPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./pages/settings/SettingsPage.tsx')).SettingsPage,
}));
const AuthorizePage = lazy(async () => ({
  default: (await import('./pages/authorize/AuthorizePage.tsx')).AuthorizePage,
}));
const PinLookoutPage = lazy(async () => ({
  default: (await import('./pages/pinLookout/PinLookoutPage.tsx')).PinLookoutPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('./pages/unsubscribe/UnsubscribePage.tsx')).UnsubscribePage,
}));

function Page() {
  const { pathname } = useLocation();
  useEffect(() => count('page_view', pathname), [pathname]);
  return <Outlet />;
}

const withProviders = (
  <Providers>
    <Page />
  </Providers>
);

/** Every URL of the web app but the viewer's, which main.tsx starts by itself. */
export function Routes() {
  return (
    // What stands in the address moves with the control that put it there: at once.
    <BrowserRouter useTransitions={false}>
      <Switch>
        <Route path="/" element={<LandingPage />} />
        <Route path={PIN_LOOKOUT} element={<PinLookoutPage />} />
        <Route element={withProviders}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/confirm-replies" element={<ConfirmRepliesPage />} />
          <Route path="/authorize" element={<AuthorizePage />} />
          <Route path="/unsubscribe" element={<UnsubscribePage />} />
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/settings" element={<SettingsPage />} />
        </Route>
        <Route path="/app/*" element={<Navigate to="/dashboard" replace />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Switch>
    </BrowserRouter>
  );
}
