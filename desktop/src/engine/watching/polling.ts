import { statfsSync } from 'node:fs';

/**
 * File systems of other computers, and of the host of a virtual machine or of WSL, by the type that Linux reports: it
 * gives no notices of what others change there.
 */
const SHARED = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x01021997, // 9P, such as a drive of Windows in WSL
  0x786f4256, // VirtualBox
  0xbacbacbc, // VMware
  0x65735546, // FUSE, such as SSHFS and shares of virtual machines
]);

/** Returns whether changes in a folder of this type have to be looked for. `type` is of `statfs`. */
export const isShared = (type: number): boolean => SHARED.has(type >>> 0);

/** Returns whether the system gives no notices of all changes in a folder, so that it has to be polled. */
export function needsPolling(folder: string, platform = process.platform): boolean {
  if (platform === 'win32') return folder.startsWith('\\\\');
  if (platform !== 'linux') return false;
  try {
    return isShared(statfsSync(folder).type);
  } catch {
    // A folder that is gone is reported elsewhere.
    return false;
  }
}
