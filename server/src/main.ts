import { start } from './app/start.ts';

export { start };

if (import.meta.main) await start();
