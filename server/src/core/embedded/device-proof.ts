import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { PasskeyStore } from '../../ports/stores/passkeys.ts'
import type { Sessions } from './sessions.ts'

/**
 * What a session of the vault proves before its device may use the wallet's keys.
 * @returns a function that throws HttpError 403 unless the user has no passkey, or the session has proved one or the wallet's keys.
 */
export const createDeviceProof =
  (sessions: Pick<Sessions, 'hasProvedWallet' | 'requireAssertion'>, passkeys: Pick<PasskeyStore, 'list'>) =>
  async (session: EmbeddedSession): Promise<void> => {
    // A stolen device, or a copy of its profile, does not open the wallet of a user who has a passkey. A session with the wallet's
    // keys learns nothing more by this key: so a wallet that was restored without the lost passkey can be used.
    if (sessions.hasProvedWallet(session)) return
    const hasPasskey = (await passkeys.list(session.user.id)).length > 0
    if (hasPasskey) sessions.requireAssertion(session)
  }
