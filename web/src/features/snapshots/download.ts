import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { runWithToast } from '../../kit/runWithToast.ts';
import { toast } from '../../kit/toast.ts';
import { downloadVersion } from '../versions/api.ts';
import { t } from './copy.ts';

/** Downloads the version that the link shows. */
export const download = ({ id, version, name: about }: Snapshot) =>
  runWithToast({
    about,
    act: async () => toast((await downloadVersion(id, version)) ?? t('downloading'), { about }),
    failed: t('downloadFailed'),
  });
