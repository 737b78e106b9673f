--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: drizzle; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA drizzle;


--
-- Name: check_added_lines(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_added_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  broken text;
BEGIN
  SELECT o.id INTO broken FROM (SELECT DISTINCT order_id FROM added) a JOIN orders o ON o.id = a.order_id
   WHERE o.subtotal_minor <> (SELECT sum(l.line_total_minor) FROM order_lines l WHERE l.order_id = o.id) LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the lines of order % do not add up', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;


--
-- Name: check_order_sum(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_order_sum() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  lines record;
BEGIN
  SELECT sum(line_total_minor) AS amount, sum(quantity) AS units INTO lines FROM order_lines WHERE order_id = NEW.id;
  IF lines.amount IS DISTINCT FROM NEW.subtotal_minor OR (NEW.units IS NOT NULL AND lines.units IS DISTINCT FROM NEW.units) THEN
    RAISE EXCEPTION 'the lines of order % do not add up', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;


--
-- Name: check_refund_entries(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_refund_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  whole bigint;
BEGIN
  SELECT amount_minor INTO whole FROM refunds WHERE id = NEW.refund_id FOR NO KEY UPDATE;
  IF (SELECT sum(amount_minor) FROM ledger_entries WHERE refund_id = NEW.refund_id) NOT IN (0, -whole) THEN
    RAISE EXCEPTION 'refund % would be in the ledger twice', NEW.refund_id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_refund_once';
  END IF;
  RETURN NULL;
END $$;


--
-- Name: check_refunds(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_refunds() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  paid payments;
BEGIN
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  IF NEW.currency <> paid.currency
     OR (SELECT sum(amount_minor) FROM refunds
         WHERE payment_id = NEW.payment_id AND status IN ('requested', 'done')) > paid.amount_minor THEN
    RAISE EXCEPTION 'more of payment % would go back than came in', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;


--
-- Name: check_replaced_order(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_replaced_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders o WHERE o.id = NEW.replaces_id AND o.status = 'cancelled'
      AND o.user_id = NEW.user_id AND (o.subtotal_minor, o.total_minor, o.currency) = (NEW.subtotal_minor, NEW.total_minor, NEW.currency)) THEN
    RAISE EXCEPTION 'order % can not replace %', NEW.id, NEW.replaces_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;


--
-- Name: keep_order_facts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.keep_order_facts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (NEW.subtotal_minor, NEW.shipping_minor, NEW.total_minor, NEW.currency, NEW.number, NEW.created_at, NEW.units)
     IS DISTINCT FROM
     (OLD.subtotal_minor, OLD.shipping_minor, OLD.total_minor, OLD.currency, OLD.number, OLD.created_at, OLD.units) THEN
    RAISE EXCEPTION 'the amounts of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;


--
-- Name: note_added_products(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_added_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM new_rows;
  RETURN NULL;
END $$;


--
-- Name: note_changed_products(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_changed_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM old_rows UNION SELECT id, slug, category, true FROM new_rows;
  RETURN NULL;
END $$;


--
-- Name: note_everything(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_everything() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (in_lists) VALUES (true);
  RETURN NULL;
END $$;


--
-- Name: note_products_of_both(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_products_of_both() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products
     WHERE id IN (SELECT product_id FROM old_rows UNION SELECT product_id FROM new_rows);
  RETURN NULL;
END $$;


--
-- Name: note_products_of_new(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_products_of_new() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (SELECT product_id FROM new_rows);
  RETURN NULL;
END $$;


--
-- Name: note_products_of_old(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_products_of_old() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (SELECT product_id FROM old_rows);
  RETURN NULL;
END $$;


--
-- Name: note_products_of_variants(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_products_of_variants() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT p.id, p.slug, p.category, bool_or(
        (o.on_hand = 0) IS DISTINCT FROM (n.on_hand = 0)
        OR to_jsonb(o) - 'on_hand' IS DISTINCT FROM to_jsonb(n) - 'on_hand')
      FROM old_rows o FULL JOIN new_rows n USING (id)
      JOIN products p ON p.id = o.product_id OR p.id = n.product_id
     GROUP BY p.id;
  RETURN NULL;
END $$;


--
-- Name: note_removed_products(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_removed_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM old_rows;
  RETURN NULL;
END $$;


--
-- Name: refuse_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% rows are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;


--
-- Name: refuse_long_email(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_long_email() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'an email has 254 characters at most' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_email_fits_mail';
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __drizzle_migrations; Type: TABLE; Schema: drizzle; Owner: -
--

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE; Schema: drizzle; Owner: -
--

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: drizzle; Owner: -
--

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;


--
-- Name: audit_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail jsonb NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: audit_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: audit_log_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.audit_log_id_seq OWNED BY public.audit_log.id;


--
-- Name: auth_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_accounts (
    id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    password text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: cart_lines; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.cart_lines (
    cart_id text NOT NULL,
    variant_id text NOT NULL,
    quantity integer NOT NULL,
    added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    seen_price_minor bigint NOT NULL,
    CONSTRAINT cart_lines_quantity_in_range CHECK (((quantity >= 1) AND (quantity <= 99)))
);


--
-- Name: carts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.carts (
    id text NOT NULL,
    user_id text,
    token_hash text,
    status text DEFAULT 'open'::text NOT NULL,
    city text,
    zip text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT carts_estimate_is_whole CHECK ((num_nonnulls(city, zip) = ANY (ARRAY[0, 2]))),
    CONSTRAINT carts_one_owner CHECK ((num_nonnulls(user_id, token_hash) = 1)),
    CONSTRAINT carts_only_shoppers_order CHECK (((status = 'open'::text) OR (user_id IS NOT NULL))),
    CONSTRAINT carts_status_is_known CHECK ((status = ANY (ARRAY['open'::text, 'ordered'::text])))
);


--
-- Name: catalog_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.catalog_changes (
    transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
    nr bigint NOT NULL,
    product_id text,
    slug text,
    category text,
    in_lists boolean NOT NULL
);


--
-- Name: catalog_changes_nr_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.catalog_changes ALTER COLUMN nr ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.catalog_changes_nr_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: categories; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.categories (
    name text NOT NULL
);


--
-- Name: contact_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contact_messages (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: database_marks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.database_marks (
    mark text NOT NULL,
    since timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: ledger_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_entries (
    id bigint NOT NULL,
    kind text NOT NULL,
    payment_id text NOT NULL,
    order_id text,
    refund_id text,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ledger_kind_is_known CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text, 'refund-failed'::text]))),
    CONSTRAINT ledger_refund_is_named CHECK (((kind = 'capture'::text) = (refund_id IS NULL))),
    CONSTRAINT ledger_sign CHECK ((((kind = 'refund'::text) = (amount_minor < 0)) AND (amount_minor <> 0)))
);


--
-- Name: ledger_entries_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: ledger_entries_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.ledger_entries_id_seq OWNED BY public.ledger_entries.id;


--
-- Name: limits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.limits (
    key text NOT NULL,
    count integer NOT NULL,
    wait_until timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL
);


--
-- Name: mailbox_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mailbox_mails (
    id text NOT NULL,
    "from" text NOT NULL,
    "to" text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);


--
-- Name: order_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.order_events (
    id bigint NOT NULL,
    order_id text NOT NULL,
    event text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    actor text NOT NULL,
    detail text,
    at timestamp(3) with time zone NOT NULL
);


--
-- Name: order_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.order_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: order_events_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.order_events_id_seq OWNED BY public.order_events.id;


--
-- Name: order_lines; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.order_lines (
    order_id text NOT NULL,
    "position" integer NOT NULL,
    product_id text NOT NULL,
    variant_id text NOT NULL,
    sku text NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    size text,
    colour text,
    img text,
    unit_price_minor bigint NOT NULL,
    quantity integer NOT NULL,
    line_total_minor bigint NOT NULL,
    CONSTRAINT order_lines_quantity_in_range CHECK (((quantity >= 1) AND (quantity <= 99))),
    CONSTRAINT order_lines_total_adds_up CHECK ((line_total_minor = (unit_price_minor * quantity)))
);


--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    id text NOT NULL,
    number text NOT NULL,
    user_id text,
    email text NOT NULL,
    name text NOT NULL,
    city text NOT NULL,
    zip text,
    country text NOT NULL,
    currency text NOT NULL,
    subtotal_minor bigint NOT NULL,
    shipping_minor bigint NOT NULL,
    total_minor bigint NOT NULL,
    status text NOT NULL,
    cart_id text,
    idempotency_key text,
    fingerprint text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    payment_due_at timestamp(3) with time zone NOT NULL,
    paid_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    hidden_by_owner_at timestamp(3) with time zone,
    archived_at timestamp(3) with time zone,
    units integer,
    network text,
    verified_due_at timestamp(3) with time zone,
    released_by text,
    replaces_id text,
    CONSTRAINT orders_amounts_not_negative CHECK (((subtotal_minor >= 0) AND (shipping_minor >= 0))),
    CONSTRAINT orders_cancelled_has_time CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
    CONSTRAINT orders_paid_has_time CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT orders_status_is_known CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'cancelled'::text]))),
    CONSTRAINT orders_total_adds_up CHECK ((total_minor = (subtotal_minor + shipping_minor))),
    CONSTRAINT orders_units_above_zero CHECK ((units > 0)),
    CONSTRAINT orders_unpaid_keep_network CHECK (((network IS NULL) OR (status = 'pending'::text)))
);


--
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    id text NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    send_after timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    sent_at timestamp(3) with time zone,
    stuck_at timestamp(3) with time zone,
    given_up_at timestamp(3) with time zone,
    held_for text
);


--
-- Name: payments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payments (
    id text NOT NULL,
    provider text NOT NULL,
    intent_id text,
    order_id text,
    user_id text,
    status text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    idempotency_key text NOT NULL,
    last4 text,
    provider_created integer,
    created_at timestamp(3) with time zone NOT NULL,
    captured_at timestamp(3) with time zone,
    next_check_at timestamp(3) with time zone NOT NULL,
    key_round integer DEFAULT 0 NOT NULL,
    is_live boolean,
    CONSTRAINT payments_amount_positive CHECK ((amount_minor > 0)),
    CONSTRAINT payments_captured_is_known CHECK (((status <> ALL (ARRAY['captured'::text, 'refunded'::text])) OR (intent_id IS NOT NULL))),
    CONSTRAINT payments_status_is_known CHECK ((status = ANY (ARRAY['created'::text, 'captured'::text, 'refunded'::text, 'cancelled'::text, 'unknown'::text])))
);


--
-- Name: product_images; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.product_images (
    id text NOT NULL,
    product_id text NOT NULL,
    "position" integer NOT NULL,
    url text NOT NULL,
    alt text NOT NULL,
    CONSTRAINT product_images_url_is_safe CHECK ((url ~ '^(https://|http://(localhost|127\.0\.0\.1)(:[0-9]+)?/|/[^/\\])'::text))
);


--
-- Name: products; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.products (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    price_minor bigint NOT NULL,
    currency text NOT NULL,
    descriptions text NOT NULL,
    gender text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT products_currency_is_iso CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT products_name_not_blank CHECK ((name <> ''::text)),
    CONSTRAINT products_price_in_range CHECK (((price_minor >= 0) AND (price_minor <= 1000000000)))
);


--
-- Name: provider_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.provider_events (
    id text NOT NULL,
    provider text NOT NULL,
    type text NOT NULL,
    intent_id text,
    payload jsonb NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    processed_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text
);


--
-- Name: rate_limits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rate_limits (
    id text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    last_request bigint NOT NULL
);


--
-- Name: refunds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refunds (
    id text NOT NULL,
    payment_id text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    provider_refund_id text,
    created_at timestamp(3) with time zone NOT NULL,
    done_at timestamp(3) with time zone,
    key text,
    key_round integer DEFAULT 0 NOT NULL,
    next_try_at timestamp(3) with time zone,
    failure text,
    CONSTRAINT refunds_amount_positive CHECK ((amount_minor > 0)),
    CONSTRAINT refunds_failed_says_why CHECK (((status <> 'failed'::text) OR (failure IS NOT NULL))),
    CONSTRAINT refunds_status_is_known CHECK ((status = ANY (ARRAY['requested'::text, 'done'::text, 'failed'::text, 'settled'::text])))
);


--
-- Name: sandbox_intents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sandbox_intents (
    id text NOT NULL,
    client_secret text NOT NULL,
    idempotency_key text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    reference text NOT NULL,
    last4 text,
    created integer NOT NULL,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    CONSTRAINT sandbox_intents_refund_fits CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor))),
    CONSTRAINT sandbox_intents_status_is_known CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'succeeded'::text, 'canceled'::text])))
);


