import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from 'electron';
import type { Commands, Events } from '../protocol/window.ts';

type Reply<C extends keyof Commands> = Promise<ReturnType<Commands[C]>>;
type IpcResult<C extends keyof Commands> =
  | { ok: true; value: ReturnType<Commands[C]> }
  | { ok: false; message: string };

const stagelink = {
  /** Sends a command to the main process; rejects with a sentence for the user. */
  async invoke<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>): Reply<C> {
    const result = (await ipcRenderer.invoke(command, ...args)) as IpcResult<C>;
    if (!result.ok) throw new Error(result.message);
    return result.value;
  },

  /** Subscribes to an event; returns a function that unsubscribes. */
  on<S extends keyof Events>(signal: S, listener: Events[S]): () => void {
    const relay = (_event: IpcRendererEvent, ...args: unknown[]) =>
      (listener as (...given: unknown[]) => void)(...args);
    ipcRenderer.on(signal, relay);
    return () => void ipcRenderer.off(signal, relay);
  },

  /** Returns a token for a dropped item, in place of its path; empty when it is not on a disk. */
  tokenForDrop(file: File): string {
    const path = webUtils.getPathForFile(file);
    if (path === '') return '';
    const token = crypto.randomUUID();
    ipcRenderer.send('folder.dropped', token, path);
    return token;
  },

  platform: process.platform,
};

export type StagelinkBridge = typeof stagelink;
contextBridge.exposeInMainWorld('stagelink', stagelink);
