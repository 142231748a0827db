import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryClient } from '../lib/queryClient.ts';
import './mantine.css';
import { colorSchemeManager, theme } from './theme.ts';

// Toasts follow actions, so they load after the first render.
const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

/** Wraps every page except the landing page and the viewer. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Style elements created at run time would need 'unsafe-inline'; theme.css defines the variables
      // instead.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
