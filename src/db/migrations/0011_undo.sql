ALTER TABLE "orders" ADD COLUMN "replaces_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_id_orders_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_replaced_once" ON "orders" USING btree ("replaces_id") WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX "orders_cancelled_of_user" ON "orders" USING btree ("user_id","cancelled_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'cancelled';--> statement-breakpoint
-- by hand
CREATE FUNCTION check_replaced_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders o WHERE o.id = NEW.replaces_id AND o.status = 'cancelled'
      AND o.user_id = NEW.user_id AND (o.subtotal_minor, o.total_minor, o.currency) = (NEW.subtotal_minor, NEW.total_minor, NEW.currency)) THEN
    RAISE EXCEPTION 'order % can not replace %', NEW.id, NEW.replaces_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_replace_cancelled BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NEW.replaces_id IS NOT NULL) EXECUTE FUNCTION check_replaced_order();--> statement-breakpoint
CREATE TRIGGER orders_keep_replaced BEFORE UPDATE OF "replaces_id" ON "orders" FOR EACH ROW WHEN (NEW.replaces_id IS DISTINCT FROM OLD.replaces_id) EXECUTE FUNCTION refuse_change();