--
-- Name: sandbox_refunds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sandbox_refunds (
    id text NOT NULL,
    idempotency_key text NOT NULL,
    intent_id text NOT NULL,
    amount_minor bigint NOT NULL,
    reference text
);


--
-- Name: saved_destinations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.saved_destinations (
    user_id text NOT NULL,
    city text NOT NULL,
    zip text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id text NOT NULL,
    token text NOT NULL,
    user_id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: stock_movements; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.stock_movements (
    id bigint NOT NULL,
    variant_id text NOT NULL,
    quantity integer NOT NULL,
    reason text NOT NULL,
    order_id text,
    actor text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stock_movements_not_zero CHECK ((quantity <> 0)),
    CONSTRAINT stock_movements_order CHECK (((reason = ANY (ARRAY['sold'::text, 'given_back'::text])) = (order_id IS NOT NULL))),
    CONSTRAINT stock_movements_reason_is_known CHECK ((reason = ANY (ARRAY['opening'::text, 'sold'::text, 'given_back'::text, 'adjusted'::text]))),
    CONSTRAINT stock_movements_sign CHECK ((((reason <> 'sold'::text) OR (quantity < 0)) AND ((reason <> ALL (ARRAY['opening'::text, 'given_back'::text])) OR (quantity > 0))))
);


--
-- Name: stock_movements_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.stock_movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: stock_movements_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.stock_movements_id_seq OWNED BY public.stock_movements.id;


--
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    name text NOT NULL,
    url text,
    width integer,
    height integer,
    bytes integer NOT NULL,
    uploader text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    removing_at timestamp(3) with time zone,
    CONSTRAINT uploads_name_is_a_hash CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
    CONSTRAINT uploads_removed_have_no_address CHECK (((removing_at IS NULL) OR (url IS NULL))),
    CONSTRAINT uploads_stored_whole CHECK ((num_nulls(url, width, height) = ANY (ARRAY[0, 3]))),
    CONSTRAINT uploads_used_are_stored CHECK (((used_at IS NULL) OR (url IS NOT NULL)))
);


