import type { IWalletKit } from '@reown/walletkit'
import { RpcError } from '../rpc-error.ts'
import { type ApprovedNamespaces, approveNamespaces, type Offer } from './approve-namespaces.ts'
import { referenceOf } from './namespace-signer.ts'
import type { WalletSession } from './thread-messages.ts'

/** Creates the operations that a wallet starts on its active sessions. */
export function createKitSessions(kit: IWalletKit, offers: () => readonly Offer[]) {
  const all = () => Object.values(kit.getActiveSessions())

  async function update(topic: string, namespaces: ApprovedNamespaces): Promise<void> {
    await kit.updateSession({ topic, namespaces })
  }

  const emit = (topic: string, chainId: string, name: string, data: unknown) =>
    kit.emitSessionEvent({ topic, chainId, event: { name, data } })

  return {
    list: (): readonly WalletSession[] =>
      all().map(({ topic, peer, namespaces }) => ({
        topic,
        site: { name: peer.metadata.name, url: peer.metadata.url },
        accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
      })),

    /** Switches every session with the chain's namespace to the chain, after adding the chain where it is missing. */
    async changeChain(chainId: string): Promise<void> {
      const offer = offers().find(({ accounts }) => Object.hasOwn(accounts, chainId))
      const account = offer?.accounts[chainId]
      if (offer === undefined || account === undefined) {
        throw new RpcError(4902, `The wallet does not know ${chainId}`)
      }
      for (const { topic, namespaces } of all()) {
        const present = namespaces[offer.namespace]
        if (present === undefined) continue
        if (!present.accounts.some((known) => known.startsWith(`${chainId}:`))) {
          const chains = [...(present.chains ?? []), chainId]
          const accounts = [...present.accounts, account]
          await update(topic, {
            ...complete(namespaces),
            [offer.namespace]: { ...present, chains, accounts },
          })
        }
        const reference = referenceOf(chainId)
        await emit(
          topic,
          chainId,
          'chainChanged',
          offer.namespace === 'eip155' ? Number(reference) : reference,
        )
      }
    },

    /** Updates every session to the current accounts, and emits `accountsChanged` on each chain of the namespace. */
    async changeAccounts(namespace: string): Promise<void> {
      const offer = offers().find((each) => each.namespace === namespace)
      for (const { topic, namespaces } of all()) {
        const present = complete(namespaces)[namespace]
        if (present === undefined || offer === undefined) continue
        const accounts = present.chains.flatMap((chain) => offer.accounts[chain] ?? [])
        await update(topic, { ...complete(namespaces), [namespace]: { ...present, accounts } })
        for (const chain of present.chains) {
          const own = accounts.filter((account) => account.startsWith(`${chain}:`))
          await emit(topic, chain, 'accountsChanged', own)
        }
      }
    },

    /** Replaces the namespaces of every session: those requested, limited to `only`, and the `extra` ones. */
    async regrant(only: readonly string[], more: ApprovedNamespaces = {}): Promise<void> {
      for (const { topic, requiredNamespaces, optionalNamespaces } of all()) {
        const granted = approveNamespaces([requiredNamespaces, optionalNamespaces], offers(), only)
        await update(topic, { ...granted, ...more })
      }
    },

    async deleteAll(): Promise<void> {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of all()) {
        try {
          await kit.disconnectSession({ topic, reason })
        } catch (error) {
          // The dApp may have ended the session at the same time.
          if (all().some((open) => open.topic === topic)) throw error
        }
      }
    },
  }
}

type Namespaces = Readonly<
  Record<string, Partial<ApprovedNamespaces[string]> & Omit<ApprovedNamespaces[string], 'chains'>>
>

/** Adds `chains` where a session has accounts only. */
function complete(namespaces: Namespaces): ApprovedNamespaces {
  const chainOf = (account: string) => account.slice(0, account.lastIndexOf(':'))
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, each]) => [
      key,
      { ...each, chains: each.chains ?? [...new Set(each.accounts.map(chainOf))] },
    ]),
  )
}
