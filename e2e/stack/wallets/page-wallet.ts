import { createNodeRpc, type UrlRpc } from './node-rpc.ts'
import type { PageConfig } from './page-config.ts'
import { loadPolkadotKeys } from './polkadot/load-keys.ts'
import { createPolkadotWallet } from './polkadot/polkadot-wallet.ts'
import type { WalletPlan } from './presets.ts'
import { createScriptedBehaviour } from './scripted-behaviour.ts'
import type { ScriptPatch, WalletNamespace, WalletSetup } from './setup.ts'
import { createSolanaWallet } from './solana/solana-wallet.ts'
import { createTestWallet } from './test-wallet.ts'

export type PageWallet = ReturnType<typeof createPageWallet>

/**
 * Creates a test wallet with an implementation for each of its namespaces that the world has. They share one script, one
 * prompt and one list of requests. `chainId`, `useChain` and `provider` are those of Ethereum.
 */
export function createPageWallet(
  plan: WalletPlan,
  world: PageConfig,
  rpc: UrlRpc,
  setup: Pick<WalletSetup, 'script' | 'chainId'>,
  loadKeys = loadPolkadotKeys,
) {
  const behaviour = createScriptedBehaviour(plan, setup.script)
  const supports = (namespace: WalletNamespace) => plan.namespaces.includes(namespace)
  const eip155 = supports('eip155')
    ? createTestWallet(plan, world, createNodeRpc(rpc), setup.script, setup.chainId, behaviour)
    : undefined
  const solana =
    supports('solana') && world.solana !== undefined
      ? createSolanaWallet(plan, world.solana, rpc, behaviour)
      : undefined
  const polkadot =
    supports('polkadot') && world.polkadot !== undefined
      ? createPolkadotWallet(plan, world.polkadot, behaviour, loadKeys)
      : undefined
  const otherWallets = [solana, polkadot].filter((wallet) => wallet !== undefined)
  const wallets = [...(eip155 === undefined ? [] : [eip155]), ...otherWallets]
  const accountSelectors = wallets.map((wallet) => wallet.useAccount)

  return {
    plan,
    eip155,
    solana,
    polkadot,
    ...(eip155 === undefined ? {} : { provider: eip155.provider }),
    requests: behaviour.requests,
    /** Addresses of all namespaces, in the order Ethereum, Solana, Polkadot. */
    addresses: (): readonly string[] => wallets.flatMap((wallet) => wallet.addresses()),
    /** NaN for a wallet without Ethereum. */
    chainId: () => eip155?.chainId() ?? Number.NaN,
    promptCount: behaviour.approver.promptCount,
    /** Approves or rejects the open prompt, as the user would; false when none is open. */
    answer: behaviour.approver.decideOpenPrompt,
    /** Merges a patch into the script; null restores the default script. */
    script: (patch: ScriptPatch | null): void => behaviour.change(patch),
    useAccount(index: number): void {
      for (const selectAccount of accountSelectors) selectAccount(index)
    },
    useChain: (id: number): void => eip155?.useChain(id),
    /** Renames an account, on Solana and Polkadot. */
    rename(index: number, name: string): void {
      for (const wallet of otherWallets) wallet.rename(index, name)
    },
    /** How many listeners the page has on Solana and Polkadot. */
    listenerCount: () => otherWallets.reduce((sum, wallet) => sum + wallet.listenerCount(), 0),
    forget(): void {
      for (const wallet of wallets) wallet.forget()
    },
    dropConnection(): void {
      for (const wallet of wallets) wallet.dropConnection()
    },
  }
}
