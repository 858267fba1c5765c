import type { ScriptPatch } from '#stack/wallets/setup.ts'
import type { Bridge } from '/sdk/bundle.js'

/** A test wallet as its page exposes it to tests. */
export type PageWallet = {
  script(patch: ScriptPatch | null): void
  answer(approve: boolean): boolean
  useAccount(at: number): void
  useChain(chainId: number): void
  forget(): void
  dropConnection(): void
  promptCount(): number
  addresses(): readonly string[]
  /** NaN for a wallet without an Ethereum chain. */
  chainId(): number
  rename(at: number, name: string): void
  listenerCount(): number
  readonly provider?: object
  readonly requests: readonly { readonly method: string; readonly params: unknown; readonly atMs: number }[]
}

type Hex = `0x${string}`
type Signed = { readonly id: number; readonly signature: Hex }

/** API of the page of `host-sdk/viem` (e2e/stack/hosts/scripts/viem-page.ts). */
type ViemDapp = {
  chainId(): Promise<number>
  signMessage(message: string): Promise<Hex>
  signOrder(item: string): Promise<Hex>
  send(to: Hex, wei: string): Promise<Hex>
}

/** API of the page of `host-sdk/polkadot` (e2e/stack/hosts/scripts/polkadot-page.ts). */
type PolkadotDapp = {
  ready(): Promise<Hex>
  signRaw(data: string): Promise<Signed>
  signRawAlone(data: string): Promise<Signed | undefined>
  signBytes(text: string): Promise<Hex>
  transfer(to: string, value: string): Promise<readonly string[]>
  transferByPapi(to: string, value: string): Promise<readonly string[]>
  signVersion(version: number): Promise<Signed>
}

type SuiteResults = Promise<readonly { readonly name: string; readonly failure: string | undefined }[]>

/** The suite for EIP-1193 providers (e2e/stack/hosts/scripts/provider-suite.ts). */
type ProviderSuite = (
  provider: object,
  world: {
    readonly account: string
    readonly stranger: string
    readonly chain: string
    readonly otherChain: string
    readonly unknownChain: string
    readonly temper: (mode: 'approve' | 'reject') => void
  },
) => SuiteResults

/** What the user does in the environment of a suite. */
type SuiteUser = {
  readonly patienceMs: number
  readonly person: () => Promise<void>
  readonly temper: (mode: 'approve' | 'reject') => void
  readonly pick: (at: number) => void
}

/** The suites for wallets of other ecosystems (standard-suite.ts and injected-web3-suite.ts in the same folder). */
type StandardSuite = (name: string, world: SuiteUser & { readonly early: readonly unknown[] }) => SuiteResults
type ExtensionSuite = (
  key: string,
  world: SuiteUser & {
    readonly runtime: {
      readonly genesisHash: Hex
      readonly specVersion: number
      readonly ss58Format: number
      readonly tokenDecimals: number
      readonly tokenSymbol: string
    }
    readonly isSigned: (data: string, signature: string, address: string) => Promise<boolean>
  },
) => SuiteResults

declare global {
  interface Window {
    readonly bridge: Bridge
    readonly viemDapp: ViemDapp
    readonly polkadotDapp: PolkadotDapp
    readonly testWallets: Readonly<Record<string, PageWallet>>
    readonly runProviderSuite: ProviderSuite
    readonly runStandardSuite: StandardSuite
    readonly runExtensionSuite: ExtensionSuite
  }
}
