import type { OpenUploadStore } from '@stagelink/shared/staging/core/uploadOnce';
import * as z from 'zod/mini';

const OpenUpload = z.object({ idempotencyKey: z.string(), print: z.string() });

/** Keeps the open upload to a place, a snapshot or a new one, in this tab: reloading the page does not forget it. */
export function openUploadOf(place: string): OpenUploadStore {
  const key = `stagelink-upload-${place}`;
  // An upload whose reply is lost is not settled if there is no storage.
  const withStorage = <T>(run: () => T, otherwise: T): Promise<T> => {
    try {
      return Promise.resolve(run());
    } catch {
      return Promise.resolve(otherwise);
    }
  };
  return {
    read: () =>
      withStorage(
        () => OpenUpload.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null,
        null,
      ),
    write: (upload) =>
      withStorage(
        () =>
          upload === null
            ? sessionStorage.removeItem(key)
            : sessionStorage.setItem(key, JSON.stringify(upload)),
        undefined,
      ),
  };
}
