import type { EmbeddedAccount } from '../../../../shared/api/embedded-account.ts'
import type { EmbeddedUser } from '../../ports/stores/embedded-users.ts'
import type { Stores } from '../../ports/stores/stores.ts'

/** What a user's sessions may know of the user: no key and no sealed text. */
export const createAccountOf =
  ({
    embeddedIdentities,
    passkeys,
    envelopes,
  }: Pick<Stores, 'embeddedIdentities' | 'passkeys' | 'envelopes'>) =>
  async ({ id, walletId, accounts }: EmbeddedUser): Promise<EmbeddedAccount> => {
    const [identities, keys, ways] = await Promise.all([
      embeddedIdentities.list(id),
      passkeys.list(id),
      envelopes.list(id),
    ])
    return {
      ...{ userId: id, walletId },
      identities: identities.map(({ provider, name }) => ({ provider, name })),
      passkeys: keys.map((passkey) => ({
        ...{ id: passkey.id, name: passkey.name, isBackedUp: passkey.isBackedUp },
        createdAtMs: passkey.createdAtMs,
      })),
      ...(accounts && { accounts }),
      envelopes: ways.map(({ id: envelopeId, kind, createdAtMs, isComplete, passkeyId }) => ({
        ...{ id: envelopeId, kind, createdAtMs, isComplete },
        ...(passkeyId !== undefined && { passkeyId }),
      })),
    }
  }
