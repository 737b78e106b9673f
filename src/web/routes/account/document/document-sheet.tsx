import type { ReactNode } from 'react';
import {
  creditReasons,
  type DocumentLine,
  type DocumentView,
  documentNames,
} from '#features/documents/documents.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';
import { Day } from '../../../components/day.tsx';

/**
 * A document as it is printed. It shows what was stored when it was issued. Only the sentence that
 * a credit note counts no more is added.
 */
export function DocumentSheet({ document }: { document: DocumentView }) {
  const { kind, label, issuedAt, content } = document;
  const { seller, billTo, shipTo, customer } = content;
  return (
    <article className="document">
      {document.isWithdrawn ? (
        <p role="status" className="mb-6 font-semibold">
          Withdrawn: the bank returned this refund. This credit note does not count any more.
        </p>
      ) : null}
      <div className="document-parts">
        <div>
          <h1>
            {documentNames[kind]} {label}
          </h1>
          <Facts issuedAt={issuedAt} content={content} />
        </div>
        <div>
          <p className="font-semibold">{seller.name}</p>
          <Lines lines={seller.address} />
          {seller.taxNumber ? <p>{seller.taxNumber}</p> : null}
          <p>{seller.email}</p>
        </div>
      </div>
      <div className="document-parts">
        <section aria-labelledby="bill-to">
          <h2 id="bill-to">Bill to</h2>
          {billTo[0] === customer.name ? null : <p dir="auto">{customer.name}</p>}
          <Lines lines={billTo} />
          <p>{customer.email}</p>
        </section>
        {shipTo ? (
          <section aria-labelledby="ship-to">
            <h2 id="ship-to">Ship to</h2>
            <Lines lines={shipTo} />
          </section>
        ) : null}
      </div>
      <Items document={document} />
      {seller.note ? (
        <p dir="auto" className="document-note">
          {seller.note}
        </p>
      ) : null}
    </article>
  );
}

function Facts({ issuedAt, content }: Pick<DocumentView, 'issuedAt' | 'content'>) {
  const { order, invoice, reason } = content;
  const facts: [string, ReactNode][] = [
    ['Date', <Day key="date" iso={issuedAt} />],
    ['Order', order.number],
    ['Ordered on', <Day key="ordered" iso={order.placedAt} />],
    ['Paid on', <Day key="paid" iso={order.paidAt} />],
    ['For invoice', invoice ? <ForInvoice key="invoice" invoice={invoice} /> : null],
    ['Reason', reason ? creditReasons[reason] : null],
  ];
  return (
    <dl className="document-facts mt-3">
      {facts.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function ForInvoice({ invoice }: { invoice: { label: string; issuedAt: string } }) {
  return (
    <>
      {invoice.label} of <Day iso={invoice.issuedAt} />
    </>
  );
}

/** Each line has the direction of its own script. */
function Lines({ lines }: { lines: string[] }) {
  // Lines may be equal, and their order never changes.
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p key={index} dir="auto">
      {line}
    </p>
  ));
}

function Items({ document: { kind, content, currency } }: { document: DocumentView }) {
  const { lines, shippingMinor, shippingName, otherMinor, totalMinor } = content;
  const { added, included } = taxRows(content.taxes, content.taxesIncluded);
  const isInvoice = kind === 'invoice';
  const subtotalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const shipping = shippingName ? `Shipping (${shippingName})` : 'Shipping';
  const withNet = ([term, minor]: [string, number], index: number): [string, number] => [
    `${term} on ${formatMoney(content.taxes[index]?.netMinor ?? 0)}`,
    minor,
  ];
  const total = `${isInvoice ? 'Total' : 'Refunded'} ${currency}`;
  const sums: [string, number][] = [
    ...(lines.length > 0 ? [['Subtotal', subtotalMinor] as [string, number]] : []),
    ...(isInvoice || shippingMinor > 0 ? [[shipping, shippingMinor] as [string, number]] : []),
    ...added.map(withNet),
    ...(otherMinor > 0 ? [['Not for single items', otherMinor] as [string, number]] : []),
    [total, totalMinor],
    ...included.map(withNet),
  ];
  return (
    <table>
      <caption className="sr-only">{isInvoice ? 'What was bought' : 'What is refunded'}</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Units</th>
          {isInvoice ? (
            <th scope="col" className="document-wide">
              Price
            </th>
          ) : null}
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Item key={line.sku} line={line} isInvoice={isInvoice} />
        ))}
      </tbody>
      <tfoot>
        {sums.map(([term, minor]) => (
          <tr key={term} className={term === total ? 'document-total' : undefined}>
            {isInvoice ? <td className="document-wide" /> : null}
            <th scope="row" colSpan={2}>
              {term}
            </th>
            <td>{formatMoney(minor)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Item({ line, isInvoice }: { line: DocumentLine; isInvoice: boolean }) {
  const { sku, name, variantName, quantity, unitPriceMinor, amountMinor } = line;
  const price = formatMoney(unitPriceMinor);
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        {variantName ? <small dir="auto">{variantName}</small> : null}
        <small dir="ltr">{sku}</small>
        {isInvoice ? <small className="document-narrow">{price} each</small> : null}
      </th>
      <td>{quantity}</td>
      {isInvoice ? <td className="document-wide">{price}</td> : null}
      <td>{formatMoney(amountMinor)}</td>
    </tr>
  );
}
