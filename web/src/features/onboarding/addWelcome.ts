/** Above a page in another site's frame, or before a checkout that the URL starts, the welcome would be in the way. */
const isBusy = () => window.self !== window.top || new URLSearchParams(window.location.search).has('plan');

/** Welcomes a new account above a page that is complete without the app. */
export async function addWelcome(): Promise<void> {
  if (!document.querySelector('[data-session]') || isBusy()) return;
  const { shouldShowWelcome } = await import('./welcomeRequest.ts');
  if (await shouldShowWelcome()) (await import('./mountWelcome.tsx')).mountWelcome();
}
