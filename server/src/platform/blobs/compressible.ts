import mime from 'mime-types';

/** Text formats, and the few binary formats without compression of their own. */
const COMPRESSIBLE =
  /^(text\/.*|.*\+(json|xml|text)|application\/(javascript|json|xml|wasm|rtf|x-sh|vnd\.ms-fontobject)|font\/(ttf|otf|collection)|image\/(bmp|x-icon|vnd\.microsoft\.icon|x-ms-bmp)|model\/.*)$/;
/** Pages are compressed when served, because the preview agent is inserted into them. */
const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

export function isCompressible(path: string): boolean {
  const type = mime.lookup(path);
  return type !== false && COMPRESSIBLE.test(type) && !PAGE.test(type);
}
