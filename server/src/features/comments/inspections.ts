import { Inspection } from '@stagelink/shared/preview/inspection';

/** Parses what a browser says about a page that it does not trust: null for what is no inspection. */
export function parseInspection(json: string | undefined): Inspection | null {
  if (json === undefined) return null;
  try {
    return Inspection.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
