import type { LiveMessage } from '@stagelink/shared/contracts/live';

/** The browser's end of a channel whose other end is the test. */
export class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readonly address: string;
  isClosed = false;

  constructor(address: string) {
    super();
    this.address = address;
    FakeSocket.opened.push(this);
  }
  close(): void {
    this.isClosed = true;
    this.drop(1000);
  }

  say(...messages: LiveMessage[]): void {
    for (const message of messages) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    }
  }
  accept(seq = 7): void {
    this.dispatchEvent(new Event('open'));
    this.say(
      { type: 'connected', seq },
      { type: 'initial_data', seq, snapshots: [], projects: [], unreadNotifications: 0 },
    );
  }
  drop(code = 1006): void {
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/** Returns the socket opened last. */
export const latestSocket = () => {
  const socket = FakeSocket.opened.at(-1);
  if (!socket) throw new Error('no socket has been opened');
  return socket;
};
