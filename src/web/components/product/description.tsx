import type { ProductToBuy } from './product-card-view.ts';

/** The details of a product, formatted or as plain text. */
export function Description({
  of: { descriptions, descriptionHtml },
  className,
}: {
  of: Pick<ProductToBuy, 'descriptions' | 'descriptionHtml'>;
  className: string;
}) {
  const html = descriptionHtml || null;
  return (
    <div
      className={`leading-relaxed text-ink-soft ${html ? 'rich-text' : 'whitespace-pre-line'} ${className}`}
      // Sanitized when it was stored.
      {...(html ? { dangerouslySetInnerHTML: { __html: html } } : { children: descriptions })}
    />
  );
}
