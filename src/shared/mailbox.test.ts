import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['ann@shop.example', 'ann@shop.example'],
  ['Ann.Lee+shop+2@Shop.Example', 'annlee@shop.example'],
  ['Ann.Lee@GoogleMail.com', 'annlee@gmail.com'],
  ['+@shop.example', '@shop.example'],
])('%s is of the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