--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    role text DEFAULT 'shopper'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT users_email_is_lower_case CHECK ((email = lower(email))),
    CONSTRAINT users_name_is_one_line CHECK ((name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'::text)),
    CONSTRAINT users_role_is_known CHECK ((role = ANY (ARRAY['shopper'::text, 'admin'::text])))
);


--
-- Name: variants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.variants (
    id text NOT NULL,
    product_id text NOT NULL,
    sku text NOT NULL,
    size text,
    colour text,
    price_minor bigint,
    on_hand integer NOT NULL,
    image_url text,
    "position" integer NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT variants_on_hand_not_negative CHECK ((on_hand >= 0)),
    CONSTRAINT variants_price_in_range CHECK (((price_minor >= 0) AND (price_minor <= 1000000000)))
);


--
-- Name: verifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);


--
-- Name: audit_log id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log ALTER COLUMN id SET DEFAULT nextval('public.audit_log_id_seq'::regclass);


--
-- Name: ledger_entries id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries ALTER COLUMN id SET DEFAULT nextval('public.ledger_entries_id_seq'::regclass);


--
-- Name: order_events id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_events ALTER COLUMN id SET DEFAULT nextval('public.order_events_id_seq'::regclass);


--
-- Name: stock_movements id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stock_movements ALTER COLUMN id SET DEFAULT nextval('public.stock_movements_id_seq'::regclass);


