import { counted } from '#shared/counted.ts';
import { newOrdersAddress, type RecipientLimit, type ShopConfig } from '#shared/shop-config.ts';
import { withThousands } from '#shared/thousands.ts';
import { countedOr, setting, yesOrNo } from './setting-words.ts';
import { NOT_SET, type Setting } from './settings.schema.ts';

/** Which emails the shop sends, and how many. */
export function emailSettings(shop: ShopConfig): Setting[] {
  const { emails } = shop;
  const { paymentReminderHours: hours, unshippedAfterDays: days } = emails;
  const limit = ({ perKindAndHour, perHour, perDay }: RecipientLimit) =>
    `${perKindAndHour} of a kind and ${perHour} in an hour, ${perDay} in a day`;
  return [
    setting(
      'emails.newOrders.send',
      'Whether the shop hears of each new order',
      yesOrNo(emails.newOrders.send),
      'notification',
    ),
    setting('emails.newOrders.to', 'Where that email goes', newOrdersAddress(shop), 'notification'),
    setting(
      'emails.toShopPerKindAndHour',
      'Emails of one kind to the shop in an hour',
      withThousands(emails.toShopPerKindAndHour),
      'limit',
    ),
    setting('emails.toCustomer', 'The most to one customer', limit(emails.toCustomer), 'limit'),
    setting(
      'emails.toUnconfirmed',
      'The most to an address that nobody confirmed',
      limit(emails.toUnconfirmed),
      'limit unverified',
    ),
    setting(
      'emails.linksPerHour',
      'Links to confirm an address or to choose a password, each in an hour',
      withThousands(emails.linksPerHour),
      'limit password verification',
    ),
    setting(
      'emails.cardWaitMinutes',
      'How long an email of an order waits for its card payment',
      counted(emails.cardWaitMinutes, 'minute'),
    ),
    setting(
      'emails.paymentReminderHours',
      'When a customer is reminded, before an order must be paid; 24 hours if not set',
      hours === undefined ? NOT_SET : countedOr('Never', hours, 'hour'),
      'reminder unpaid',
    ),
    setting(
      'emails.unshippedAfterDays',
      'After how long the shop hears of orders that wait to be sent; 3 days if not set',
      days === undefined ? NOT_SET : countedOr('Never', days, 'day'),
      'reminder unshipped shipping',
    ),
  ];
}
