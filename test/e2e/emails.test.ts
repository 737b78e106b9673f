import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { demoPerson, newShopper, type Person, placeOrder, stockroom } from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();
let admin: Person;
beforeAll(async () => {
  admin = await demoPerson('admin@example.com');
});

const mailOf = (page: Page, subject: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: subject }) });

/** Opens the page again and again until the mail is there: it is sent within seconds. */
async function openUntil(page: Page, subject: string) {
  await expect
    .poll(
      async () => {
        await page.goto('/admin/emails');
        return mailOf(page, subject).count();
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(1);
  return mailOf(page, subject);
}

/** A message that was refused ten times, of a person who wrote something. */
async function addStuck(id: string): Promise<void> {
  await queryShop(
    "insert into contact_messages (id, name, email, message) values ($1, 'Stan Stuck', 'stan@example.com', 'Hello?')",
    [id],
  );
  await queryShop(
    `insert into outbox (id, kind, payload, created_at, send_after, attempts, last_error, stuck_at, given_up_at)
     values ($1, 'contact.message', json_build_object('contactMessageId', $1::text), now(), now(), 10,
       'Message failed: 554 We do not want this', now(), now())`,
    [id],
  );
}

test('what the shop would have sent is there to be read, as text and as HTML', async () => {
  const shopper = await newShopper('Mila Mailed');
  const lamp = await goods.add('<i>Mailed</i> Lamp');
  await placeOrder(shopper, lamp);
  const [order] = await queryShop<{ number: string }>(
    'select number from orders where email = $1',
    [shopper.email],
  );
  const page = await browser.open({ storageState: admin.storageState });
  const mail = await openUntil(page, `Your order ${order?.number}`);
  expect(await mail.getByText(shopper.email, { exact: true }).isVisible()).toBe(true);
  const text = mail.getByText('Please pay by');
  expect(await text.isVisible()).toBe(false);
  await mail.getByText('Read', { exact: true }).click();
  expect(await text.isVisible()).toBe(true);
  expect(await text.textContent()).toContain('<i>Mailed</i> Lamp');

  await mail.getByRole('link', { name: 'View as HTML' }).click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  expect(await page.getByText('<i>Mailed</i> Lamp').isVisible()).toBe(true);
  // Nothing of the shop is within its reach.
  expect(await page.evaluate(() => window.origin)).toBe('null');
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.waitForURL(/\/checkOut\/ord_/);
});

test('an email as HTML is for admins alone', async () => {
  const [mail] = await queryShop<{ id: string }>('select id from mailbox_mails limit 1');
  const path = `/admin/emails/${mail?.id}`;
  const shopper = await newShopper('Curi Ous');
  await expect(shopper.call('GET', path)).rejects.toThrow(': 404');
  const guest = await browser.open();
  await guest.goto(path);
  expect(new URL(guest.url()).pathname).toBe('/login');
  await expect(admin.call('GET', '/admin/emails/msg_nobody@example.com')).rejects.toThrow(': 404');
  const { headers } = await admin.call('GET', path);
  const policy = headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none';.* sandbox$/);
  expect(policy).not.toContain('script-src');
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test.each([
  ['/mailbox', '/admin/emails'],
  ['/mailbox/msg_1@shop.example', '/admin/emails/msg_1@shop.example'],
  ['/emails?list=waiting', '/admin/emails?list=waiting'],
  ['/emails/previews/order.paid', '/admin/emails/previews/order.paid'],
  ['/Status', '/admin/status'],
  ['/paymentProblems?list=payments', '/admin/payment-problems?list=payments'],
  ['/admin/heldStock', '/admin/held-stock'],
  ['/admin/releaseStock?kind=account&key=a', '/admin/held-stock/release?kind=account&key=a'],
  ['/auditLog', '/admin/audit-log'],
])('the path of earlier releases %s leads to %s', async (path, to) => {
  const { status, headers } = await admin.call('GET', path);
  expect([status, headers.get('location')]).toEqual([301, to]);
});

test.each([true, false])(
  'a stuck message is shown with its failure, and goes when staff try again (script: %s)',
  async (javaScriptEnabled) => {
    const id = `msg_stuck_${javaScriptEnabled}`;
    await addStuck(id);
    const page = await browser.open({ storageState: admin.storageState, javaScriptEnabled });
    await page.goto('/admin/emails');
    await page.getByRole('tab', { name: /^Waiting/ }).click();
    const stuck = mailOf(page, 'Contact message, stan@example.com');
    await stuck.waitFor();
    expect(await stuck.getByText('Stuck', { exact: true }).isVisible()).toBe(true);
    expect(await stuck.getByText('554 We do not want this').isVisible()).toBe(true);
    expect(await stuck.getByText('none, until you ask for one').isVisible()).toBe(true);
    await stuck.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The message is being sent again.').waitFor();
    await expect
      .poll(
        async () => {
          await page.goto('/admin/emails?list=waiting');
          return mailOf(page, 'Contact message, stan@example.com').count();
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe(0);
    await page.goto('/admin/emails');
    await mailOf(page, 'Message from Stan Stuck').first().waitFor();
    await queryShop('delete from mailbox_mails where id like $1', [`${id}@%`]);
  },
);

test('a page that was open before its path changed keeps its form, and then loads the page of now', async () => {
  await addStuck('msg_stuck_open');
  const page = await browser.open({ storageState: admin.storageState });
  // As the script of an earlier build asks.
  await page.route(/\/admin\/(?:status|emails)\.data/, async (route) => {
    const request = route.request();
    const url = request.url().replace('/admin/', '/');
    const referer = new URL('/emails', url).href;
    await route.continue({ url, headers: { ...(await request.allHeaders()), referer } });
  });
  const isSameDocument = () => page.evaluate(() => 'isMarked' in window);
  const mark = () => page.evaluate(() => Object.assign(window, { isMarked: true }) && null);
  await page.goto('/admin/emails?list=waiting');
  await mark();
  const stuck = mailOf(page, 'Contact message, stan@example.com');
  await stuck.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The message is being sent again.').waitFor();
  expect(await isSameDocument()).toBe(false);
  await mark();
  await page.getByRole('link', { name: 'Status', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor();
  expect(await isSameDocument()).toBe(false);
  await queryShop("delete from outbox where id = 'msg_stuck_open'");
  await queryShop("delete from mailbox_mails where id like 'msg_stuck_open@%'");
});

test('both lists keep to WCAG 2.2 AA, and fit into 320 pixels', async () => {
  await addStuck('msg_stuck_axe');
  const page = await browser.open({
    storageState: admin.storageState,
    viewport: { width: 320, height: 800 },
    reducedMotion: 'reduce',
  });
  const found: string[] = [];
  for (const path of ['/admin/emails', '/admin/emails?list=waiting']) {
    await page.goto(path);
    await page.getByRole('article').first().waitFor();
    found.push(...(await violationsInBoth(page, path)));
    expect([path, await overflowOf(page)]).toEqual([path, 0]);
  }
  expect(found).toEqual([]);
  await queryShop("delete from outbox where id = 'msg_stuck_axe'");
});

test('the list of emails has pages, like every list of the console', async () => {
  await queryShop(
    `insert into mailbox_mails (id, "from", "to", subject, text, html, received_at)
     select 'msg_many' || n || '@example.com', 'a@example.com', 'b@example.com', 'Many ' || n, 't', '<p>t', now()
     from generate_series(1, 60) n`,
  );
  const page = await browser.open({ storageState: admin.storageState });
  await page.goto('/admin/emails');
  expect(await page.getByRole('article').count()).toBe(50);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByText('Many 10', { exact: true }).waitFor();
  await page.waitForURL(/after=/);
  await page.getByRole('link', { name: '100 rows a page' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(60);
  await queryShop("delete from mailbox_mails where id like 'msg_many%'");
});

test('after the only row of a later page, the first page follows', async () => {
  const page = await browser.open({ storageState: admin.storageState });
  // A second attempt begins without the messages of the first.
  await queryShop("delete from outbox where id like 'msg_page_%'");
  await queryShop("delete from contact_messages where id like 'msg_page_%'");
  await page.goto('/admin/emails?list=waiting&show=100');
  const others = await page.getByRole('article').count();
  for (let n = 0; n < 51 - others; n += 1) await addStuck(`msg_page_${n}`);
  // The oldest one is last.
  await queryShop(
    "update outbox set created_at = now() - interval '9 days' where id = 'msg_page_0'",
  );
  await page.goto('/admin/emails?list=waiting');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(page.url()).toContain('after=');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The message is being sent again.').waitFor();
  // It is sent within seconds.
  const countAgain = async () => {
    await page.reload();
    return page.getByRole('article').count();
  };
  await expect.poll(countAgain, { timeout: 15_000, interval: 500 }).toBe(50);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('list'), searchParams.has('after')]).toEqual(['waiting', false]);
  await queryShop("delete from outbox where id like 'msg_page_%'");
  await queryShop("delete from mailbox_mails where id like 'msg_page_%'");
});
