CREATE TABLE "document_series" (
	"kind" text PRIMARY KEY NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"caught_up_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "document_series_kind_is_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "document_series_counts_up" CHECK ("document_series"."last_number" >= "document_series"."first_number" - 1)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text,
	"total_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_number_once" UNIQUE("kind","number"),
	CONSTRAINT "documents_one_per_refund" UNIQUE("refund_id"),
	CONSTRAINT "documents_kind_is_known" CHECK ("documents"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "documents_credit_note_has_refund" CHECK (("documents"."kind" = 'credit_note') = ("documents"."refund_id" is not null)),
	CONSTRAINT "documents_total_above_zero" CHECK ("documents"."total_minor" > 0),
	CONSTRAINT "documents_content_has_total" CHECK (("documents"."content"->>'version') is not null and ("documents"."content"->>'totalMinor')::bigint is not distinct from "documents"."total_minor")
);
--> statement-breakpoint
-- next transaction
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_invoice_per_order" ON "documents" USING btree ("order_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "documents_of_order" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_by_time" ON "documents" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_settled" ON "refunds" USING btree ("done_at") WHERE status = 'settled';--> statement-breakpoint
-- next transaction: the tables of refunds import the table of documents, so this key is not in it.
ALTER TABLE "documents" ADD CONSTRAINT "documents_of_refund" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id");--> statement-breakpoint
-- next transaction
CREATE TRIGGER documents_are_final BEFORE UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER documents_are_kept BEFORE TRUNCATE ON "documents" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER document_series_are_kept BEFORE DELETE OR TRUNCATE ON "document_series" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER document_series_count_up BEFORE UPDATE ON "document_series" FOR EACH ROW
  WHEN (NEW.kind <> OLD.kind OR NEW.first_number <> OLD.first_number OR NEW.last_number < OLD.last_number) EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION check_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT a.label INTO broken FROM added a LEFT JOIN document_series s ON s.kind = a.kind
   WHERE a.number NOT BETWEEN s.first_number AND s.last_number OR s.kind IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the number of document % was not taken from its series', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_number_of_series';
  END IF;
  SELECT a.label INTO broken FROM added a JOIN orders o ON o.id = a.order_id
    LEFT JOIN refunds r ON r.id = a.refund_id LEFT JOIN payments p ON p.id = r.payment_id
   WHERE CASE a.kind WHEN 'invoice' THEN o.status <> 'paid' OR (o.total_minor, o.currency) IS DISTINCT FROM (a.total_minor, a.currency)
     ELSE p.order_id IS DISTINCT FROM a.order_id OR r.status NOT IN ('done', 'settled')
       OR (r.amount_minor, r.currency) IS DISTINCT FROM (a.total_minor, a.currency) END LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % is not that of a paid order, or of a refund that was carried out', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_fit';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_fit AFTER INSERT ON "documents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_documents();--> statement-breakpoint
-- Before the commit, each number that was taken has its document.
CREATE FUNCTION check_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM documents WHERE kind = NEW.kind AND number > OLD.last_number AND number <= NEW.last_number) <> NEW.last_number - OLD.last_number THEN
    RAISE EXCEPTION 'the numbers of % have a gap', NEW.kind USING ERRCODE = 'check_violation', CONSTRAINT = 'document_series_has_no_gap';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER document_series_has_no_gap AFTER UPDATE ON "document_series" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.last_number <> OLD.last_number) EXECUTE FUNCTION check_series();--> statement-breakpoint
-- A new shop has nothing to catch up on: every payment gets its invoice at once. In another one, the job
-- issues the documents of earlier orders first, and then opens both series.
INSERT INTO "document_series" ("kind", "first_number", "last_number", "opened_at")
  SELECT kind, 1001, 1000, CASE WHEN EXISTS (SELECT FROM users) THEN NULL ELSE to_timestamp(0) END
  FROM (VALUES ('invoice'), ('credit_note')) AS kinds(kind);
