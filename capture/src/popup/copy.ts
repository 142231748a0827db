import { bytes, count } from '@stagelink/shared/domain/format';
import type { CaptureState, PageSummary } from '../state.ts';

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
const nameOf = (url: string): string => URL.parse(url)?.pathname.split('/').pop() || hostOf(url);

/** What an item of the list of missing files offers. */
export type Offer = { type: 'allow'; host: string } | { type: 'include'; url: string };

export interface LeftOut {
  text: string;
  offer: Offer | null;
}

type Missing = PageSummary['missing'][number];

const isPictured = ({ reason }: Missing): boolean => reason === 'pictured';

const framesOf = (host: string, number: number): string => {
  const frames = number === 1 ? 'Frame' : `${number} frames`;
  return host === '' ? `${frames} without an address` : `${frames} of ${host}`;
};

const framesByHost = (missing: readonly Missing[]): Map<string, Missing[]> =>
  Map.groupBy(
    missing.filter((each) => each.reason === 'frame' || isPictured(each)),
    ({ url }) => hostOf(url),
  );

/** Returns what was taken out of a page for privacy. */
const countedTexts = ({ blanked, secret, repeated, tokens }: PageSummary['counts']): string[] =>
  [
    [blanked, `${count(blanked, 'typed value')} left blank`],
    [secret, `${count(secret, 'secret field')} left blank`],
    [repeated, `A password, code or card number taken out of ${count(repeated, 'text')}`],
    [tokens, `${count(tokens, 'token')} taken out of links and attributes`],
  ].flatMap(([number, text]) => (number === 0 ? [] : [String(text)]));

/** Returns one entry for each website that keeps files from the page, and for everything else by kind. */
export function leftOut({ missing, counts }: PageSummary): LeftOut[] {
  const blocked = Map.groupBy(
    missing.filter(({ reason }) => reason === 'blocked'),
    ({ url }) => hostOf(url),
  );
  const failed = missing.filter(({ reason }) => reason === 'failed').length;
  return [
    ...countedTexts(counts).map((text) => ({ text, offer: null })),
    ...Array.from(blocked, ([host, files]) => ({
      text: `${count(files.length, 'file')} of ${host}`,
      offer: host === 'canvas' ? null : ({ type: 'allow', host } as const),
    })),
    ...missing
      .filter(({ reason }) => reason === 'large')
      .map(({ url, bytes: size }) => ({
        text: `${nameOf(url)}, ${bytes(size)}`,
        offer: { type: 'include', url } as const,
      })),
    ...Array.from(framesByHost(missing), ([host, frames]) => ({
      text: `${framesOf(host, frames.length)}${frames.every(isPictured) ? ', as a picture' : ''}`,
      offer: host === '' ? null : ({ type: 'allow', host } as const),
    })),
    ...missing
      .filter(({ reason }) => reason === 'object')
      .map(({ url }) => ({ text: `Embedded ${nameOf(url)}`, offer: null })),
    ...(failed > 0 ? [{ text: `${count(failed, 'file')} that did not load`, offer: null }] : []),
  ];
}

/** Returns what will be saved, or what is being done. */
export function summary({ step, page, progress, kept }: CaptureState): string {
  if (step === 'reading') {
    return progress ? `Reading ${progress.done} of ${count(progress.of, 'file')}…` : 'Reading the page…';
  }
  if (step === 'failed') return 'Nothing was saved.';
  const pages = page ? [...kept, page] : kept;
  const files = pages.reduce((sum, each) => sum + each.files, 0);
  const size = pages.reduce((sum, each) => sum + each.bytes, 0);
  if (step === 'uploading') return `Uploading ${bytes(size)}…`;
  const what = `${count(files, 'file')}, ${bytes(size)}`;
  if (!page) return `${count(kept.length, 'page')}, ${what}. Open the next page and press the button again.`;
  return pages.length > 1 ? `${count(pages.length, 'page')}, ${what}` : what;
}
