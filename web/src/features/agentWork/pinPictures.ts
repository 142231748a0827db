import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pictureOf } from '../pins/pictureOf.ts';
import type { Preview } from '../preview/usePreview.ts';
import { uuid } from '../../lib/uuid.ts';

/** Pictures need code that the agent loads on demand; do not wait longer. */
const PICTURE_WAIT_MS = 30_000;

const asDataUrl = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The picture could not be read')));
    reader.readAsDataURL(picture);
  });

type Messages = Pick<Preview, 'send' | 'listen'>;

/** Asks the preview for a picture of a pin's element. Rejects where there is none. */
function readPinPicture({ send, listen }: Messages, pin: string, signal: AbortSignal): Promise<string> {
  const pickId = uuid();
  return new Promise((resolve, reject) => {
    const end = (picture: Blob | null) => {
      clearTimeout(timer);
      stop();
      if (picture) resolve(asDataUrl(picture));
      else reject(new Error('The page gave no picture'));
    };
    const timer = setTimeout(end, PICTURE_WAIT_MS, null);
    const stop = listen((message) => {
      if (message.type === 'pictured' && message.pickId === pickId)
        end(message.picture && pictureOf(message.picture));
    });
    signal.addEventListener('abort', () => end(null));
    if (!send({ type: 'picture', pickId, pin })) end(null);
  });
}

interface PinPicture extends Messages {
  pin: string;
  /** The version in the preview. */
  version: number;
  /** Whether the preview shows the element. */
  isThere: boolean;
}

/** A picture of a pin's element as the preview shows it, made once for each version. */
export function usePinPicture({ send, listen, pin, version, isThere }: PinPicture) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: ['pin picture', pin, version],
    queryFn: ({ signal }) => readPinPicture({ send, listen }, pin, signal),
    enabled: isThere,
    staleTime: Infinity,
    retry: false,
    // Each one takes the page some time.
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  // The next document knows nothing of the request.
  useEffect(() => {
    if (!isThere) void client.cancelQueries({ queryKey: ['pin picture', pin, version] });
  }, [client, isThere, pin, version]);
  return { url: data ?? null, hasFailed: isError, retry: () => void refetch() };
}
