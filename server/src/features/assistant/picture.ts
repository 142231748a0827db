import { PICTURE_TYPE } from '@stagelink/shared/contracts/pictures';
import type { PageOutline } from '@stagelink/shared/preview/pageOutline';
import type { App } from '../../platform/context.ts';
import type { Access } from '../access/access.ts';
import { readPicture } from '../pictures/service.ts';

/** Routes of the first page, which is what a version's picture shows. */
const FIRST_PAGE = /^\/(?:index\.html)?(?:#!?\/?)?$/;

interface Shown {
  version: number;
  outline: Pick<PageOutline, 'route'> | null;
}

/** Returns the picture of a page as a data URL; null without one, and unless the operator lets pictures leave the server. */
export async function pictureOf(
  app: App,
  access: Access,
  { version, outline }: Shown,
): Promise<string | null> {
  if (app.config.model?.vision !== true || !FIRST_PAGE.test(outline?.route ?? '')) return null;
  try {
    const bytes = await readPicture(app, access, version);
    return bytes && `data:${PICTURE_TYPE};base64,${bytes.toString('base64')}`;
  } catch (cause) {
    app.log.warn({ err: cause }, 'a picture could not be read for the model');
    return null;
  }
}
