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
 * Flags for the browser that imitates the phone. Controlling a browser attaches its inspector. With
 * that, V8 parses a whole script a second time when the script creates an error object, which React
 * does once. This is a task of 40 to 75 ms that does not happen on a real phone. With this flag V8
 * parses the script once.
 */
export const PHONE_FLAGS = ['--js-flags=--no-enable-lazy-source-positions'];

/**
 * A page in an empty browser on Lighthouse's mid-range phone: its screen, a processor four times
 * slower than this one, and a slow 4G network as Lighthouse simulates it.
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

/** A page in an empty browser on a desktop, with the full speed of this machine. */
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
