ALTER TABLE "documents" ADD COLUMN "cancels_id" text;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_cancels_id_documents_id_fk" FOREIGN KEY ("cancels_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_debit_note_cancels" CHECK (("documents"."kind" = 'debit_note') = ("documents"."cancels_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_kind_is_known";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_kind_is_known" CHECK ("documents"."kind" in ('invoice', 'credit_note', 'debit_note')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_cancels_id_documents_id_fk";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_debit_note_cancels";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_kind_is_known";--> statement-breakpoint
-- next transaction
CREATE UNIQUE INDEX CONCURRENTLY "documents_cancelled_once" ON "documents" USING btree ("cancels_id") WHERE cancels_id is not null;--> statement-breakpoint
-- next transaction: a debit note takes back the credit note of a refund that was withdrawn.
CREATE OR REPLACE FUNCTION check_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT a.label INTO broken FROM added a LEFT JOIN document_series s ON s.kind = a.kind
   WHERE a.number NOT BETWEEN s.first_number AND s.last_number OR s.kind IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the number of document % was not taken from its series', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_number_of_series';
  END IF;
  SELECT a.label INTO broken FROM added a JOIN orders o ON o.id = a.order_id
    LEFT JOIN documents c ON c.id = a.cancels_id
    LEFT JOIN refunds r ON r.id = coalesce(a.refund_id, c.refund_id) LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN payments extra ON extra.return_id = a.return_id AND extra.status = 'captured'
    LEFT JOIN returns back ON back.id = a.return_id
   WHERE CASE a.kind WHEN 'invoice' THEN o.status <> 'paid'
       OR (a.return_id IS NULL AND (o.total_minor, o.currency) IS DISTINCT FROM (a.total_minor, a.currency))
       OR (a.return_id IS NOT NULL AND (extra.amount_minor, extra.currency, back.order_id)
         IS DISTINCT FROM (a.total_minor, a.currency, a.order_id))
     WHEN 'debit_note' THEN r.status IS DISTINCT FROM 'withdrawn' OR a.return_id IS NOT NULL
       OR (c.order_id, c.total_minor, c.currency) IS DISTINCT FROM (a.order_id, a.total_minor, a.currency)
     ELSE r.status NOT IN ('done', 'settled') OR p.return_id IS DISTINCT FROM a.return_id
       OR (CASE WHEN a.return_id IS NULL THEN p.order_id ELSE back.order_id END) IS DISTINCT FROM a.order_id
       OR (r.amount_minor, r.currency) IS DISTINCT FROM (a.total_minor, a.currency) END LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % is not that of a paid order, of a refund that was carried out, or of a credit note that was withdrawn', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_fit';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction: the series of debit notes is open, as no withdrawn refund waits for one.
ALTER TABLE "document_series" DROP CONSTRAINT "document_series_kind_is_known";--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_kind_is_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note', 'debit_note'));--> statement-breakpoint
INSERT INTO "document_series" ("kind", "first_number", "last_number", "opened_at") VALUES ('debit_note', 1001, 1000, now());
