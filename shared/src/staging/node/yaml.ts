// A bundled import() of a CommonJS package exposes its names under `default` only; a static import keeps
// them.
export { parse } from 'yaml';
