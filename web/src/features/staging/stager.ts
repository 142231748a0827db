import type { Bundle, UploadProgress } from './api.ts';
import type { FoundFile } from './gather.ts';
import { type Choice, failureOf, type Gather, type StagingState } from './steps.ts';

export interface SendOptions {
  allowsSecrets: boolean | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** How chosen files become a bundle, and where it goes. */
export interface Destination<Result> {
  prepare: (found: readonly FoundFile[], choice: Choice) => Promise<Bundle>;
  /** Resolves although it was cancelled if the server had published by then. */
  send: (bundle: Bundle, options: SendOptions) => Promise<Result>;
  onDone?: (staged: Result) => void;
  /** It was cancelled too late. */
  onLate?: (staged: Result) => void;
}

interface Chosen {
  name: string;
  gather: Gather;
  choice: Choice;
}

/** Takes one choice of files at a time through its steps. Cancelled, it takes no further step. */
export class Stager<Result> {
  readonly #show: (state: StagingState<Result>) => void;
  #running: AbortController | undefined;
  /** What a failed stage had collected, for another choice about the same files. */
  #last: { found: readonly FoundFile[]; choice: Choice } = { found: [], choice: {} };

  constructor(show: (state: StagingState<Result>) => void) {
    this.#show = show;
  }

  start(destination: Destination<Result>, name: string, gather: Gather): void {
    void this.#run(destination, { name, gather, choice: {} });
  }

  /** Stages the last chosen files again, with what was chosen about them. */
  startWith(destination: Destination<Result>, name: string, choice: Choice): void {
    const { found, choice: before } = this.#last;
    void this.#run(destination, { name, gather: () => [...found], choice: { ...before, ...choice } });
  }

  /** Ends what is running, and forgets the files. */
  cancel(): void {
    this.#running?.abort();
    this.#last = { found: [], choice: {} };
  }

  async #run(destination: Destination<Result>, chosen: Chosen): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const show = (state: StagingState<Result>) => {
      if (!signal.aborted) this.#show(state);
    };
    try {
      const bundle = await this.#bundle(destination, chosen, { signal, show });
      show({ step: 'sending', name: bundle.name, progress: null });
      const staged = await destination.send(bundle, {
        allowsSecrets: chosen.choice.allowsSecrets,
        signal,
        onProgress: (progress) => show({ step: 'sending', name: bundle.name, progress }),
      });
      if (signal.aborted) return destination.onLate?.(staged);
      show({ step: 'done', staged });
      destination.onDone?.(staged);
    } catch (error) {
      show({ step: 'failed', name: chosen.name, ...failureOf(error, chosen.name) });
    }
  }

  async #bundle(
    { prepare }: Destination<Result>,
    { name, gather, choice }: Chosen,
    { signal, show }: { signal: AbortSignal; show: (state: StagingState<Result>) => void },
  ): Promise<Bundle> {
    show({ step: 'reading', name, files: 0 });
    const found = await gather({ signal, onCount: (files) => show({ step: 'reading', name, files }) });
    signal.throwIfAborted();
    this.#last = { found, choice };
    const bundle = await prepare(found, choice);
    signal.throwIfAborted();
    return bundle;
  }
}
