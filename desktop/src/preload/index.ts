import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from 'electron';
import type { Commands, Events } from '../protocol/window.ts';

type Answer<C extends keyof Commands> = Promise<ReturnType<Commands[C]>>;
type IpcResult<C extends keyof Commands> =
  { ok: true; value: ReturnType<Commands[C]> } | { ok: false; message: string };

const desk = {
  /** Sends a command to the main process; rejects with a sentence for the user. */
  async ask<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>): Answer<C> {
    const answer = (await ipcRenderer.invoke(command, ...args)) as IpcResult<C>;
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  },

  /** Subscribes to an event; returns a function that unsubscribes. */
  hear<S extends keyof Events>(signal: S, listener: Events[S]): () => void {
    const relay = (_event: IpcRendererEvent, ...args: unknown[]) =>
      (listener as (...given: unknown[]) => void)(...args);
    ipcRenderer.on(signal, relay);
    return () => void ipcRenderer.off(signal, relay);
  },

  /** Returns the path of a dropped item; empty when it is not on a disk. */
  pathOf: (file: File): string => webUtils.getPathForFile(file),

  platform: process.platform,
};

export type Desk = typeof desk;
contextBridge.exposeInMainWorld('desk', desk);
