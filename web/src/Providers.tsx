import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queries } from './data/queries.ts';
import './mantine.css';
import { colorSchemeManager, theme } from './theme.ts';

// Nothing is said before something is done: they come after what there is to do it with.
const Toasts = lazy(async () => ({ default: (await import('./ui/Toasts.tsx')).Toasts }));

/** What every page but the landing page and the viewer stands on. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Style elements made at run time would need 'unsafe-inline'; theme.css says it all beforehand.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        {children}
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
