/** The part of the SDK's public door that the host pages use; they see its build, never its sources. */
declare module '*/bundle.js' {
  export type Account = {
    readonly namespace: string
    readonly address: string
    readonly walletName: string
    readonly walletId: string
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
    connect(): Promise<void>
    disconnect(): Promise<void>
  }
  export type BridgeState = {
    readonly open: boolean
    readonly status: 'disconnected' | 'connecting' | 'connected'
    readonly chains: readonly string[]
    readonly accounts: readonly Account[]
  }
  export type Bridge = {
    openModal(request?: Readonly<Record<string, string>>): Promise<{ readonly is: string }>
    closeModal(): Promise<void>
    disconnect(namespace?: string): Promise<void>
    switchNetwork(chainId: string): Promise<void>
    setTheme(theme: { mode?: 'light' | 'dark' | 'auto'; variables?: unknown }): Promise<void>
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
