import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { runWithToast } from '../../kit/runWithToast.ts';
import { toast } from '../../kit/toast.ts';
import { downloadVersion } from '../versions/downloadApi.ts';
import { t } from './downloadCopy.ts';

/** Downloads the version that the link shows. */
export const download = ({ id, version, name: about }: Snapshot) =>
  runWithToast({
    about,
    act: async () => toast((await downloadVersion(id, version)) ?? t('downloading'), { about }),
    failed: t('failed'),
  });