--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'c951fff80187c4ac47f50b38913620f171794890609b25c64911a0a6263620cd', 1795238575725);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, 'bf3e1c601167ae8af3f02ede720d284a8de051ac0a5b4cc9df51a90b9a7024c8', 1795238576138);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, 'b9bd6502e85d8bf09646c7f8d9ccf7ba2cf0aa942d9251e6d08e0d9beb6d7866', 1795251478975);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, 'e4b61e71e4f9bf6dfdaf4de89599a9d909465ebb0561401a743581bbbf60aa4a', 1795252852051);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, 'bdd89a071d638924f48b414b4517875b93aa32ef5c171e8804d2dc14256070ce', 1795253512847);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, '12ad2a7ad3f3e743e53e611acb226e93c5a235c0410468f5867a87b94c7739e5', 1795259560419);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, '45c1d2e5c33fabd09762a47c64608571766516a5c25ec001665b9474a6baa560', 1795261058315);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, 'b6d016412887f62a7da93c9b6779b021eb4415577bc1e3ef770a16d0542beb9e', 1795263032010);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, 'd5c26477368b6b0cc8136a300df4b365de508e61bd30a1d44d22810db12e0caa', 1795263355467);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, 'f2464b5ff54a31824c20e9ae9dedf7fb2a0fc9008043592054fd605bff6c1777', 1795264440070);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, '53b6b0463ef81706d04c780977d72a268ccb11d1f780823ba1e7615e1a3063d0', 1795266134988);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, '0f91ea86aefe21646d12b9eebcefbb95bf3963806f8675a574ed0fe4978817f0', 1795335492456);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, '152c48a891f3a056ecd5fbafd87b49179a9d957125de3e59cea68d77b09eb32f', 1795344567612);


--
-- Data for Name: audit_log; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_log VALUES (1, 'demo shop', 'account.role', 'usr_01m81esqzpfew8t2aykcz8y0kz', '{"role": "admin"}', '2026-11-22 11:03:28.061+00');


