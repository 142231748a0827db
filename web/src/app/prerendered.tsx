import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { signInOptionsKey } from '../features/identity/account/api.ts';
import { sessionKey } from '../features/identity/account/sessionApi.ts';
import { MemoryRouter } from '../lib/router.ts';
import { LandingPage } from '../pages/landing/LandingPage.tsx';
import { PricingPage } from '../pages/pricing/PricingPage.tsx';

/** A page whose HTML is complete before any script runs. */
export interface PrerenderedPage {
  path: string;
  /** Which of the path's pages it is; the server chooses for each request. */
  variant: string;
  html: string;
  /** The module that runs in it. */
  script: string;
  /** The module of its component, whose styles it needs. */
  component: string;
}

const flags = (...names: (string | false)[]): string => names.filter(Boolean).join(' ');

function landing(hasSession: boolean, offersTryOut: boolean): PrerenderedPage {
  return {
    path: '/',
    variant: flags(hasSession && 'session', offersTryOut && 'try'),
    html: renderToStaticMarkup(<LandingPage hasSession={hasSession} offersTryOut={offersTryOut} />),
    script: 'src/pages/landing/client/main.ts',
    component: 'src/pages/landing/LandingPage.tsx',
  };
}

/** Renders what a visitor without an account sees. */
function asVisitor(address: string, billing: boolean, page: ReactElement): string {
  const data = new QueryClient();
  data.setQueryData(sessionKey, { user: null, because: 'visitor' });
  data.setQueryData(signInOptionsKey, { billing });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={data}>{page}</QueryClientProvider>
    </MemoryRouter>,
  );
}

const pricing = (variant: 'upgrade' | 'trial' | 'included'): PrerenderedPage => ({
  path: '/pricing',
  variant,
  html: asVisitor(`/pricing?mode=${variant}`, variant !== 'included', <PricingPage />),
  script: 'src/pages/pricing/visitor.ts',
  component: 'src/pages/pricing/PricingPage.tsx',
});

/** Renders the pages; runs at build time. */
export const renderPages = (): PrerenderedPage[] => [
  ...[true, false].flatMap((hasSession) => [true, false].map((offers) => landing(hasSession, offers))),
  ...(['upgrade', 'trial', 'included'] as const).map(pricing),
];
