// The pictures of the documentation, made only where a folder for them is named.
// Nobody compares them byte for byte: fonts differ from machine to machine.
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addressOf, launch, narrow, open, wide } from './support.mjs';

const folder = process.env.TSPI_IMAGES;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const entry = '#tspi/hardened/4.init/entrypoint';
for (const [image, name, viewport, colorScheme, at] of [
  ['report-1280', 'report', wide, 'light', ''],
  ['report-1280-dark', 'report', wide, 'dark', ''],
  ['report-390', 'report', narrow, 'light', ''],
  ['report-390-dark', 'report', narrow, 'dark', entry],
  ['report-case-1280', 'report', wide, 'light', entry],
  ['report-several-1280', 'several', wide, 'light', ''],
  ['report-pass-1280', 'pass', wide, 'light', ''],
  ['charts-1280', 'charts', wide, 'light', ''],
  ['charts-390-dark', 'charts', narrow, 'dark', ''],
]) {
  test(image, { skip: !folder && 'no folder for images' }, async () => {
    const { page, context } = await open(browser, name, { viewport, colorScheme });
    if (at) await page.goto(addressOf(name) + at);
    await page.screenshot({ path: join(folder, image + '.png') });
    await context.close();
  });
}