--
-- Data for Name: auth_accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_accounts VALUES ('usr_01m81esqzxfew8t2b7hkxawqas', 'usr_01m81esqzpfew8t2aykcz8y0kz', 'credential', 'usr_01m81esqzpfew8t2aykcz8y0kz', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$fLSakckR5qHyFYLqw02m3A$ycb7xFfZSX3uvyYhZouIadp4+8RlIj5AcZEqeQR20Gs', '2026-11-22 11:03:27.989+00', '2026-11-22 11:03:27.989+00');
INSERT INTO public.auth_accounts VALUES ('usr_01m81esr5zfew8t2bqgbmsdc53', 'usr_01m81esr5wfew8t2bfeqnx5xjn', 'credential', 'usr_01m81esr5wfew8t2bfeqnx5xjn', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$yvy6Xur2hu+V8916Y1emRg$pmbSef0LMIcG75GF3BSEDgwdAQciuoP29vicpJoYnJg', '2026-11-22 11:03:28.181+00', '2026-11-22 11:03:28.181+00');


--
-- Data for Name: cart_lines; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: carts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: catalog_changes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.catalog_changes OVERRIDING SYSTEM VALUE VALUES ('733', 1, 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'tee', 'Cloths', true);
INSERT INTO public.catalog_changes OVERRIDING SYSTEM VALUE VALUES ('733', 2, 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'tee', 'Cloths', true);
INSERT INTO public.catalog_changes OVERRIDING SYSTEM VALUE VALUES ('733', 3, 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'tee', 'Cloths', true);
INSERT INTO public.catalog_changes OVERRIDING SYSTEM VALUE VALUES ('734', 4, 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'tee', 'Cloths', false);


--
-- Data for Name: categories; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.categories VALUES ('Cloths');
INSERT INTO public.categories VALUES ('Shoes');
INSERT INTO public.categories VALUES ('Gadget');
INSERT INTO public.categories VALUES ('Jersey');
INSERT INTO public.categories VALUES ('Full Set');


--
-- Data for Name: contact_messages; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: database_marks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.database_marks VALUES ('demo', '2026-11-22 11:03:27.85+00');


--
-- Data for Name: ledger_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_entries VALUES (1, 'capture', 'pay_01m81esrr9few8t2djkgsxq5h1', 'ord_01m81esrhqfew8t2cs2b1mzshk', NULL, 16000, 'USD', '2026-11-21 10:00:00+00');


--
-- Data for Name: limits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mailbox_mails; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: order_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.order_events VALUES (1, 'ord_01m81esrhqfew8t2cs2b1mzshk', 'place', NULL, 'pending', 'usr_01m81esr5wfew8t2bfeqnx5xjn', NULL, '2026-11-21 10:00:00+00');
INSERT INTO public.order_events VALUES (2, 'ord_01m81esrhqfew8t2cs2b1mzshk', 'pay', 'pending', 'paid', 'usr_01m81esr5wfew8t2bfeqnx5xjn', 'pi_bd53362ff8431bc990ad390a82ba2018', '2026-11-21 10:00:00+00');


--
-- Data for Name: order_lines; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.order_lines VALUES ('ord_01m81esrhqfew8t2cs2b1mzshk', 0, 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'var_01m81esr7bfew8t2cfamhg36wm', 'TEE-M', 'Tee', 'Cloths', 'M', NULL, '/pictures/tee-800.webp', 2000, 2, 4000);


--
-- Data for Name: orders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.orders VALUES ('ord_01m81esrhqfew8t2cs2b1mzshk', 'YKSK-PCS8', 'usr_01m81esr5wfew8t2bfeqnx5xjn', 'shopper@example.com', 'Demo Shopper', 'Dhaka', NULL, 'Bangladesh', 'USD', 4000, 12000, 16000, 'paid', NULL, 'dump', 'zy_5H-QxyllpH6LSLVp3-L1t4iVc08C_p3TBWpP_I7s', '2026-11-21 10:00:00+00', '2026-11-28 10:00:00+00', '2026-11-21 10:00:00+00', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL);


--
-- Data for Name: outbox; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.outbox VALUES ('msg_01m81esrkkfew8t2d1s5d99v85', 'order.placed', '{"orderId": "ord_01m81esrhqfew8t2cs2b1mzshk"}', '2026-11-21 10:00:00+00', '2026-11-21 10:00:00+00', 0, 'The receipt said so as well.', '2026-11-21 10:00:00+00', NULL, NULL, NULL);
INSERT INTO public.outbox VALUES ('msg_01m81esrkkfew8t2dfddkw044r', 'staff.new-order', '{"orderId": "ord_01m81esrhqfew8t2cs2b1mzshk"}', '2026-11-21 10:00:00+00', '2026-11-21 10:00:00+00', 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES ('msg_01m81ess4jfew8t2dxd2z0mjmt', 'order.paid', '{"isFirst": true, "orderId": "ord_01m81esrhqfew8t2cs2b1mzshk"}', '2026-11-21 10:00:00+00', '2026-11-21 10:00:00+00', 0, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: payments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.payments VALUES ('pay_01m81esrr9few8t2djkgsxq5h1', 'sandbox', 'pi_bd53362ff8431bc990ad390a82ba2018', 'ord_01m81esrhqfew8t2cs2b1mzshk', 'usr_01m81esr5wfew8t2bfeqnx5xjn', 'captured', 16000, 'USD', 'pay_01m81esrr9few8t2djkgsxq5h1', '4242', 1795255200, '2026-11-21 10:00:00+00', '2026-11-21 10:00:00+00', '2026-11-21 10:02:00+00', 0, false);


--
-- Data for Name: product_images; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.product_images VALUES ('img_01m81esr7bfew8t2cqc54tn06v', 'prd_01m81esr7bfew8t2bvqkmgfv4z', 0, '/pictures/tee-800.webp', 'Tee');


--
-- Data for Name: products; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.products VALUES ('prd_01m81esr7bfew8t2bvqkmgfv4z', 'tee', 'Tee', 'Cloths', 2000, 'USD', 'A tee.', 'Unisex', 1, '2026-11-21 10:00:00+00', '2026-11-21 10:00:00+00', NULL);


--
-- Data for Name: provider_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: rate_limits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: refunds; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sandbox_intents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sandbox_intents VALUES ('pi_bd53362ff8431bc990ad390a82ba2018', 'pi_bd53362ff8431bc990ad390a82ba2018_secret_b459ed3d987578d5c71875a21a3e626d', 'pay_01m81esrr9few8t2djkgsxq5h1', 16000, 'USD', 'succeeded', 'pay_01m81esrr9few8t2djkgsxq5h1', '4242', 1795255200, 0);


--
-- Data for Name: sandbox_refunds; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: saved_destinations; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: stock_movements; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.stock_movements VALUES (1, 'var_01m81esr7bfew8t2c6sh98kz58', 9, 'opening', NULL, 'dump', '2026-11-21 10:00:00+00');
INSERT INTO public.stock_movements VALUES (2, 'var_01m81esr7bfew8t2cfamhg36wm', 9, 'opening', NULL, 'dump', '2026-11-21 10:00:00+00');
INSERT INTO public.stock_movements VALUES (3, 'var_01m81esr7bfew8t2cfamhg36wm', -2, 'sold', 'ord_01m81esrhqfew8t2cs2b1mzshk', 'usr_01m81esr5wfew8t2bfeqnx5xjn', '2026-11-21 10:00:00+00');


--
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users VALUES ('usr_01m81esqzpfew8t2aykcz8y0kz', 'Demo Admin', 'admin@example.com', true, NULL, 'admin', '2026-11-22 11:03:27.989+00', '2026-11-22 11:03:28.061+00');
INSERT INTO public.users VALUES ('usr_01m81esr5wfew8t2bfeqnx5xjn', 'Demo Shopper', 'shopper@example.com', true, NULL, 'shopper', '2026-11-22 11:03:28.181+00', '2026-11-22 11:03:28.181+00');


--
-- Data for Name: variants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.variants VALUES ('var_01m81esr7bfew8t2c6sh98kz58', 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'TEE-S', 'S', NULL, NULL, 9, NULL, 0, true);
INSERT INTO public.variants VALUES ('var_01m81esr7bfew8t2cfamhg36wm', 'prd_01m81esr7bfew8t2bvqkmgfv4z', 'TEE-M', 'M', NULL, NULL, 7, NULL, 1, true);


--
-- Data for Name: verifications; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 13, true);


--
-- Name: audit_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_log_id_seq', 1, true);


--
-- Name: catalog_changes_nr_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.catalog_changes_nr_seq', 4, true);


--
-- Name: ledger_entries_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.ledger_entries_id_seq', 1, true);


--
-- Name: order_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.order_events_id_seq', 2, true);


--
-- Name: stock_movements_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.stock_movements_id_seq', 3, true);


--
-- Name: __drizzle_migrations __drizzle_migrations_pkey; Type: CONSTRAINT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);


--
-- Name: audit_log audit_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);


--
-- Name: auth_accounts auth_accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_accounts
    ADD CONSTRAINT auth_accounts_pkey PRIMARY KEY (id);


--
-- Name: cart_lines cart_lines_cart_id_variant_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cart_lines
    ADD CONSTRAINT cart_lines_cart_id_variant_id_pk PRIMARY KEY (cart_id, variant_id);


--
-- Name: carts carts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_pkey PRIMARY KEY (id);


--
-- Name: catalog_changes catalog_changes_transaction_nr_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.catalog_changes
    ADD CONSTRAINT catalog_changes_transaction_nr_pk PRIMARY KEY (transaction, nr);


--
-- Name: categories categories_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (name);


--
-- Name: contact_messages contact_messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);


