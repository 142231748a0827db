import { lazy, type ReactNode } from 'react';
import { LazyPart } from './LazyPart.tsx';

export interface LaterProps<Module> {
  fallback?: ReactNode;
  children: (module: Module) => ReactNode;
}

/**
 * Returns a component that shows what is in a module which loads when the component is first rendered. One module holds
 * all that a page shows right after its first render.
 */
export function later<Module>(load: () => Promise<Module>) {
  const Loaded = lazy(async () => {
    const module = await load();
    return { default: ({ children }: LaterProps<Module>) => children(module) };
  });
  return function Later({ fallback, children }: LaterProps<Module>) {
    return (
      <LazyPart fallback={fallback}>
        <Loaded>{children}</Loaded>
      </LazyPart>
    );
  };
}
