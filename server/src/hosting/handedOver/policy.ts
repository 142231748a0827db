import { ASSETS } from './assets.ts';

/**
 * Returns the Content-Security-Policy of a page: only scripts of ours run, whatever the handed-over file contains, and
 * only its own origin is read. Markdown may show pictures of other sites. pdf.js needs WebAssembly for some pictures.
 */
export function pagePolicy(origin: string, root: string): string {
  const ours = `${origin}${root}${ASSETS}`;
  const agent = `${origin}${root}/__stagelink/`;
  return [
    "default-src 'none'",
    `script-src ${agent} 'wasm-unsafe-eval'`,
    `worker-src ${ours}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
