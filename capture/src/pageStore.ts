import type { CapturedPage } from './pageBuilder.ts';

// Pages wait here while the user changes the site and captures more: the browser may end the worker at any time.

const STORE = 'pages';
const VERSION = 2;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser’s storage failed.')),
    );
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('capture', VERSION);
  request.addEventListener('upgradeneeded', () => {
    const { result: database } = request;
    // Pages of an earlier release of the extension have another form.
    if (database.objectStoreNames.contains(STORE)) database.deleteObjectStore(STORE);
    database.createObjectStore(STORE, { keyPath: 'id' });
  });
  return settled(request);
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Whether a page was captured twice in the same state. */
export const isSamePage = (one: CapturedPage, other: CapturedPage): boolean =>
  one.key === other.key && one.html === other.html;

/** Returns the kept pages, oldest first. */
export const keptPages = async (): Promise<CapturedPage[]> =>
  (await run('readonly', (store) => store.getAll() as IDBRequest<CapturedPage[]>)).sort((one, other) =>
    one.capturedAt.localeCompare(other.capturedAt),
  );
export const keepPage = (page: CapturedPage) => run('readwrite', (store) => store.put(page));
export const dropPage = (id: string) => run('readwrite', (store) => store.delete(id));
export const dropPages = () => run('readwrite', (store) => store.clear());
