import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from 'electron';
import type { Commands, Signals } from '../ipc.ts';

type Answer<C extends keyof Commands> = Promise<ReturnType<Commands[C]>>;
type Crossed<C extends keyof Commands> =
  { ok: true; value: ReturnType<Commands[C]> } | { ok: false; message: string };

const desk = {
  /** Asks the main process; rejects with a sentence for the person. */
  async ask<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>): Answer<C> {
    const answer = (await ipcRenderer.invoke(command, ...args)) as Crossed<C>;
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  },

  /** Hears a signal until the function it gives is called. */
  hear<S extends keyof Signals>(signal: S, listener: Signals[S]): () => void {
    const relay = (_event: IpcRendererEvent, ...args: unknown[]) =>
      (listener as (...given: unknown[]) => void)(...args);
    ipcRenderer.on(signal, relay);
    return () => void ipcRenderer.off(signal, relay);
  },

  /** Where something dropped on the window lies; empty when it lies on no disk. */
  pathOf: (file: File): string => webUtils.getPathForFile(file),

  platform: process.platform,
};

export type Desk = typeof desk;
contextBridge.exposeInMainWorld('desk', desk);
