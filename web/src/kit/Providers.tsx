import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../lib/queryClient.ts';
import { Toasts } from './Toasts.tsx';

/** Wraps every page except the landing page and the viewer. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <Toasts />
  </QueryClientProvider>
);
