import { POPUP_PORT } from '../protocol.ts';
import { forgetSession, readSession, type Session } from '../session.ts';
import type { CaptureState, FromPopup } from '../state.ts';
import { isSignInOffered, showCapture } from './captureView.ts';
import { Choices, readChoices, showNeededFields } from './choices.ts';
import type { Offer } from './copy.ts';
import { button, byId, input, select, showSection } from './dom.ts';
import { startId } from './keptPages.ts';
import { NameField } from './nameField.ts';
import { copyLink, ResultView } from './resultView.ts';

const PICK_TEXT = 'Click the element to capture. Esc cancels.';

const openOptions = (): void => void chrome.runtime.openOptionsPage();

/** The tab to capture: the one in front. A page of ours that was opened with its number is for that tab. */
async function tabToCapture(): Promise<number | null> {
  const given = new URLSearchParams(location.search).get('tab');
  if (given !== null) return Number(given);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

/** Returns whether the user allows reading files of another website. */
function requestAccess(host: string): Promise<boolean> {
  const { hostname } = new URL(`https://${host}`);
  return chrome.permissions.request({ origins: [`https://${hostname}/*`, `http://${hostname}/*`] });
}

/** Connects the popup with the worker, again when the browser has ended it. */
export class WorkerLink {
  readonly #onState: (state: CaptureState) => void;
  #port: chrome.runtime.Port | null = null;

  constructor(onState: (state: CaptureState) => void) {
    this.#onState = onState;
  }

  open(tabId: number, isAgain = false): void {
    this.#port = chrome.runtime.connect({ name: POPUP_PORT });
    this.#port.onMessage.addListener(this.#onState);
    // What a worker had read that was ended is read again.
    this.#port.onDisconnect.addListener(() => this.open(tabId, true));
    this.send({ type: 'open', tabId, isAgain });
  }

  send(message: FromPopup): void {
    this.#port?.postMessage(message);
  }
}

/** Shows what the worker reports, and sends it what the user does. */
class Popup {
  readonly #worker = new WorkerLink((state) => this.#update(state));
  readonly #name = new NameField();
  readonly #result = new ResultView();
  readonly #choices: Choices;
  #state: CaptureState | null = null;

  constructor(session: Session) {
    this.#choices = new Choices(session);
  }

  async open(tabId: number): Promise<void> {
    this.#listen();
    showSection('capture');
    this.#worker.open(tabId);
    await this.#choices.load();
  }

  #update(state: CaptureState): void {
    this.#state = state;
    const first = state.kept[0] ?? state.page;
    if (state.step === 'done') {
      if (state.result) void this.#result.show(state.result);
    } else {
      if (first) this.#name.suggest(first.title || (URL.parse(first.address)?.host ?? ''));
      showCapture(state, {
        accept: (offer) => void this.#accept(offer),
        drop: (id) => this.#worker.send({ type: 'drop', id }),
      });
    }
    if (first) void this.#choices.offerEarlier(first);
  }

  #read(element: boolean, large = this.#state?.large ?? []): void {
    this.#worker.send({ type: 'read', keepTyped: input('typed').checked, element, large });
  }

  #readAgain(large?: string[]): void {
    this.#read(this.#state?.element !== '', large);
  }

  async #accept(offer: Offer): Promise<void> {
    const large = this.#state?.large ?? [];
    if (offer.type === 'include') this.#readAgain([...large, offer.url]);
    else if (await requestAccess(offer.host)) this.#readAgain();
  }

  #recover(): void {
    if (isSignInOffered()) void forgetSession().then(openOptions);
    else this.#readAgain();
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const choices = readChoices();
    const settings = { ...choices, name: this.#name.valueFor(choices.snapshotId), startId: startId() };
    this.#worker.send({ type: 'upload', settings });
  }

  #listen(): void {
    byId<HTMLFormElement>('form').addEventListener('submit', (event) => this.#submit(event));
    input('typed').addEventListener('change', () => this.#readAgain());
    for (const id of ['password', 'target']) select(id).addEventListener('change', showNeededFields);
    const clicked: Record<string, () => void> = {
      recover: () => this.#recover(),
      keep: () => this.#worker.send({ type: 'keep' }),
      pick: () => this.#worker.send({ type: 'pick', text: PICK_TEXT }),
      whole: () => this.#read(false),
      again: () => {
        this.#name.release();
        this.#readAgain();
      },
      copy: () => void (this.#state?.result && copyLink(this.#state.result)),
    };
    for (const [id, act] of Object.entries(clicked)) button(id).addEventListener('click', act);
  }
}

async function start(): Promise<void> {
  for (const id of ['settings', 'sign-in']) button(id).addEventListener('click', openOptions);
  const session = await readSession();
  const tabId = await tabToCapture();
  if (!session || tabId === null) showSection('signed-out');
  else await new Popup(session).open(tabId);
}

void start();
