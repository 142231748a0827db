import type { Installation } from '../../tests/support/installation.ts';
import type { BucketService, DatabaseService } from './services.ts';

/** An installation and what it depends on. */
export interface Scale {
  installation: Installation;
  database: DatabaseService;
  bucket: BucketService;
}

/** Measures one subject and prints its figures. Leaves everything running. */
export type Step = (scale: Scale) => Promise<void>;
