import type { ChangingSession } from '../../ports/stores/embedded-users.ts'

/** A session of the user, by its token. It belongs to the login of `testEmbeddedSession`. */
export const testChangingSession = (userId = 'u1', tokenHash = 't1'): ChangingSession => ({
  ...{ user: { id: userId }, tokenHash, absoluteExpiresAtMs: 5_000 },
})
