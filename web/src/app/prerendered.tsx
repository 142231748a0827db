import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '../pages/landing/LandingPage.tsx';
import { PricingPage, type Prices } from '../pages/pricing/PricingPage.tsx';

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

const pricing = (prices: Prices, hasSession: boolean, hasTaxes = false): PrerenderedPage => ({
  path: '/pricing',
  variant: flags(hasSession && 'session', prices, hasTaxes && 'taxes'),
  html: renderToStaticMarkup(<PricingPage prices={prices} hasSession={hasSession} hasTaxes={hasTaxes} />),
  script: 'src/pages/pricing/client/main.ts',
  component: 'src/pages/pricing/PricingPage.tsx',
});

const ALL: readonly Prices[] = ['included', 'upgrade', 'trial', 'cardUsed'];
const WITH_ACCOUNT: readonly Prices[] = ['pro', 'pastDue', 'trialUsed'];
/** Where a checkout is offered, which may add taxes. */
const OFFERED: readonly Prices[] = ['upgrade', 'trial', 'cardUsed'];

/** Renders the pages; runs at build time. */
export const renderPages = (): PrerenderedPage[] => [
  ...[true, false].flatMap((hasSession) => [true, false].map((offers) => landing(hasSession, offers))),
  ...[...ALL, ...WITH_ACCOUNT].map((prices) => pricing(prices, true)),
  ...ALL.map((prices) => pricing(prices, false)),
  ...OFFERED.map((prices) => pricing(prices, false, true)),
  ...[...OFFERED, 'trialUsed' as const].map((prices) => pricing(prices, true, true)),
];