--
-- Name: database_marks database_marks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.database_marks
    ADD CONSTRAINT database_marks_pkey PRIMARY KEY (mark);


--
-- Name: ledger_entries ledger_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);


--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (key);


--
-- Name: mailbox_mails mailbox_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailbox_mails
    ADD CONSTRAINT mailbox_mails_pkey PRIMARY KEY (id);


--
-- Name: order_events order_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_events
    ADD CONSTRAINT order_events_pkey PRIMARY KEY (id);


--
-- Name: order_lines order_lines_one_per_variant; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_one_per_variant UNIQUE (order_id, variant_id);


--
-- Name: order_lines order_lines_order_id_position_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_order_id_position_pk PRIMARY KEY (order_id, "position");


--
-- Name: orders orders_cart_id_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_cart_id_unique UNIQUE (cart_id);


--
-- Name: orders orders_number_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_number_unique UNIQUE (number);


--
-- Name: orders orders_one_per_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_one_per_key UNIQUE (user_id, idempotency_key);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);


--
-- Name: payments payments_idempotency_key_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_idempotency_key_unique UNIQUE (idempotency_key);


--
-- Name: payments payments_intent_id_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_intent_id_unique UNIQUE (intent_id);


--
-- Name: payments payments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);


--
-- Name: product_images product_images_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.product_images
    ADD CONSTRAINT product_images_pkey PRIMARY KEY (id);


--
-- Name: product_images product_images_position; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.product_images
    ADD CONSTRAINT product_images_position UNIQUE (product_id, "position");


--
-- Name: products products_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);


--
-- Name: provider_events provider_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_pkey PRIMARY KEY (id);


--
-- Name: rate_limits rate_limits_key_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_key_unique UNIQUE (key);


--
-- Name: rate_limits rate_limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (id);


--
-- Name: refunds refunds_one_per_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_one_per_key UNIQUE (payment_id, key);


--
-- Name: refunds refunds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);


--
-- Name: refunds refunds_provider_refund_id_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_provider_refund_id_unique UNIQUE (provider_refund_id);


--
-- Name: sandbox_intents sandbox_intents_client_secret_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_intents
    ADD CONSTRAINT sandbox_intents_client_secret_unique UNIQUE (client_secret);


--
-- Name: sandbox_intents sandbox_intents_idempotency_key_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_intents
    ADD CONSTRAINT sandbox_intents_idempotency_key_unique UNIQUE (idempotency_key);


--
-- Name: sandbox_intents sandbox_intents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_intents
    ADD CONSTRAINT sandbox_intents_pkey PRIMARY KEY (id);


--
-- Name: sandbox_refunds sandbox_refunds_idempotency_key_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_idempotency_key_unique UNIQUE (idempotency_key);


--
-- Name: sandbox_refunds sandbox_refunds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id);


--
-- Name: saved_destinations saved_destinations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.saved_destinations
    ADD CONSTRAINT saved_destinations_pkey PRIMARY KEY (user_id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_token_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_unique UNIQUE (token);


--
-- Name: stock_movements stock_movements_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stock_movements
    ADD CONSTRAINT stock_movements_pkey PRIMARY KEY (id);


--
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (name);


--
-- Name: uploads uploads_url_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_url_unique UNIQUE (url);


--
-- Name: users users_email_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: variants variants_options; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_options UNIQUE NULLS NOT DISTINCT (product_id, size, colour);


--
-- Name: variants variants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_pkey PRIMARY KEY (id);


--
-- Name: variants variants_sku_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_sku_unique UNIQUE (sku);


--
-- Name: verifications verifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);


--
-- Name: audit_log_by_subject; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject, id);


--
-- Name: auth_accounts_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_accounts_by_user ON public.auth_accounts USING btree (user_id);


--
-- Name: auth_accounts_one_per_identity; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX auth_accounts_one_per_identity ON public.auth_accounts USING btree (provider_id, account_id);


--
-- Name: cart_lines_by_variant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX cart_lines_by_variant ON public.cart_lines USING btree (variant_id);


--
-- Name: carts_of_guests_by_use; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX carts_of_guests_by_use ON public.carts USING btree (updated_at) WHERE (user_id IS NULL);


--
-- Name: carts_one_open_per_user; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX carts_one_open_per_user ON public.carts USING btree (user_id) WHERE (status = 'open'::text);


--
-- Name: carts_one_open_per_visitor; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX carts_one_open_per_visitor ON public.carts USING btree (token_hash) WHERE (status = 'open'::text);


--
-- Name: ledger_by_refund; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_by_refund ON public.ledger_entries USING btree (refund_id) WHERE (refund_id IS NOT NULL);


--
-- Name: ledger_one_capture_per_payment; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_one_capture_per_payment ON public.ledger_entries USING btree (payment_id) WHERE (kind = 'capture'::text);


--
-- Name: mailbox_mails_listed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailbox_mails_listed ON public.mailbox_mails USING btree (received_at DESC NULLS LAST, id DESC NULLS LAST);


--
-- Name: order_events_by_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX order_events_by_order ON public.order_events USING btree (order_id, id);


