-- Grants for servers that run apart (docs/deploy.md, "The embedded wallet apart"): drawbridge serves everything but the
-- embedded wallet, drawbridge_embedded the embedded wallet alone. Run as the role that runs `drawbridge migrate`, after each
-- migration. The two roles exist, and own nothing.

BEGIN;

GRANT USAGE ON SCHEMA public TO drawbridge, drawbridge_embedded;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO drawbridge;
REVOKE ALL ON
  embedded_users, embedded_identities, embedded_devices, embedded_sessions, passkeys, envelopes, audit_events, vault_tickets,
  one_time_codes, social_attempts, farcaster_attempts, wallet_transfers, counters, claims
FROM drawbridge;

-- Both processes store their recurring jobs in jobs, each under names of its own.
GRANT SELECT, INSERT, UPDATE, DELETE ON
  embedded_users, embedded_identities, embedded_devices, embedded_sessions, passkeys, envelopes, audit_events, vault_tickets,
  one_time_codes, social_attempts, farcaster_attempts, wallet_transfers, counters, claims,
  jobs
TO drawbridge_embedded;
GRANT SELECT ON projects, project_ids, drawbridge_migrations TO drawbridge_embedded;

REVOKE INSERT, UPDATE, DELETE ON drawbridge_migrations FROM drawbridge;

COMMIT;
