import type { IWalletKit } from '@reown/walletkit'
import { RpcError } from '../rpc-error.ts'
import { type ApprovedNamespaces, approveNamespaces, type SupportedNamespace } from './approve-namespaces.ts'
import { referenceOf } from './namespace-signer.ts'
import type { WalletSession } from './thread-messages.ts'

/** Creates the operations that a wallet starts on its active sessions. */
export function createKitSessions(kit: IWalletKit, supportedNamespaces: () => readonly SupportedNamespace[]) {
  const activeSessions = () => Object.values(kit.getActiveSessions())

  async function update(topic: string, namespaces: ApprovedNamespaces): Promise<void> {
    await kit.updateSession({ topic, namespaces })
  }

  const emit = (topic: string, chainId: string, name: string, data: unknown) =>
    kit.emitSessionEvent({ topic, chainId, event: { name, data } })

  return {
    list: (): readonly WalletSession[] =>
      activeSessions().map(({ topic, peer, namespaces }) => ({
        topic,
        site: { name: peer.metadata.name, url: peer.metadata.url },
        accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
      })),

    /** Switches every session with the chain's namespace to the chain, after adding the chain where it is missing. */
    async changeChain(chainId: string): Promise<void> {
      const supported = supportedNamespaces().find(({ accounts }) => Object.hasOwn(accounts, chainId))
      const account = supported?.accounts[chainId]
      if (supported === undefined || account === undefined) {
        throw new RpcError(4902, `The wallet does not know ${chainId}`)
      }
      for (const { topic, namespaces } of activeSessions()) {
        const current = namespaces[supported.namespace]
        if (current === undefined) continue
        if (!current.accounts.some((accountId) => accountId.startsWith(`${chainId}:`))) {
          const chains = [...(current.chains ?? []), chainId]
          const accounts = [...current.accounts, account]
          await update(topic, {
            ...withChains(namespaces),
            [supported.namespace]: { ...current, chains, accounts },
          })
        }
        const reference = referenceOf(chainId)
        await emit(
          topic,
          chainId,
          'chainChanged',
          supported.namespace === 'eip155' ? Number(reference) : reference,
        )
      }
    },

    /** Updates every session to the current accounts, and emits `accountsChanged` on each chain of the namespace. */
    async changeAccounts(namespace: string): Promise<void> {
      const supported = supportedNamespaces().find((each) => each.namespace === namespace)
      for (const { topic, namespaces } of activeSessions()) {
        const current = withChains(namespaces)[namespace]
        if (current === undefined || supported === undefined) continue
        const accounts = current.chains.flatMap((chain) => supported.accounts[chain] ?? [])
        await update(topic, { ...withChains(namespaces), [namespace]: { ...current, accounts } })
        for (const chain of current.chains) {
          const chainAccounts = accounts.filter((account) => account.startsWith(`${chain}:`))
          await emit(topic, chain, 'accountsChanged', chainAccounts)
        }
      }
    },

    /** Replaces the namespaces of every session: those requested, limited to `only`, and the `extra` ones. */
    async updateNamespaces(only: readonly string[], extra: ApprovedNamespaces = {}): Promise<void> {
      for (const { topic, requiredNamespaces, optionalNamespaces } of activeSessions()) {
        const approved = approveNamespaces(
          [requiredNamespaces, optionalNamespaces],
          supportedNamespaces(),
          only,
        )
        await update(topic, { ...approved, ...extra })
      }
    },

    async deleteAll(): Promise<void> {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of activeSessions()) {
        try {
          await kit.disconnectSession({ topic, reason })
        } catch (error) {
          // The dApp may have ended the session at the same time.
          if (activeSessions().some((active) => active.topic === topic)) throw error
        }
      }
    },
  }
}

type Namespaces = Readonly<
  Record<string, Partial<ApprovedNamespaces[string]> & Omit<ApprovedNamespaces[string], 'chains'>>
>

/** Adds `chains` where a session has accounts only. */
function withChains(namespaces: Namespaces): ApprovedNamespaces {
  const chainOf = (account: string) => account.slice(0, account.lastIndexOf(':'))
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, each]) => [
      key,
      { ...each, chains: each.chains ?? [...new Set(each.accounts.map(chainOf))] },
    ]),
  )
}