--
-- Name: orders_by_fingerprint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_by_fingerprint ON public.orders USING btree (user_id, fingerprint, created_at DESC NULLS LAST);


--
-- Name: orders_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_by_user ON public.orders USING btree (user_id, created_at DESC NULLS LAST, id DESC NULLS LAST);


--
-- Name: orders_cancelled_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_cancelled_of_user ON public.orders USING btree (user_id, cancelled_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (status = 'cancelled'::text);


--
-- Name: orders_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_due ON public.orders USING btree (payment_due_at) WHERE (status = 'pending'::text);


--
-- Name: orders_listed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_listed ON public.orders USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST);


--
-- Name: orders_replaced_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX orders_replaced_once ON public.orders USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);


--
-- Name: orders_to_release; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_to_release ON public.orders USING btree (id) WHERE ((status = 'pending'::text) AND (released_by IS NOT NULL));


--
-- Name: orders_unpaid_by_network; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_unpaid_by_network ON public.orders USING btree (network, id) WHERE ((status = 'pending'::text) AND (network IS NOT NULL));


--
-- Name: orders_unpaid_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_unpaid_by_user ON public.orders USING btree (user_id, id) WHERE (status = 'pending'::text);


--
-- Name: outbox_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_due ON public.outbox USING btree (send_after) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));


--
-- Name: outbox_held; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_held ON public.outbox USING btree (held_for, send_after) WHERE ((held_for IS NOT NULL) AND (sent_at IS NULL) AND (given_up_at IS NULL));


--
-- Name: outbox_unsent; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_unsent ON public.outbox USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (sent_at IS NULL);


--
-- Name: outbox_unsent_of_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_unsent_of_order ON public.outbox USING btree (((payload ->> 'orderId'::text))) WHERE (sent_at IS NULL);


--
-- Name: payments_by_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_by_order ON public.payments USING btree (order_id);


--
-- Name: payments_one_capture_per_order; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX payments_one_capture_per_order ON public.payments USING btree (order_id) WHERE (status = 'captured'::text);


--
-- Name: payments_one_open_per_order; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX payments_one_open_per_order ON public.payments USING btree (order_id) WHERE (status = 'created'::text);


--
-- Name: payments_open_without_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_open_without_order ON public.payments USING btree (user_id, created_at) WHERE ((status = 'created'::text) AND (order_id IS NULL));


--
-- Name: payments_to_check; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_to_check ON public.payments USING btree (next_check_at) WHERE (status = 'created'::text);


--
-- Name: payments_unknown; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_unknown ON public.payments USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (status = 'unknown'::text);


--
-- Name: payments_unknown_to_check; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_unknown_to_check ON public.payments USING btree (next_check_at) WHERE (status = 'unknown'::text);


--
-- Name: products_by_category; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX products_by_category ON public.products USING btree (category, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);


--
-- Name: products_listed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX products_listed ON public.products USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);


--
-- Name: products_slug_live; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX products_slug_live ON public.products USING btree (slug) WHERE (deleted_at IS NULL);


--
-- Name: provider_events_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX provider_events_open ON public.provider_events USING btree (received_at) WHERE (processed_at IS NULL);


--
-- Name: refunds_by_payment; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refunds_by_payment ON public.refunds USING btree (payment_id);


--
-- Name: refunds_failed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refunds_failed ON public.refunds USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (status = 'failed'::text);


--
-- Name: refunds_to_carry_out; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refunds_to_carry_out ON public.refunds USING btree (created_at) WHERE (status = 'requested'::text);


--
-- Name: sessions_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);


--
-- Name: sessions_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);


--
-- Name: stock_movements_by_variant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX stock_movements_by_variant ON public.stock_movements USING btree (variant_id);


--
-- Name: stock_movements_once_per_order; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX stock_movements_once_per_order ON public.stock_movements USING btree (order_id, variant_id, reason) WHERE (order_id IS NOT NULL);


--
-- Name: uploads_unused; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_unused ON public.uploads USING btree (created_at) WHERE (used_at IS NULL);


--
-- Name: uploads_unused_by_uploader; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_unused_by_uploader ON public.uploads USING btree (uploader, created_at) WHERE (used_at IS NULL);


--
-- Name: users_admins; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX users_admins ON public.users USING btree (email) WHERE (role = 'admin'::text);


--
-- Name: verifications_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_expiry ON public.verifications USING btree (expires_at);


--
-- Name: verifications_by_identifier; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_identifier ON public.verifications USING btree (identifier);


--
-- Name: audit_log audit_log_is_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_is_final BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: audit_log audit_log_is_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_is_kept BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: database_marks database_marks_are_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER database_marks_are_final BEFORE DELETE OR UPDATE ON public.database_marks FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: database_marks database_marks_are_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER database_marks_are_kept BEFORE TRUNCATE ON public.database_marks FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_entries ledger_entries_are_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ledger_entries_are_final BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_entries ledger_entries_are_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ledger_entries_are_kept BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_entries ledger_refund_once; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ledger_refund_once AFTER INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.refund_id IS NOT NULL)) EXECUTE FUNCTION public.check_refund_entries();


--
-- Name: order_events order_events_are_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER order_events_are_final BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: order_events order_events_are_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER order_events_are_kept BEFORE TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: order_lines order_lines_add_up; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER order_lines_add_up AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.check_added_lines();


