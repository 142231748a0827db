/**
 * One folder, one link: what all programs of this computer know of the links of its folders.
 *
 * A client stages with `stageLinked`, which settles an upload whose reply was lost, chooses the snapshot (`askLink` asks
 * for a copied folder), names the folder to the server, and stores what is being published and the link. It shows
 * links from `FolderLinks.of(place).read()` and `.all(owner)`, and `snapshotOf` is the snapshot of a record.
 * At start, and when the network is back, it calls `settle`. Links of its former store go through `bringOver` before
 * that. It says “Nothing was published” only when an error or `settle` says so.
 */
export { stageLinked, type LinkedStageOptions } from './stageLinked.ts';
export { FolderLinks, FolderRecordFile, type LinkOwner } from './store.ts';
export {
  type FolderLink,
  type FolderPlace,
  type FolderRecord,
  type Publishing,
  snapshotOf,
} from './record.ts';
export { settle, type Settled } from './settle.ts';
