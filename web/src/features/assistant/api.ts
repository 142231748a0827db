import * as api from '@stagelink/shared/contracts/assistant';
import { NetworkError } from '@stagelink/shared/client/call';
import { createStream } from '@stagelink/shared/client/stream';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, callerHeader } from '../../lib/api.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { queryClient } from '../../lib/queryClient.ts';

export type Chat = Awaited<ReturnType<typeof readChat>>;

export const readChat = async (id: string) => (await call(api.readAssistantChat, { id })).data;

async function* textOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read())
      yield next.value;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** Translates the failures of `fetch`, except those of an ended request. */
async function reachable<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw signal.aborted || !(cause instanceof TypeError)
      ? cause
      : new NetworkError(common('unreachable'), { cause });
  }
}

/** Streams that end with the signal. */
const streamUntil = (signal: AbortSignal) =>
  createStream(async ({ method, path, json }) => {
    const response = await reachable(signal, () =>
      fetch(path, {
        method,
        credentials: 'same-origin',
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          ...callerHeader(method),
        },
        body: json ?? null,
        signal,
      }),
    );
    return { status: response.status, chunks: textOf(response) };
  });

export const streamStart = (input: Input<typeof api.startAssistantChat>, signal: AbortSignal) =>
  streamUntil(signal)(api.startAssistantChat, input);

export const streamMessage = (input: Input<typeof api.sendAssistantMessage>, signal: AbortSignal) =>
  streamUntil(signal)(api.sendAssistantMessage, input);

const settingsKey = (id: string) => ['assistant', 'settings', id] as const;

export const useSettings = (id: string) =>
  useQuery({
    queryKey: settingsKey(id),
    queryFn: async () => (await call(api.readAssistantSettings, { id })).settings,
  });

/** Reads again what answers have used, where that is shown. */
export const refreshSettings = (id: string) => queryClient.invalidateQueries({ queryKey: settingsKey(id) });

export const useChangeAccess = (id: string) =>
  useMutation({
    mutationFn: (access: api.AssistantAccess) => call(api.updateAssistantSettings, { id, access }),
    onSuccess: ({ settings }) => queryClient.setQueryData(settingsKey(id), settings),
  });
