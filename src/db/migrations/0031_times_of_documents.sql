ALTER TABLE "document_series" ADD COLUMN "last_issued_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "document_series" s SET "last_issued_at" = (SELECT d.issued_at FROM documents d WHERE d.kind = s.kind AND d.number = s.last_number);
