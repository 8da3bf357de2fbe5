/** Steps that took something away, after which an assay that does not know them cannot work. */
export const breaking: ReadonlySet<number> = new Set([4]);

/** The number of steps that this assay needs. What the later ones add is used from the next version on, so that this one works on the schema of the version before. */
export const needed = 14;

/** The schema, step by step; a step that was released is never changed, only followed by another. */
export const migrations: readonly string[] = [
  `
CREATE TABLE assay.partners (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'awaiting-approval', 'certified', 'degraded', 'suspended', 'revoked', 'expired')),
  -- Which ports the platform has that is played for this partner.
  slot integer NOT NULL UNIQUE,
  -- The part of the platform's addresses that nobody can guess.
  gate text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  -- The profile as it was written, sealed; and as it may be shown, without anything secret.
  profile_sealed text,
  profile_shown jsonb,
  share_hash text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE assay.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  role text NOT NULL CHECK (role IN ('operator', 'partner')),
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  email text NOT NULL UNIQUE,
  password text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((role = 'partner') = (partner_id IS NOT NULL))
);
CREATE TABLE assay.invitations (
  token_hash text PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('operator', 'partner')),
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE TABLE assay.sessions (
  token_hash text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES assay.accounts ON DELETE CASCADE,
  csrf text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE TABLE assay.api_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES assay.accounts ON DELETE CASCADE,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  scopes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE TABLE assay.attempts_to_sign_in (
  subject text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON assay.attempts_to_sign_in (subject, at);
CREATE TABLE assay.audit (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  account_id uuid,
  who text NOT NULL,
  act text NOT NULL,
  about text NOT NULL DEFAULT '',
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  address text NOT NULL DEFAULT ''
);
CREATE TABLE assay.providers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE,
  profile_sealed text NOT NULL,
  schedule text NOT NULL CHECK (schedule IN ('never', 'hourly', 'daily', 'weekly')),
  baseline jsonb,
  baseline_at timestamptz,
  -- What came of the partners' contracts there, and when.
  contracts jsonb,
  contracts_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE assay.workers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  gone_at timestamptz
);
CREATE TABLE assay.runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  provider_id uuid REFERENCES assay.providers ON DELETE CASCADE,
  asked_by text NOT NULL CHECK (asked_by IN ('person', 'nightly', 'schedule')),
  -- The claims that alone are judged; all of the profile's where this is empty.
  claims jsonb,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'finished', 'not-measured')),
  attempt integer NOT NULL DEFAULT 0,
  worker_id uuid,
  job_id uuid NOT NULL,
  why text,
  verdict text,
  -- Outcomes by requirement, for the picture of the history.
  outcomes jsonb,
  results text,
  journal bytea,
  changes jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  CHECK ((partner_id IS NULL) <> (provider_id IS NULL)),
  CHECK ((state = 'finished') = (verdict IS NOT NULL))
);
-- One run at a time for each subject.
CREATE UNIQUE INDEX ON assay.runs (partner_id) WHERE state IN ('queued', 'running');
CREATE UNIQUE INDEX ON assay.runs (provider_id) WHERE state IN ('queued', 'running');
CREATE INDEX ON assay.runs (partner_id, created_at DESC);
CREATE INDEX ON assay.runs (provider_id, created_at DESC);
CREATE TABLE assay.run_attempts (
  run_id uuid NOT NULL REFERENCES assay.runs ON DELETE CASCADE,
  attempt integer NOT NULL,
  worker_id uuid NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ending text CHECK (ending IN ('judged', 'not-measured')),
  why text,
  PRIMARY KEY (run_id, attempt)
);
CREATE TABLE assay.progress (
  id bigserial PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES assay.runs ON DELETE CASCADE,
  attempt integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  data jsonb NOT NULL
);
CREATE INDEX ON assay.progress (run_id, id);
CREATE TABLE assay.certificates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  run_id uuid REFERENCES assay.runs ON DELETE SET NULL,
  envelope text NOT NULL,
  results text NOT NULL,
  digest text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'valid' CHECK (status IN ('valid', 'suspended', 'revoked', 'superseded')),
  reason text NOT NULL DEFAULT '',
  changed_at timestamptz NOT NULL DEFAULT now(),
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ON assay.certificates (partner_id, issued_at DESC);
CREATE TABLE assay.events (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  provider_id uuid REFERENCES assay.providers ON DELETE CASCADE,
  run_id uuid REFERENCES assay.runs ON DELETE SET NULL,
  kind text NOT NULL,
  before text,
  after text,
  why text NOT NULL
);
CREATE INDEX ON assay.events (partner_id, id DESC);
CREATE TABLE assay.contracts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  name text NOT NULL,
  pact text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (partner_id, name)
);
CREATE TABLE assay.revisions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE,
  document text NOT NULL,
  impact jsonb,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE assay.hooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url text NOT NULL,
  secret_sealed text NOT NULL,
  last_status text NOT NULL DEFAULT '',
  last_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE assay.settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
`,
  `
ALTER TABLE assay.runs
  -- What the latest attempt judges, as it was when the attempt began: facts that may be shown; profile and credentials, sealed.
  ADD COLUMN judged jsonb,
  ADD COLUMN judged_sealed text,
  ADD CHECK ((judged IS NULL) = (judged_sealed IS NULL));
`,
  `
-- When a worker last had a sign of a run.
ALTER TABLE assay.runs ADD COLUMN heard_at timestamptz;
ALTER TABLE assay.run_attempts DROP CONSTRAINT run_attempts_ending_check,
  ADD CONSTRAINT run_attempts_ending_check CHECK (ending IN ('judged', 'not-measured', 'stopped-the-judge'));
`,
  `
ALTER TABLE assay.api_tokens
  -- The token that made this one, which ends with it.
  ADD COLUMN parent_id uuid REFERENCES assay.api_tokens ON DELETE CASCADE;
DROP TABLE assay.attempts_to_sign_in;
CREATE TABLE assay.uses (
  action text NOT NULL,
  -- A network address, or an account.
  subject text NOT NULL,
  -- Uses so far, less what time has taken away.
  count double precision NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (action, subject)
);
CREATE INDEX ON assay.uses (at);
CREATE INDEX ON assay.audit (account_id, address);
`,
  `
-- The first id that the latest attempt at certifying the partner's application played with.
ALTER TABLE assay.partners ADD COLUMN last_id integer;
-- Locations that an attempt may have linked, and whose end the application has not acknowledged.
CREATE TABLE assay.left_locations (
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  location_id integer NOT NULL,
  PRIMARY KEY (partner_id, location_id)
);
-- Until now every run played with these, and ended none.
INSERT INTO assay.left_locations SELECT DISTINCT r.partner_id, l.id
  FROM assay.runs r, unnest(ARRAY[100, 103, 104, 105, 106, 107, 108, 136, 137]) AS l (id)
  WHERE r.partner_id IS NOT NULL AND r.attempt > 0;
`,
  `
-- By how many seconds a worker's clock is ahead of the database's.
ALTER TABLE assay.workers ADD COLUMN clock_offset real NOT NULL DEFAULT 0;
`,
  `
-- What an operator asked for, a partner cannot end.
ALTER TABLE assay.runs DROP CONSTRAINT runs_asked_by_check,
  ADD CONSTRAINT runs_asked_by_check CHECK (asked_by IN ('person', 'operator', 'nightly', 'schedule'));
`,
  `
ALTER TABLE assay.accounts DROP CONSTRAINT accounts_role_check, DROP CONSTRAINT accounts_check,
  -- An operator who only reads, and a partner's member who does not manage its people and secrets.
  ADD CONSTRAINT accounts_role_check CHECK (role IN ('operator', 'reader', 'partner', 'member')),
  ADD CONSTRAINT accounts_check CHECK ((role IN ('partner', 'member')) = (partner_id IS NOT NULL)),
  -- The key of an authenticator, sealed; since when it is asked for; and the period of the last code.
  ADD COLUMN totp_sealed text,
  ADD COLUMN totp_since timestamptz,
  ADD COLUMN totp_step bigint NOT NULL DEFAULT 0,
  -- Who it is at the provider of identities.
  ADD COLUMN openid_subject text UNIQUE;
ALTER TABLE assay.invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('operator', 'reader', 'partner', 'member')),
  ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();
CREATE TABLE assay.password_resets (
  account_id uuid PRIMARY KEY REFERENCES assay.accounts ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE TABLE assay.recovery_codes (
  account_id uuid NOT NULL REFERENCES assay.accounts ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);
CREATE TABLE assay.half_sign_ins (
  token_hash text PRIMARY KEY,
  account_id uuid REFERENCES assay.accounts ON DELETE CASCADE,
  verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
`,
  `
-- Findings that a partner contests, with the evidence as it was.
CREATE TABLE assay.contests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  run_id uuid REFERENCES assay.runs ON DELETE SET NULL,
  requirement text NOT NULL,
  finding jsonb NOT NULL,
  -- The digest of the suite that judged.
  suite text NOT NULL,
  results text NOT NULL,
  journal bytea,
  comment text NOT NULL,
  contested_by text NOT NULL,
  contested_at timestamptz NOT NULL DEFAULT now(),
  decision text CHECK (decision IN ('upheld', 'waived', 'suite''s fault')),
  reason text,
  until date,
  decided_by text,
  decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((decision IS NOT DISTINCT FROM 'waived') = (until IS NOT NULL))
);
CREATE UNIQUE INDEX ON assay.contests (partner_id, requirement) WHERE decision IS NULL;
CREATE INDEX ON assay.contests (requirement) WHERE decision IS NOT NULL;
`,
  `
-- Why an operator suspended a partner, as long as no operator lifts it.
ALTER TABLE assay.partners ADD COLUMN suspended_for text;
`,
  `
-- Addresses that hear of events: operators' own of everybody, a partner's of that partner. An older assay looks at assay.hooks alone, and knows no owners.
CREATE TABLE assay.webhooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid REFERENCES assay.partners ON DELETE CASCADE,
  url text NOT NULL,
  secret_sealed text NOT NULL,
  last_status text NOT NULL DEFAULT '',
  last_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO assay.webhooks (id, url, secret_sealed, last_status, last_at, created_at)
  SELECT id, url, secret_sealed, last_status, last_at, created_at FROM assay.hooks;
ALTER TABLE assay.accounts
  -- When mail comes, and between which hours of the time zone none does.
  ADD COLUMN mail text NOT NULL DEFAULT 'at once' CHECK (mail IN ('at once', 'daily', 'never')),
  ADD COLUMN quiet_from integer NOT NULL DEFAULT 0 CHECK (quiet_from BETWEEN 0 AND 23),
  ADD COLUMN quiet_until integer NOT NULL DEFAULT 0 CHECK (quiet_until BETWEEN 0 AND 23),
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
-- How many days before its end a certificate's partner last heard of that.
ALTER TABLE assay.certificates ADD COLUMN noticed_days integer;
-- What is sent of an event, to a webhook or to a person; one without an event is a trial.
CREATE TABLE assay.deliveries (
  id bigserial PRIMARY KEY,
  message text NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  event_id bigint REFERENCES assay.events ON DELETE CASCADE,
  webhook_id uuid REFERENCES assay.webhooks ON DELETE CASCADE,
  account_id uuid REFERENCES assay.accounts ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((webhook_id IS NULL) <> (account_id IS NULL))
);
CREATE INDEX ON assay.deliveries (due_at) WHERE state = 'waiting';
CREATE INDEX ON assay.deliveries (webhook_id, id DESC);
CREATE INDEX ON assay.deliveries (account_id, id DESC);
`,
  `
-- Addresses of applications that were proved to be their partner's.
CREATE TABLE assay.owned_hosts (
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  host text NOT NULL,
  how text NOT NULL CHECK (how IN ('file', 'dns')),
  proved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (partner_id, host)
);
`,
  `
-- The requirement of its claims that a run alone judges.
ALTER TABLE assay.runs ADD COLUMN requirement text;
`,
  `
CREATE INDEX ON assay.runs (created_at DESC, id DESC);
CREATE INDEX ON assay.runs (finished_at);
ALTER TABLE assay.partners
  -- Since when a partner is archived.
  ADD COLUMN archived_at timestamptz,
  -- The hour of a time zone from which it is judged every day, and the day on which it last was; without an hour, the console's schedule counts.
  ADD COLUMN judged_at integer CHECK (judged_at BETWEEN 0 AND 23),
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN judged_on date;
-- What a partner and operators write to each other.
CREATE TABLE assay.notes (
  id bigserial PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES assay.partners ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  who text NOT NULL,
  text text NOT NULL
);
CREATE INDEX ON assay.notes (partner_id, id DESC);
-- Certificates of partners that were deleted: the status list names them until they expire.
CREATE TABLE assay.left_certificates (
  digest text PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  changed_at timestamptz NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
`,
  `
CREATE INDEX ON assay.contests (contested_at DESC, id DESC);
CREATE INDEX ON assay.runs (partner_id, finished_at DESC) WHERE claims IS NULL AND verdict IS NOT NULL;
`,
];
