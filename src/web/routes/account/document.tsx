import { documentNames } from '#features/documents/documents.schema.ts';
import { viewDocument } from '#features/orders/orders.ts';
import type { NoticeHandle } from '../../components/page/page-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import href from '../../styles/document.css?url';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/document.ts';
import { documentNotices } from './document/document-notices.ts';
import { DocumentSheet } from './document/document-sheet.tsx';

export const links = () => [{ rel: 'stylesheet', href }];

export const handle: NoticeHandle = { notices: documentNotices };

/** The title of the page. Browsers use it as the name of a printed file. */
export const meta = ({ loaderData }: Route.MetaArgs) => {
  const document = loaderData?.document;
  return privatePage(
    document ? `${documentNames[document.kind]} ${document.label}` : 'Document',
    'What you ordered and paid, to print.',
  );
};

/** A document of an order, for the owner of its order, a guest too, and for staff. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  if (!visit.actor.orderTokens?.length) requireSignIn(visit, url);
  const document = await orErrorPage(viewDocument(visit.ctx, visit.actor, params.documentId));
  const path = visit.actor.user?.role === 'admin' ? '/admin/orders/' : '/myOrders/';
  return { document, order: path + document.orderId };
}

export default function Document({ loaderData }: Route.ComponentProps) {
  const { document, order } = loaderData;
  return (
    <div className="page-width pb-section">
      <div className="document-page">
        <div className="flex flex-wrap items-center justify-between gap-4 py-6 print:hidden">
          <Link to={order} className="link font-semibold">
            Order {document.content.order.number}
          </Link>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/documents/${document.id}/pdf`} reloadDocument>
              Download PDF
            </ButtonLink>
            <Button type="button" onClick={() => window.print()} className="scriptless:hidden">
              Print
            </Button>
          </div>
        </div>
        <DocumentSheet document={document} />
      </div>
    </div>
  );
}
