-- Grants for servers that run apart (docs/deploy.md, "The embedded wallet apart"): drawbridge_others serves everything but the
-- embedded wallet, drawbridge_embedded the embedded wallet alone. Run as the role that runs `drawbridge migrate`, after each
-- migration. The two roles exist, and own nothing: an owner or a superuser has every right, whatever is granted.

BEGIN;

DO $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_roles WHERE rolname IN ('drawbridge_others', 'drawbridge_embedded') AND rolsuper
  ) OR EXISTS (
    SELECT FROM pg_tables WHERE schemaname = 'public' AND tableowner IN ('drawbridge_others', 'drawbridge_embedded')
  ) THEN
    RAISE EXCEPTION 'drawbridge_others and drawbridge_embedded must be no superusers, and own no table';
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO drawbridge_others, drawbridge_embedded;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  projects, project_ids, nonces, sign_ins, email_codes, names, named_accounts, mailboxes, mailbox_messages, smart_sessions,
  smart_session_spending, jobs, events, orders, order_payments, vendor_events, settings
TO drawbridge_others;

-- Both processes store their recurring jobs in jobs, each under names of its own.
GRANT SELECT, INSERT, UPDATE, DELETE ON
  embedded_users, embedded_identities, embedded_devices, embedded_sessions, passkeys, envelopes, audit_events, vault_tickets,
  one_time_codes, social_attempts, farcaster_attempts, wallet_transfers, recovery_requests, deletion_requests,
  spending_limits, shared_emails, deleted_vaults, counters, claims, jobs
TO drawbridge_embedded;
GRANT SELECT ON projects, project_ids TO drawbridge_embedded;
-- Addresses that users share with a sign-in, each for a minute.
GRANT SELECT ON shared_emails TO drawbridge_others;

GRANT SELECT ON drawbridge_migrations TO drawbridge_others, drawbridge_embedded;

COMMIT;
