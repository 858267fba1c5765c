/** The part of the SDK's public API that the host pages use. They import its build, never its sources. */
declare module '*/bundle.js' {
  export type Account = {
    readonly namespace: string
    readonly address: string
    readonly walletName: string
    readonly walletId: string
    readonly id: string
    readonly name?: string
    readonly type?: string
    readonly genesisHash?: string
  }
  export type Wallet = {
    readonly id: string
    readonly platform: string
    readonly type: string
    readonly name: string
    readonly icon?: string
    readonly isConnected: boolean
    readonly providerId?: string
    readonly provider?: object
    readonly extensionId?: string
    readonly extension?: object
    connect(): Promise<void>
    disconnect(): Promise<void>
  }
  export type BridgeState = {
    readonly open: boolean
    readonly status: 'disconnected' | 'connecting' | 'connected'
    readonly chains: readonly string[]
    readonly accounts: readonly Account[]
    /** With the option `siwx`: CAIP-10 ids. */
    readonly signedIn?: readonly string[]
    readonly wallets: readonly Pick<Wallet, 'id' | 'platform' | 'type' | 'name' | 'isConnected'>[]
  }
  export type Bridge = {
    openModal(request?: Readonly<Record<string, string>>): Promise<{ readonly is: string }>
    closeModal(): Promise<void>
    disconnect(namespace?: string): Promise<void>
    switchNetwork(chainId: string): Promise<void>
    requestWallet(walletId: string, request: { method: string; params?: object }): Promise<unknown>
    setTheme(theme: { mode?: 'light' | 'dark' | 'auto'; variables?: unknown }): Promise<void>
    onEvent(listener: (event: { event: string; properties: object }) => void): () => void
    setAnalyticsConsent(isGranted: boolean): Promise<void>
    subscribe(event: 'state', listener: (state: BridgeState) => void): () => void
    subscribe(event: 'alert', listener: (alert: { code: string; message: string }) => void): () => void
    subscribe(
      event: 'open' | 'status' | 'accounts' | 'chains' | 'wallets',
      listener: (value: unknown) => void,
    ): () => void
    readonly state: BridgeState
    readonly accounts: readonly Account[]
    readonly wallets: readonly Wallet[]
    readonly ethereum: {
      request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
      on(event: string, listener: (payload: unknown) => void): unknown
      removeListener(event: string, listener: (payload: unknown) => void): unknown
    }
    destroy(): void
  }
  export type BridgeOptions = Readonly<Record<string, unknown>>
  export function createDrawbridge(options: BridgeOptions): Bridge
}

declare module '*/sdk/viem.js' {
  import type { JsonRpcAccount, Transport, WalletClient } from 'viem'
  import type { Account, Bridge } from '/sdk/bundle.js'

  type EthereumAccount = Account & { readonly client: WalletClient<Transport, undefined, JsonRpcAccount> }
  export function viemAccounts(bridge: Bridge): readonly EthereumAccount[]
}

declare module '*/sdk/polkadot-js.js' {
  import type { Account, Bridge } from '/sdk/bundle.js'

  type Signed = { id: number; signature: `0x${string}`; signedTransaction?: `0x${string}` }
  export type InjectedSigner = {
    signPayload(payload: object): Promise<Signed>
    signRaw(raw: { address: string; data: string; type?: 'bytes' | 'payload' }): Promise<Signed>
  }
  export function injectedAccounts(
    bridge: Bridge,
  ): readonly (Account & { readonly injectedSigner: InjectedSigner })[]
}

declare module '*/sdk/polkadot.js' {
  import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
  import type { Account, Bridge } from '/sdk/bundle.js'
  import type { InjectedSigner } from '/sdk/polkadot-js.js'

  type PolkadotAccount = Account & {
    readonly polkadotSigner: PolkadotSigner
    readonly injectedSigner: InjectedSigner
  }
  export function polkadotAccounts(bridge: Bridge): readonly PolkadotAccount[]
}

declare module '*/sdk/react.js' {
  import type { ReactElement, ReactNode } from 'react'
  import type { Account, Bridge, Wallet } from '/sdk/bundle.js'

  export function DrawbridgeProvider(props: { bridge: Bridge; children?: ReactNode }): ReactElement
  export function useDrawbridge(): Bridge
  export function useAccounts(): readonly Account[]
  export function useAccounts<Read extends Account>(
    read: (bridge: Bridge) => readonly Read[],
  ): readonly Read[]
  export function useWallets(): readonly Wallet[]
}
