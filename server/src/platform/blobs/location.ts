export type StoredEncoding = 'identity' | 'br' | 'gzip' | 'zstd';

/** Where the bytes of one encoding of a blob are. May be cached: `readBlob` finds a blob whose pack was replaced. */
export interface BlobLocation {
  sha256: string;
  form: StoredEncoding;
  size: number;
  packId: string;
  packOffset: number;
}
