import type { EmbeddedAccount } from '../../../../shared/api/embedded-wallet.ts'
import type { EmbeddedUser, EmbeddedUserStore } from '../../ports/stores/embedded-users.ts'
import type { EnvelopeStore } from '../../ports/stores/envelopes.ts'

/** What a user's sessions may know of the user: no key and no sealed text. */
export async function accountOf(
  { id, walletId, accounts }: EmbeddedUser,
  users: Pick<EmbeddedUserStore, 'identities'>,
  envelopes: Pick<EnvelopeStore, 'list'>,
): Promise<EmbeddedAccount> {
  const [identities, stored] = await Promise.all([users.identities(id), envelopes.list(id)])
  return {
    ...{ userId: id, walletId },
    identities: identities.map(({ provider, name }) => ({ provider, name })),
    ...(accounts && { accounts }),
    envelopes: stored.map(({ id: envelopeId, kind, createdAtMs, isComplete }) => ({
      ...{ id: envelopeId, kind, createdAtMs, isComplete },
    })),
  }
}
