import { chromium } from '@playwright/test';
import { PICTURE_SIZE, PICTURE_TYPE } from '@stagelink/shared/contracts/pictures';
import type { Db } from '../../../server/src/platform/db/db.ts';
import { chromiumArgs, chromiumPath } from '../../../tests/support/chromium.ts';
import type { Seeded } from './manySnapshots.ts';

/** Lines this far apart nearly fill the largest picture that the server accepts. */
const LINE_PX = 40;

/** Draws text and color of a page, as a picture of the size that snapshots have. */
async function draw(): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  const page = await browser.newPage();
  const bytes = await page.evaluate(
    async ({ size, type, step }) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      for (let line = 0; line < size.height / step; line += 1) {
        if (!context) break;
        context.fillStyle = `hsl(${line * 9} 60% 70%)`;
        context.fillRect(0, line * step, size.width, step);
        context.fillStyle = '#17191c';
        context.fillText('A page of a prototype with text '.repeat(8), line * 7, line * step + 14);
      }
      const blob = await canvas.convertToBlob({ type, quality: 0.7 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { size: PICTURE_SIZE, type: PICTURE_TYPE, step: LINE_PX },
  );
  await browser.close();
  return Buffer.from(bytes);
}

/** Gives every version the same picture, stored once by the server. */
export async function addPictures(db: Db, url: string, { ownerId, secret }: Seeded): Promise<void> {
  const first = await db('snapshots').where({ owner_id: ownerId }).first<{ id: string }>('id');
  const response = await fetch(`${url}/api/snapshots/${first.id}/versions/1/picture`, {
    method: 'PUT',
    headers: { 'Content-Type': PICTURE_TYPE, Authorization: `Bearer ${secret}` },
    body: new Uint8Array(await draw()),
  });
  if (!response.ok) throw new Error(`The picture was answered ${response.status}: ${await response.text()}`);
  await db.raw(
    `update versions set picture_sha256 = (select picture_sha256 from versions where snapshot_id = ? and number = 1)`,
    [first.id],
  );
  await db.raw('vacuum analyze versions');
}
