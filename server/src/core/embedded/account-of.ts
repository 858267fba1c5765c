import type { EmbeddedAccount } from '../../../../shared/api/embedded-account.ts'
import type { EmbeddedUser } from '../../ports/stores/embedded-users.ts'
import type { Stores } from '../../ports/stores/stores.ts'
import type { Deletions } from './deletions.ts'
import type { Recoveries } from './recoveries.ts'

/**
 * What a user's sessions may know of the user: no key and no sealed text.
 * @param recoveries undefined: the operator does not help to recover wallets.
 */
export const createAccountOf =
  (
    {
      embeddedIdentities,
      passkeys,
      envelopes,
    }: Pick<Stores, 'embeddedIdentities' | 'passkeys' | 'envelopes'>,
    deletions: Pick<Deletions, 'stateOf'>,
    recoveries: Pick<Recoveries, 'find'> | undefined,
  ) =>
  async ({ id, walletId, accounts }: EmbeddedUser): Promise<EmbeddedAccount> => {
    const [identities, keys, ways, request, deletion] = await Promise.all([
      embeddedIdentities.list(id),
      passkeys.list(id),
      envelopes.list(id),
      recoveries?.find(id),
      deletions.stateOf(id),
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
      ...(recoveries && { recovery: request === undefined ? ('offered' as const) : ('requested' as const) }),
      ...(deletion && { deletion }),
    }
  }
