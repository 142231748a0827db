// A bundle of import() of a CommonJS package has its names under `default` only; a static import keeps them.
export { parse } from 'yaml';
