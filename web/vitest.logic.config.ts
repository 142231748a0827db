import { defineConfig } from 'vitest/config';
import components from './vitest.config.ts';

/** A new window for each file would take ten times as long as the tests in it. */
export default defineConfig({
  ...components,
  test: {
    ...components.test,
    name: 'web logic',
    isolate: false,
    include: ['src/**/*.test.ts', 'agent/**/*.test.ts'],
  },
});