--
-- Name: order_lines order_lines_are_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER order_lines_are_final BEFORE DELETE OR UPDATE ON public.order_lines FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: order_lines order_lines_are_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER order_lines_are_kept BEFORE TRUNCATE ON public.order_lines FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: orders orders_keep_facts; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER orders_keep_facts BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION public.keep_order_facts();


--
-- Name: orders orders_keep_replaced; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER orders_keep_replaced BEFORE UPDATE OF replaces_id ON public.orders FOR EACH ROW WHEN ((new.replaces_id IS DISTINCT FROM old.replaces_id)) EXECUTE FUNCTION public.refuse_change();


--
-- Name: orders orders_lines_add_up; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER orders_lines_add_up AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_order_sum();


--
-- Name: orders orders_replace_cancelled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER orders_replace_cancelled BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((new.replaces_id IS NOT NULL)) EXECUTE FUNCTION public.check_replaced_order();


--
-- Name: product_images product_images_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER product_images_added AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_new();


--
-- Name: product_images product_images_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER product_images_changed AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_both();


--
-- Name: product_images product_images_emptied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER product_images_emptied AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION public.note_everything();


--
-- Name: product_images product_images_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER product_images_removed AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_old();


--
-- Name: products products_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER products_added AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_products();


--
-- Name: products products_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER products_changed AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_changed_products();


--
-- Name: products products_emptied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER products_emptied AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION public.note_everything();


--
-- Name: products products_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER products_removed AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_products();


--
-- Name: refunds refunds_stay_within_payment; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refunds_stay_within_payment AFTER UPDATE OF amount_minor, currency, payment_id, status ON public.refunds FOR EACH ROW WHEN (((old.amount_minor <> new.amount_minor) OR (old.currency <> new.currency) OR (old.payment_id <> new.payment_id) OR (old.status <> ALL (ARRAY['requested'::text, 'done'::text])))) EXECUTE FUNCTION public.check_refunds();


--
-- Name: refunds refunds_within_payment; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER refunds_within_payment AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION public.check_refunds();


--
-- Name: stock_movements stock_movements_are_final; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stock_movements_are_final BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION public.refuse_change();


--
-- Name: stock_movements stock_movements_are_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stock_movements_are_kept BEFORE TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: users users_email_fits_mail; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER users_email_fits_mail BEFORE INSERT OR UPDATE OF email ON public.users FOR EACH ROW WHEN ((length(new.email) > 254)) EXECUTE FUNCTION public.refuse_long_email();


--
-- Name: variants variants_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER variants_added AFTER INSERT ON public.variants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_new();


--
-- Name: variants variants_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER variants_changed AFTER UPDATE ON public.variants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_variants();


--
-- Name: variants variants_emptied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER variants_emptied AFTER TRUNCATE ON public.variants FOR EACH STATEMENT EXECUTE FUNCTION public.note_everything();


--
-- Name: variants variants_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER variants_removed AFTER DELETE ON public.variants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_products_of_old();


--
-- Name: auth_accounts auth_accounts_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_accounts
    ADD CONSTRAINT auth_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: cart_lines cart_lines_cart_id_carts_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cart_lines
    ADD CONSTRAINT cart_lines_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES public.carts(id) ON DELETE CASCADE;


--
-- Name: cart_lines cart_lines_variant_id_variants_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cart_lines
    ADD CONSTRAINT cart_lines_variant_id_variants_id_fk FOREIGN KEY (variant_id) REFERENCES public.variants(id);


--
-- Name: carts carts_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: ledger_entries ledger_entries_order_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);


--
-- Name: ledger_entries ledger_entries_payment_id_payments_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);


--
-- Name: ledger_entries ledger_entries_refund_id_refunds_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES public.refunds(id);


--
-- Name: order_events order_events_order_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_events
    ADD CONSTRAINT order_events_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);


--
-- Name: order_lines order_lines_order_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);


--
-- Name: order_lines order_lines_product_id_products_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id);


--
-- Name: order_lines order_lines_variant_id_variants_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_variant_id_variants_id_fk FOREIGN KEY (variant_id) REFERENCES public.variants(id);


--
-- Name: orders orders_cart_id_carts_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES public.carts(id) ON DELETE SET NULL;


--
-- Name: orders orders_replaces_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_replaces_id_orders_id_fk FOREIGN KEY (replaces_id) REFERENCES public.orders(id);


--
-- Name: orders orders_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;


--
-- Name: payments payments_order_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);


--
-- Name: payments payments_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;


--
-- Name: product_images product_images_product_id_products_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.product_images
    ADD CONSTRAINT product_images_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;


--
-- Name: products products_category_categories_name_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_category_categories_name_fk FOREIGN KEY (category) REFERENCES public.categories(name) ON UPDATE CASCADE;


--
-- Name: refunds refunds_payment_id_payments_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);


--
-- Name: sandbox_refunds sandbox_refunds_intent_id_sandbox_intents_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_intent_id_sandbox_intents_id_fk FOREIGN KEY (intent_id) REFERENCES public.sandbox_intents(id);


--
-- Name: saved_destinations saved_destinations_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.saved_destinations
    ADD CONSTRAINT saved_destinations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: sessions sessions_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: stock_movements stock_movements_order_id_orders_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stock_movements
    ADD CONSTRAINT stock_movements_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);


--
-- Name: stock_movements stock_movements_variant_id_variants_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stock_movements
    ADD CONSTRAINT stock_movements_variant_id_variants_id_fk FOREIGN KEY (variant_id) REFERENCES public.variants(id);


--
-- Name: variants variants_product_id_products_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


