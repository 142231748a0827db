import './operations/nursery.ts';

// Only then: what is imported at the top is loaded before anything of it runs.
export const { start } = await import('./start.ts');

if (import.meta.main) await start();
