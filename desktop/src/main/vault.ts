import { safeStorage } from 'electron';

/** What the system offers to keep a secret with. */
export interface Vault {
  isAvailable: () => Promise<boolean>;
  seal: (secret: string) => Promise<Buffer>;
  open: (sealed: Buffer) => Promise<string>;
}

/** Without a keyring Chromium encrypts with a password that everybody knows; that is no safe place. */
const isInTheClear = (): boolean =>
  process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';

const modern: Vault = {
  isAvailable: async () => (await safeStorage.isAsyncEncryptionAvailable()) && !isInTheClear(),
  seal: (secret) => safeStorage.encryptStringAsync(secret),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};

/** Of a runtime that has no other way. */
const older: Vault = {
  isAvailable: async () => safeStorage.isEncryptionAvailable() && !isInTheClear(),
  seal: async (secret) => safeStorage.encryptString(secret),
  open: async (sealed) => safeStorage.decryptString(sealed),
};

export const systemVault = (): Vault => ('encryptStringAsync' in safeStorage ? modern : older);
