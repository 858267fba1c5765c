import type { PageConfig } from '../../stack/wallets/page-config.ts'

/** A payment: `amount` in base units of the native currency. */
export type Payment = { readonly to: string; readonly amount: bigint }

/** Call data of Ethereum that no wallet can decode. */
export const unknownCall = '0xdeadbeef'

/** The library's state, as the page displays it. */
export type View = {
  /** In the ecosystem's format; the first is the active one. */
  readonly accounts: readonly string[]
  /** The network, if the library reports it. */
  readonly chain?: string | undefined
}

/** The dApp in one library. Members that its ecosystem does not have are absent. */
export type LibraryDapp = {
  connect(): Promise<unknown>
  /** Absent in an ecosystem without such a request: there the user disconnects in the wallet. */
  disconnect?(): Promise<unknown>
  /** Resolves with the signature, as the library returns it. */
  signMessage(message: string): Promise<string>
  /** Signs `receipt` (EIP-712). */
  signTypedData?(): Promise<string>
  /** The chain's fee of a payment, in base units of the native currency; absent if only the wallet estimates it. */
  estimateFee?(payment: Payment): Promise<bigint>
  /** Resolves with the transaction's id once it is included. */
  send(payment: Payment): Promise<string>
  /**
   * Sends a transaction that is on no allow list: a native amount with unknown call data, two transfers at once, or a remark
   * in addition to the transfer. Resolves once it is signed, or later.
   */
  call(payment: Payment): Promise<string>
  switchChain?(chainId: number): Promise<unknown>
}

/**
 * Starts the dApp of a library: resolves once the library has discovered the widget among the wallets of the page, and calls
 * `show` with each change of accounts and network that the library reports.
 */
export type StartDapp = (world: PageConfig, show: (view: View) => void) => Promise<LibraryDapp>
