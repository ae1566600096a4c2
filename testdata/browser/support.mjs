// What every test of a page needs: the browser, a page that is watched, colours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const pages = process.env.TSPI_PAGES;
export const expected = JSON.parse(readFileSync(join(pages, 'expected.json'), 'utf8'));
export const addressOf = (name) => pathToFileURL(join(pages, name + '.html')).href;
export const sizeOf = (name) => readFileSync(join(pages, name + '.html')).length;

export const launch = () => chromium.launch({
  executablePath: process.env.TSPI_CHROMIUM,
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

export const wide = { width: 1280, height: 900 };
export const narrow = { width: 390, height: 844 };

// open opens a page and writes down all that it says and asks for.
export const open = async (browser, name, { viewport = wide, colorScheme = 'light', javaScriptEnabled = true } = {}) => {
  const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const said = [];
  const requests = [];
  page.on('console', (message) => said.push(message.type() + ': ' + message.text()));
  page.on('pageerror', (error) => said.push('error: ' + error.message));
  page.on('dialog', (dialog) => {
    said.push('dialog: ' + dialog.message());
    return dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(addressOf(name));
  return { page, said, requests, context };
};

export const shown = (page) => page.evaluate(() => [...document.querySelectorAll('.case')].filter((node) => node.checkVisibility()).length);

// openSome opens the first cases that are shown.
export const openSome = (page, most) => page.evaluate((n) => {
  for (const node of [...document.querySelectorAll('.case:not([hidden])')].slice(0, n)) node.open = true;
}, most);

// lowContrast lists what is written in too little contrast to its ground, by the
// formula of WCAG 2; 4.5 is its limit for running text.
export const lowContrast = (page) => page.evaluate(() => {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => {
    const v = c / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const groundOf = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const seen = new Set(); // one of each sort of element is enough
  for (const node of document.querySelectorAll('body *')) {
    const sort = [node, node.parentElement, node.parentElement.parentElement].map((n) => n && n.tagName + n.className).join();
    if (seen.has(sort) || node.closest('svg, option') || !node.checkVisibility() || ![...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    seen.add(sort);
    let opacity = 1;
    for (let at = node; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const ground = groundOf(node);
    const ink = channels(getComputedStyle(node).color).slice(0, 3).map((c, i) => c * opacity + ground[i] * (1 - opacity));
    const [low, high] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.add(`${node.tagName} ${node.className}: ${ratio.toFixed(2)}`);
  }
  return [...found];
});
