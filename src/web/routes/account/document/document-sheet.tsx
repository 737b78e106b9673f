import type { DocumentView } from '#features/documents/documents.schema.ts';
import {
  type PrintedDocument,
  type PrintedItem,
  printDocument,
} from '#features/documents/printed.schema.ts';
import { Day } from '../../../components/day.tsx';

/**
 * A document as it is printed. It shows what was stored when it was issued. Only the sentence that
 * a credit note counts no more is added.
 */
export function DocumentSheet({ document }: { document: DocumentView }) {
  const printed = printDocument(document);
  const { title, notice, facts, seller, parties, note } = printed;
  return (
    <article className="document">
      {notice ? (
        <p role="status" className="mb-6 font-semibold">
          {notice}
        </p>
      ) : null}
      <div className="document-parts">
        <div>
          <h1>{title}</h1>
          <Facts facts={facts} />
        </div>
        <div>
          <p className="font-semibold">{seller.name}</p>
          <Lines lines={seller.lines} />
        </div>
      </div>
      <div className="document-parts">
        {parties.map(({ heading, lines }) => (
          <section key={heading} aria-labelledby={idOf(heading)}>
            <h2 id={idOf(heading)}>{heading}</h2>
            <Lines lines={lines} />
          </section>
        ))}
      </div>
      <Items printed={printed} />
      {note ? (
        <p dir="auto" className="document-note">
          {note}
        </p>
      ) : null}
    </article>
  );
}

const idOf = (heading: string) => heading.toLowerCase().replace(' ', '-');

function Facts({ facts }: Pick<PrintedDocument, 'facts'>) {
  return (
    <dl className="document-facts mt-3">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value.map((part) =>
              typeof part === 'string' ? (
                part
              ) : (
                <Day key={part.at} iso={part.at} timeZone={part.timeZone} />
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
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

function Items({ printed: { caption, columns, items, sums } }: { printed: PrintedDocument }) {
  return (
    <table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.item}</th>
          <th scope="col">{columns.units}</th>
          {columns.price ? (
            <th scope="col" className="document-wide">
              {columns.price}
            </th>
          ) : null}
          <th scope="col">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Item key={item.sku} item={item} />
        ))}
      </tbody>
      <tfoot>
        {sums.map(({ term, amount, isTotal }) => (
          <tr key={term} className={isTotal ? 'document-total' : undefined}>
            {columns.price ? <td className="document-wide" /> : null}
            <th scope="row" colSpan={2}>
              {term}
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Item({
  item: { sku, name, variantName, quantity, price, amount },
}: {
  item: PrintedItem;
}) {
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        {variantName ? <small dir="auto">{variantName}</small> : null}
        <small dir="ltr">{sku}</small>
        {price ? <small className="document-narrow">{price} each</small> : null}
      </th>
      <td>{quantity}</td>
      {price ? <td className="document-wide">{price}</td> : null}
      <td>{amount}</td>
    </tr>
  );
}
