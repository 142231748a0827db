import { own } from './own.ts';

/** A part of the agent whose code is loaded before its first use. */
export class LazyPart<Part, Module = never> {
  readonly #url: string;
  readonly #create: (module: Module) => Part;
  #loading: Promise<void> | undefined;
  #part: Part | undefined;
  #hasFailed = false;

  constructor(url: string, create: (module: Module) => Part) {
    this.#url = url;
    this.#create = create;
  }

  /** Whether the page has not let the code in. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  now(): Part | undefined {
    return this.#part;
  }

  /** Calls `failed` where the page does not let the code in. */
  load(act: (part: Part) => void, failed = () => {}): void {
    const use = own.withoutErrors(() => this.#part && act(this.#part));
    void (this.#loading ??= this.#load()).then(use, () => {
      this.#loading = undefined;
      this.#hasFailed = true;
      failed();
    });
  }

  async #load(): Promise<void> {
    const url = this.#url;
    this.#part = this.#create((await import(/* @vite-ignore */ url)) as Module);
  }
}
