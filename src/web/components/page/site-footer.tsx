import { shop } from '#shop-config';
import { Link } from '../../ui/link.tsx';
import { useFooter, useVisitor } from './visitor.ts';

const { contact, footer } = shop;

/** The footer of every page: contact details, link columns and social links. */
export function SiteFooter() {
  const { user } = useVisitor();
  // Signed-in users do not need the links to sign in or register.
  const isUseful = ({ href }: { href: string }) =>
    user === null || !['/login', '/register'].includes(href);
  const columns = [...useFooter(), { title: 'Follow us', links: footer.social }];
  return (
    <footer className="mt-section border-t border-line bg-tint">
      <div className="page-width grid grid-cols-2 gap-10 py-14 lg:flex lg:justify-between">
        <div className="col-span-2 max-w-sm sm:col-span-1">
          <p className="font-display text-2xl">{shop.brand}</p>
          <address className="mt-4 text-ink-soft not-italic *:flex *:min-h-7 *:items-center">
            {contact.address.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <p>
              <FooterLink href={`tel:${contact.phone.replaceAll(' ', '')}`} label={contact.phone} />
            </p>
            <p>
              <FooterLink href={`mailto:${contact.email}`} label={contact.email} />
            </p>
            <p>{contact.hours}</p>
          </address>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={`${column.title}, at the foot of the page`}>
            <p className="mb-2 font-semibold">{column.title}</p>
            <ul>
              {column.links.filter(isUseful).map((link) => (
                <li key={link.href}>
                  <FooterLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="page-width pb-8 text-sm text-ink-soft">
        {shop.brand}. {shop.tagline}
      </p>
    </footer>
  );
}

function FooterLink({ href, label }: { href: string; label: string }) {
  const look = 'inline-flex min-h-7 items-center text-ink-soft hover:text-ink hover:underline';
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={look}>
        {label}
      </Link>
    );
  }
  return (
    <a href={href} rel="noopener" className={look}>
      {label}
    </a>
  );
}
