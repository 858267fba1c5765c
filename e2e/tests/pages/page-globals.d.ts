import type { ScriptPatch } from '#stack/wallets/setup.ts'
import type { Bridge } from '/sdk/bundle.js'

/** A test wallet as its page offers it to tests. */
export type PageWallet = {
  script(patch: ScriptPatch | null): void
  answer(approve: boolean): boolean
  useAccount(at: number): void
  useChain(chainId: number): void
  forget(): void
  dropConnection(): void
  promptCount(): number
  addresses(): readonly string[]
  chainId(): number
  readonly provider: object
  readonly requests: readonly { readonly method: string; readonly params: unknown; readonly atMs: number }[]
}

declare global {
  interface Window {
    readonly bridge: Bridge
    readonly testWallets: Readonly<Record<string, PageWallet>>
  }
}
