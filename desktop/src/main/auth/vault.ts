import { safeStorage } from 'electron';

/** Encryption by the system. */
export interface Vault {
  isAvailable: () => Promise<boolean>;
  seal: (secret: string) => Promise<Buffer>;
  open: (sealed: Buffer) => Promise<string>;
}

/** Chromium without a keyring encrypts with a fixed password, which is not secure. */
const isInTheClear = (): boolean =>
  process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';

const modern: Vault = {
  isAvailable: async () => (await safeStorage.isAsyncEncryptionAvailable()) && !isInTheClear(),
  seal: (secret) => safeStorage.encryptStringAsync(secret),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};

/** Vault for runtimes without the asynchronous functions. */
const older: Vault = {
  isAvailable: async () => safeStorage.isEncryptionAvailable() && !isInTheClear(),
  seal: async (secret) => safeStorage.encryptString(secret),
  open: async (sealed) => safeStorage.decryptString(sealed),
};

export const systemVault = (): Vault => ('encryptStringAsync' in safeStorage ? modern : older);
