// An adapter whose name and messages are hostile markup shows as text.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expected, launch, open, openSome } from './support.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('hostile markup is text', async () => {
  const { page, said, context } = await open(browser, 'hostile');
  await openSome(page, 1000);
  await page.emulateMedia({ media: 'print' }); // on paper all of it is laid out, wherever it stands
  const text = await page.locator('body').innerText();
  for (const want of expected.hostile) assert.ok(text.includes(want), `${want} does not show`);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(await page.evaluate(() => ['script', 'style', 'img', 'iframe', 'a[href^="javascript"]', '[onerror]', '[onload]', '[onmouseover]']
    .map((selector) => document.querySelectorAll(selector).length)), [1, 1, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(said, []);
  await context.close();
});

test('what turns the direction of a text is written out', async () => {
  const { page, context } = await open(browser, 'hostile');
  const text = await page.locator('body').innerText();
  assert.ok(text.includes('‹U+202E›') && text.includes('‹U+001B›'), 'the characters are not shown');
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]/u);
  await context.close();
});
