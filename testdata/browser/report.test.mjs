// The page of a report (docs/reports.md), in a real browser. Numbers that are expected come
// from the report itself, counted in Go by other means than the page's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf, expected, launch, lowContrast, narrow, open, openSome, shown, wide } from './support.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// Every page, wide and narrow, light and dark: no word on the console, no request
// but the file itself, no sideways scrolling, and everything can be read.
for (const name of ['report', 'several', 'hostile', 'charts']) {
  test(`${name} is quiet, closed and readable`, async () => {
    const { page, said, requests, context } = await open(browser, name);
    await openSome(page, 20);
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `at ${viewport.width} the page is ${overflow} pixels too wide`);
    }
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await lowContrast(page), [], colorScheme);
    }
    assert.deepEqual(said, []);
    assert.deepEqual(requests, [addressOf(name)]);
    await context.close();
  });
}

test('the policy holds: nothing is fetched, no text becomes markup', async () => {
  const { page, said, context } = await open(browser, 'report');
  const outcome = await page.evaluate(async () => {
    const fetched = await fetch('http://127.0.0.1:9/').then(() => 'fetched', (error) => error.name);
    let markup = 'made';
    try { document.body.innerHTML = '<b>x</b>'; } catch (error) { markup = error.name; }
    return { fetched, markup };
  });
  assert.deepEqual(outcome, { fetched: 'TypeError', markup: 'TypeError' });
  assert.ok(said.some((text) => text.includes('Content Security Policy')), 'the policy says nothing');
  await context.close();
});

test('verdict and level stand in the first screen', async () => {
  const { page, context } = await open(browser, 'report');
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    for (const text of [page.locator('.word', { hasText: 'Fail' }), page.locator('.level', { hasText: 'hardened' }), page.locator('.card h2', { hasText: 'core-reaper' })]) {
      const box = await text.first().boundingBox();
      assert.ok(box && box.y + box.height < viewport.height, `${await text.first().textContent()} is at ${box?.y}`);
    }
  }
  await context.close();
});

test('the filter: what is red first, then by text, rule, verdict and implementation', async () => {
  const { page, context } = await open(browser, 'several');
  const count = page.locator('#count');
  assert.equal(await shown(page), expected.red);
  assert.equal(await count.textContent(), `${expected.red} of ${expected.cases} cases`);
  await page.getByRole('button', { name: 'Show all' }).click();
  assert.equal(await shown(page), expected.cases);
  assert.equal(await count.textContent(), `${expected.cases} cases`);
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('4.init');
  assert.equal(await shown(page), expected.init);
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('fail');
  assert.equal(await shown(page), expected.initFail);
  await page.getByRole('combobox', { name: 'Of' }).selectOption('A');
  assert.equal(await shown(page), 0);
  assert.ok(await page.getByText('No case is like that.').isVisible());
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('searchbox', { name: 'Text' }).fill('ITSELF container');
  assert.equal(await shown(page), 1);
  assert.equal(await page.locator('.group:visible').count(), 1);
  assert.equal(await count.getAttribute('aria-live'), 'polite');
  await context.close();
});

test('a number of the matrix filters', async () => {
  const { page, context } = await open(browser, 'several');
  await page.getByRole('button', { name: `${expected.initFail} fail, 4.init: show them` }).click();
  assert.equal(await shown(page), expected.initFail);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'cases');
  await context.close();
});

test('the keyboard does all of it', async () => {
  const { page, context } = await open(browser, 'report');
  const focused = () => page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return { name: document.activeElement.name || document.activeElement.textContent.trim(), outline: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
  });
  await page.keyboard.press('Tab');
  assert.deepEqual(await focused(), { name: 'Skip to the cases', outline: true });
  assert.ok(await page.getByText('Skip to the cases').isVisible());
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.deepEqual(await focused(), { name: 'text', outline: true });
  await page.keyboard.type('entrypoint');
  const some = await shown(page);
  assert.ok(some > 0 && some < expected.red, `${some} cases`);
  await page.keyboard.press('Escape');
  assert.equal(await shown(page), expected.red);
  const summary = page.locator('.case:visible > summary').first();
  for (let i = 0; i < 8 && !(await summary.evaluate((node) => node === document.activeElement)); i++) await page.keyboard.press('Tab');
  assert.ok((await focused()).outline);
  await page.keyboard.press('Enter');
  assert.ok(await page.locator('.case[open] .body').first().isVisible());
  await page.keyboard.press('/');
  assert.equal((await focused()).name, 'text');
  await context.close();
});

test('a screen reader finds headings, tables and names', async () => {
  const { page, context } = await open(browser, 'several');
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  for (const name of ['Rules of the contract', 'Cases']) assert.equal(await page.getByRole('heading', { level: 2, name, exact: true }).count(), 1);
  const table = page.getByRole('table', { name: 'Rules of the contract' });
  assert.ok(await table.getByRole('rowheader', { name: /^4\.init/ }).isVisible());
  assert.equal(await table.getByRole('columnheader', { name: 'fail' }).count(), 2);
  assert.equal(await page.locator('th:not([scope])').count(), 0);
  for (const control of await page.locator('input, select').all()) {
    assert.ok(await control.evaluate((node) => node.labels.length === 1), 'a control has no label');
  }
  assert.equal(await page.locator('svg:not([aria-hidden]):not([role=img])').count(), 0);
  const levels = await page.locator('h1, h2, h3').evaluateAll((all) => all.map((node) => Number(node.tagName[1])));
  assert.ok(levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1), 'a level of headings is left out');
  await context.close();
});

test('a case shows its rule, difference, tree, chain and command', async () => {
  const { page, context } = await open(browser, 'report');
  await page.goto(addressOf('report') + '#tspi/hardened/4.init/entrypoint');
  const body = page.locator('[id="tspi/hardened/4.init/entrypoint"] .body');
  await body.waitFor({ state: 'visible' });
  const text = await body.innerText();
  for (const want of ['Under an unrecognised init nothing is detached.', 'Closes the helpers of a running container', 'rows[70].decision',
    'requires_owner_check', 'candidate_safe_close', 'pid 1 is not recognised as an init', "tspi conform --only 'tspi/hardened/4.init/entrypoint'"]) {
    assert.ok(text.includes(want), `${want} is not in\n${text}`);
  }
  const tree = body.locator('.tree');
  assert.equal(await tree.locator('> li > .row').count(), 1);
  assert.match(await tree.locator('> li > ul > li > .row').innerText(), /^70 7200 s agenttool requires_owner_check/);
  assert.deepEqual(await body.locator('.chain li').allInnerTexts().then((all) => all.map((line) => line.replace(/\D*(\d+) .*/, '$1'))), ['70', '1']);
  await context.close();
});

test('without scripts everything is shown', async () => {
  const { page, said, context } = await open(browser, 'several', { javaScriptEnabled: false });
  assert.equal(await shown(page), expected.cases);
  assert.ok(!(await page.locator('#filter').isVisible()));
  assert.deepEqual(said, []);
  await context.close();
});

test('on paper the red cases are open, on white, without the filter', async () => {
  const { page, context } = await open(browser, 'report', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  assert.ok(!(await page.locator('#filter').isVisible()));
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('.case[open]').count(), Math.min(expected.red, 200));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('.case[open]').count(), 0);
  await context.close();
});
