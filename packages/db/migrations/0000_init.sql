-- Ids are keys (UUIDv8 with the instant in front), so PRIMARY KEY (id) on RANGE (id) partitions is one global unique index:
-- retention drops whole months and "once" still holds. No index names a column that the happy path changes (HOT).
CREATE TABLE events (
  id uuid PRIMARY KEY,
  digest bytea NOT NULL,
  mode text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  entity_version bigint,
  occurred_at timestamptz NOT NULL,
  lane text NOT NULL,
  expires_at timestamptz,
  content_hash bytea NOT NULL,
  traceparent text,
  accepted_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE TABLE event_payloads (
  id uuid PRIMARY KEY,
  body jsonb NOT NULL
) PARTITION BY RANGE (id);
--> statement-breakpoint
-- A row until the event is routed. The relay's confirmation only moves publish_again_at; cursor is the fan-out's place,
-- revision grows when an erasure changes the recipients under it.
CREATE TABLE outbox (
  event_id uuid PRIMARY KEY,
  lane text NOT NULL,
  publish_again_at timestamptz NOT NULL DEFAULT now(),
  cursor integer NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (lane, publish_again_at);
--> statement-breakpoint
-- The oldest event of a lane, however many of another lane lie before it.
CREATE INDEX outbox_oldest ON outbox (lane, created_at);
--> statement-breakpoint
-- An integer for every id ever seen. Erasure clears external_id and keeps the number.
CREATE TABLE people (
  n integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  external_id text UNIQUE
);
--> statement-breakpoint
CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  digest bytea NOT NULL,
  channel text NOT NULL,
  lane text NOT NULL,
  person integer NOT NULL,
  address text,
  name text,
  locale text NOT NULL,
  timezone text NOT NULL,
  entity_version bigint,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL,
  reason text,
  attempts smallint NOT NULL DEFAULT 0,
  resends smallint NOT NULL DEFAULT 0,
  log_seq integer NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamptz,
  template_version text,
  rendered_at timestamptz,
  provider text,
  provider_message_id text,
  accepted_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unconfirmed_at timestamptz,
  last_error_code text,
  last_error_message text,
  segments smallint,
  document_id uuid
) PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE INDEX deliveries_person ON deliveries (person, id);
--> statement-breakpoint
-- What was tried and what was chosen: one entry per provider call and per resolution of an unknown outcome.
CREATE TABLE attempts (
  id uuid NOT NULL,
  seq integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  provider text,
  provider_status integer,
  code text,
  message text,
  result text NOT NULL,
  PRIMARY KEY (id, seq)
) PARTITION BY RANGE (id);
--> statement-breakpoint
-- Who was decided against at routing: one row per event, channel, reason and chunk, with the people's numbers sorted.
CREATE TABLE decision_sets (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  channel text NOT NULL,
  reason text NOT NULL,
  people integer[] NOT NULL,
  in_favour_of integer[],
  at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (id);
--> statement-breakpoint
-- A row exactly while a delivery is not over. The one place where "due" lives, so that deliveries' updates stay HOT.
CREATE TABLE work (
  delivery_id uuid PRIMARY KEY,
  channel text NOT NULL,
  lane text NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  document_id uuid
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
CREATE INDEX work_due ON work (channel, lane, due_at);
--> statement-breakpoint
-- Whom a document is waited for by; only those who wait are in it.
CREATE INDEX work_document ON work (document_id, delivery_id) WHERE document_id IS NOT NULL;
--> statement-breakpoint
-- A document of an event, once for each kind and locale (R-5.1). due_at is when it is tried next.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  kind text NOT NULL,
  locale text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  path text,
  bytes integer,
  error text,
  -- What it is made from does not do: trying again would not help.
  refused boolean NOT NULL DEFAULT false,
  requested_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz
);
--> statement-breakpoint
CREATE INDEX documents_due ON documents (due_at) WHERE state = 'pending';
--> statement-breakpoint
-- The oldest that is not done: how late documents are is one look.
CREATE INDEX documents_pending ON documents (requested_at) WHERE state = 'pending';
--> statement-breakpoint
-- Append-only: finding a delivery by the provider's id must not cost deliveries an index on a changing column.
CREATE TABLE provider_messages (
  provider text NOT NULL,
  message_id text NOT NULL,
  delivery_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, message_id, delivery_id)
);
--> statement-breakpoint
-- Messages arrive in the order of `at`: the last minutes are found without an index entry for each.
CREATE INDEX provider_messages_at ON provider_messages USING brin (at) WITH (autosummarize = on);
--> statement-breakpoint
CREATE TABLE dead_letters (
  delivery_id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  reason text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by text
);
--> statement-breakpoint
CREATE INDEX dead_letters_open ON dead_letters (reason, opened_at) WHERE closed_at IS NULL;
--> statement-breakpoint
CREATE INDEX dead_letters_new ON dead_letters (opened_at) WHERE closed_at IS NULL;
--> statement-breakpoint
CREATE TABLE recipients (
  id text PRIMARY KEY,
  name text,
  email text,
  phone text,
  whatsapp text,
  locale text,
  timezone text,
  channels text[],
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- What a person wants: categories as the API has them, { "marketing": { "email": false } }. By number, so that a delivery finds it without a name.
CREATE TABLE preferences (
  person integer PRIMARY KEY,
  categories jsonb NOT NULL DEFAULT '{}',
  quiet_hours jsonb,
  timezone text,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- Who changed what a person wants: when, from, to (R-6.8).
CREATE TABLE preference_changes (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  before jsonb,
  after jsonb
);
--> statement-breakpoint
CREATE INDEX preference_changes_person ON preference_changes (person, n);
--> statement-breakpoint
-- Addresses that are not written to, each with its evidence. A lifted one stays, so that old evidence can't bring it back.
CREATE TABLE suppressions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  channel text NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  provider text,
  code text,
  delivery_id uuid,
  evidence_at timestamptz NOT NULL,
  -- The person's own word, also where a stronger reason stands over it: it outlives that.
  opted_out_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  lifted_at timestamptz,
  lifted_by text
);
--> statement-breakpoint
CREATE UNIQUE INDEX suppressions_standing ON suppressions (channel, address) WHERE lifted_at IS NULL;
--> statement-breakpoint
CREATE INDEX suppressions_address ON suppressions (address);
--> statement-breakpoint
-- How many devices of late: too many at once are a mistake of ours or the vendor's, not a hundred people who left.
CREATE INDEX suppressions_pruned ON suppressions (created_at) WHERE reason = 'unregistered';
--> statement-breakpoint
-- A device each. The token is sealed (R-10.6); its hash finds it again when the device registers twice.
CREATE TABLE push_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person integer NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  registered_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, token_hash)
);
--> statement-breakpoint
CREATE INDEX push_tokens_person ON push_tokens (person);
--> statement-breakpoint
CREATE SEQUENCE inbox_changes;
--> statement-breakpoint
-- In-app cards: one per person and collapse key, the newest version on it, whatever arrives first (R-6.7). `id` is the delivery shown.
CREATE TABLE inbox_items (
  person integer NOT NULL,
  collapse_key text NOT NULL,
  id uuid NOT NULL UNIQUE,
  type text NOT NULL,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  entity_version bigint,
  occurred_at timestamptz NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  url text,
  rendered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz,
  read_at timestamptz,
  archived_at timestamptz,
  change bigint NOT NULL DEFAULT nextval('inbox_changes'),
  PRIMARY KEY (person, collapse_key)
);
--> statement-breakpoint
CREATE INDEX inbox_items_newest ON inbox_items (person, rendered_at DESC, id DESC) WHERE archived_at IS NULL;
--> statement-breakpoint
CREATE INDEX inbox_items_change ON inbox_items (person, change);
--> statement-breakpoint
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  source text NOT NULL,
  mode text NOT NULL,
  scopes text[] NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE TABLE audit_log (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
--> statement-breakpoint
-- What people on call are told once, and once more when it is over. tell_at is when the chat may be told next: a lease while
-- somebody tells it, the chat's own Retry-After when it refused.
CREATE TABLE incidents (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  tell_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  told_closed_at timestamptz,
  seen_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX incidents_open ON incidents (rule, subject) WHERE closed_at IS NULL;
--> statement-breakpoint
CREATE INDEX incidents_untold ON incidents (tell_at, n) WHERE told_at IS NULL OR (closed_at IS NOT NULL AND told_closed_at IS NULL);
--> statement-breakpoint
-- One a day: who inserts or takes the row posts it. post_at is a lease while somebody does, then the chat's Retry-After.
CREATE TABLE digests (
  day date PRIMARY KEY,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  post_at timestamptz NOT NULL DEFAULT now(),
  posted_at timestamptz
);
--> statement-breakpoint
-- When something that has to happen by itself last did: whoever is on call must hear when it stops.
CREATE TABLE heartbeats (
  name text PRIMARY KEY,
  at timestamptz NOT NULL,
  -- The first beat after the last silence, of what beats steadily.
  since timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
--> statement-breakpoint
-- The month's first millisecond as the front of a UUID: the bound between two months' ids.
CREATE FUNCTION crier_month_bound(month date) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM month::timestamp) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
--> statement-breakpoint
-- Makes the partitions of every month from the one of `first` to the one of `last`. Safe at once from several places.
CREATE FUNCTION crier_ensure_partitions(first date, last date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  month date;
  child text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(727110);
  FOR month IN SELECT generate_series(date_trunc('month', first), date_trunc('month', last), '1 month')::date LOOP
    FOREACH parent IN ARRAY ARRAY['events', 'event_payloads', 'deliveries', 'attempts', 'decision_sets'] LOOP
      child := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass(child) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)%s', child, parent,
        crier_month_bound(month), crier_month_bound((month + interval '1 month')::date),
        CASE parent WHEN 'deliveries' THEN ' WITH (fillfactor = 45)' ELSE '' END);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
