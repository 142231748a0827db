import { parentPort } from 'node:worker_threads';
import { findSecrets } from '@stagelink/shared/staging/node/secretRules';

/** A text to search, whose encoding does not matter: keys are ASCII. */
export interface SearchRequest {
  path: string;
  bytes: Uint8Array;
}

parentPort?.on('message', ({ path, bytes }: SearchRequest) => {
  void findSecrets(path, Buffer.from(bytes).toString('latin1')).then((found) =>
    parentPort?.postMessage(found),
  );
});
