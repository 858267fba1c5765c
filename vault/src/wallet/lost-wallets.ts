import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { checkedWallets, postLostWallets } from '#shared/api/embedded-lost-wallets.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import type { StoredUser, WalletRecords } from './wallet-records.ts'

type LostWalletPorts = { readonly client: DpopClient; readonly records: WalletRecords }

/** The user of the session that was just opened, and the envelopes that the server has for this user. */
type OpenedAccount = Pick<EmbeddedAccount, 'userId' | 'envelopes'>

/**
 * Deletes from this device the wallets that nothing can open any more: of users who were deleted, and with a device envelope whose server
 * key was deleted. Only what the server states about this device's key counts: a record may be the only copy of a wallet, so each failure
 * and each response without it keeps the record. Never rejects: the next window tries again.
 * @param opened as the server has stated it now; its user exists, and so do its envelopes.
 */
export const deleteLostWallets = (ports: LostWalletPorts, opened: OpenedAccount): Promise<void> =>
  deleteLost(ports, opened).catch(() => undefined)

async function deleteLost({ client, records }: LostWalletPorts, opened: OpenedAccount): Promise<void> {
  const ofOpened = ({ userId }: StoredUser) => userId === opened.userId
  const isOpenable = ({ envelopeId }: StoredUser) =>
    envelopeId === undefined || opened.envelopes.some(({ id }) => id === envelopeId)
  const doubtful = (await records.users()).filter((user) => !(ofOpened(user) && isOpenable(user)))
  for (let start = 0; start < doubtful.length; start += checkedWallets) {
    const users = doubtful.slice(start, start + checkedWallets)
    const wallets = users.map(({ userId, envelopeId }) => ({ userId, envelopeId }))
    const lost = await client.call(postLostWallets, { params: {}, query: {}, body: { wallets } })
    for (const user of users) {
      const { userId, envelopeId, token } = user
      const isDeleted = !ofOpened(user) && lost.deletedUserIds.includes(userId)
      if (envelopeId !== undefined && (isDeleted || lost.revokedEnvelopeIds.includes(envelopeId)))
        await records.deleteWallet(userId, envelopeId)
      if (token !== undefined && isDeleted) await records.deleteSession({ userId, token })
    }
  }
}
