import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPage, showNotice } from './file.ts';
import { Sheets } from './sheets.ts';

/** Where everything is that pdf.js needs: beside this script, on the origin of the page. */
const FOLDER = new URL('pdf/', import.meta.url.replace(/[^/]*$/, '')).href;
const beside = (name: string): string => FOLDER + name;

GlobalWorkerOptions.workerSrc = beside('worker.js');

/** A larger picture inside a page is left out: it would take the memory of the browser. */
const MAX_PICTURE_PIXELS = 64 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  PasswordException: 'This PDF is protected by a password, so it cannot be shown here.',
  InvalidPDFException: 'This file is not a valid PDF.',
};

async function show(): Promise<void> {
  const { main, file, name } = readPage();
  try {
    const pdf = await getDocument({
      url: file,
      cMapUrl: beside('cmaps/'),
      standardFontDataUrl: beside('standard_fonts/'),
      wasmUrl: beside('wasm/'),
      iccUrl: beside('iccs/'),
      enableXfa: false,
      maxImageSize: MAX_PICTURE_PIXELS,
    }).promise;
    await new Sheets(pdf, main, name).show();
  } catch (cause) {
    const reason = cause instanceof Error ? REASONS[cause.name] : undefined;
    showNotice(main, file, reason ?? 'This PDF could not be shown. Reload the page, or save the file.');
  }
}

void show();
