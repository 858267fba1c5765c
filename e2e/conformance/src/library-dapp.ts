import type { PageConfig } from '../../stack/wallets/page-config.ts'

/** What the dApp pays: `amount` in the coin's base units. */
export type Payment = { readonly to: string; readonly amount: bigint }

/** A call of Ethereum that no wallet knows. */
export const unknownCall = '0xdeadbeef'

/** What the page shows of a library's own state. */
export type View = {
  /** In the ecosystem's own form; the first is the one in use. */
  readonly accounts: readonly string[]
  /** The network in the library's own words, where it has one. */
  readonly chain?: string | undefined
}

/** The dApp as one library writes it. A member that its ecosystem does not have is absent. */
export type LibraryDapp = {
  connect(): Promise<unknown>
  /** Absent in an ecosystem without such a request: there the person disconnects in the wallet. */
  disconnect?(): Promise<unknown>
  /** Resolves with the signature, as the library gives it. */
  signMessage(message: string): Promise<string>
  /** Signs `receipt` (EIP-712). */
  signTypedData?(): Promise<string>
  /** What the chain will take for a payment, in the coin's base units; absent where the wallet says that. */
  estimateFee?(payment: Payment): Promise<bigint>
  /** Resolves with the transaction's id once the chain has it. */
  send(payment: Payment): Promise<string>
  /**
   * The same for what is on no allow-list: coins with call data that no wallet knows, two transfers at once, or a remark beside
   * the transfer. Resolves once it is signed, or later.
   */
  call(payment: Payment): Promise<string>
  switchChain?(chainId: number): Promise<unknown>
}

/**
 * Starts the dApp of a library: resolves once the library has found our wallet among those of the page, and tells
 * `show` whatever the library says of accounts and network from then on.
 */
export type StartDapp = (world: PageConfig, show: (view: View) => void) => Promise<LibraryDapp>
