import {
  screenEmulationMetrics,
  throttling,
  userAgents,
} from 'lighthouse/core/config/constants.js';
import type { Browser, Page } from 'playwright-core';

const { width = 412, height = 823, deviceScaleFactor = 1.75 } = screenEmulationMetrics.mobile ?? {};
const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps, cpuSlowdownMultiplier } =
  throttling.mobileSlow4G;
const bytesASecond = (kbps: number) => (kbps * 1024) / 8;

/**
 * How to start the browser for it. Whoever drives a browser attaches its inspector, and with that V8
 * reads a whole script a second time when an error object is made in it, which React does once: a task
 * of 40 to 75 ms that no phone in anyone's hand has. With this flag it reads them once.
 */
export const PHONE_FLAGS = ['--js-flags=--no-enable-lazy-source-positions'];

/**
 * A page in an empty browser on Lighthouse's mid-range phone: its screen, a processor four times
 * slower than this one, and a slow 4G as Lighthouse has Chromium imitate it.
 */
export async function openPhone(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    userAgent: userAgents.mobile,
  });
  await context.addCookies(cookiesOf(url, cookie));
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdownMultiplier });
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: requestLatencyMs,
    downloadThroughput: bytesASecond(downloadThroughputKbps),
    uploadThroughput: bytesASecond(uploadThroughputKbps),
  });
  return page;
}

/** A page in an empty browser on a desk, as fast as this machine is. */
export async function openDesktop(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies(cookiesOf(url, cookie));
  return context.newPage();
}

function cookiesOf(url: string, cookie: string) {
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}
