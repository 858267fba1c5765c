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
  const temper = createScriptedBehaviour(plan, setup.script)
  const speaks = (namespace: WalletNamespace) => plan.namespaces.includes(namespace)
  const eip155 = speaks('eip155')
    ? createTestWallet(plan, world, createNodeRpc(rpc), setup.script, setup.chainId, temper)
    : undefined
  const solana =
    speaks('solana') && world.solana !== undefined
      ? createSolanaWallet(plan, world.solana, rpc, temper)
      : undefined
  const polkadot =
    speaks('polkadot') && world.polkadot !== undefined
      ? createPolkadotWallet(plan, world.polkadot, temper, loadKeys)
      : undefined
  const others = [solana, polkadot].filter((part) => part !== undefined)
  const parts = [...(eip155 === undefined ? [] : [eip155]), ...others]
  const choosers = parts.map((part) => part.useAccount)

  return {
    plan,
    eip155,
    solana,
    polkadot,
    ...(eip155 === undefined ? {} : { provider: eip155.provider }),
    requests: temper.requests,
    /** Addresses of all namespaces, in the order Ethereum, Solana, Polkadot. */
    addresses: (): readonly string[] => parts.flatMap((part) => part.addresses()),
    /** NaN for a wallet without Ethereum. */
    chainId: () => eip155?.chainId() ?? Number.NaN,
    promptCount: temper.gate.promptCount,
    /** Approves or rejects the open prompt, as the user would; false when none is open. */
    answer: temper.gate.answerOpen,
    /** Merges a patch into the script; null restores the default script. */
    script: (patch: ScriptPatch | null): void => temper.change(patch),
    useAccount(at: number): void {
      for (const choose of choosers) choose(at)
    },
    useChain: (id: number): void => eip155?.useChain(id),
    /** Renames an account, on Solana and Polkadot. */
    rename(at: number, name: string): void {
      for (const part of others) part.rename(at, name)
    },
    /** How many listeners the page has on Solana and Polkadot. */
    listenerCount: () => others.reduce((sum, part) => sum + part.listenerCount(), 0),
    forget(): void {
      for (const part of parts) part.forget()
    },
    dropConnection(): void {
      for (const part of parts) part.dropConnection()
    },
  }
}
