import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from './data/queries.ts';
import './mantine.css';
import { colorSchemeManager, theme } from './theme.ts';

/** What every page but the landing page stands on. */
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
        <Notifications position="bottom-center" autoClose={3000} limit={3} zIndex={400} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
