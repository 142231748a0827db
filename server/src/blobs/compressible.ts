import mime from 'mime-types';

/** Text in some dress, and the few binary formats that are not compressed in themselves. */
const COMPRESSIBLE =
  /^(text\/.*|.*\+(json|xml|text)|application\/(javascript|json|xml|wasm|rtf|x-sh|vnd\.ms-fontobject)|font\/(ttf|otf|collection)|image\/(bmp|x-icon|vnd\.microsoft\.icon|x-ms-bmp)|model\/.*)$/;
/** Pages are compressed when they are served, with the preview agent in them. */
const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

/** Whether files of this name are worth compressing at ingest. */
export function isCompressible(path: string): boolean {
  const type = mime.lookup(path);
  return type !== false && COMPRESSIBLE.test(type) && !PAGE.test(type);
}
