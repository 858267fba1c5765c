import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest, WalletRequestOptions } from '../chain-adapter.ts'

/** What our own wallet of one namespace needs of its source. */
export type WalletPorts<Account> = {
  /** The account that it shares; undefined without one, or after it was disconnected. */
  readonly shared: () => Promise<Account | undefined>
  /** Shares the account from now on. @throws ProviderRpcError 4100 without an account. */
  readonly connect: () => Promise<Account>
  /** Shares no account until `connect`. */
  readonly disconnect: () => void
  /** Emits an event to the adapter, in the form of its namespace. */
  readonly emit: (event: string, data: unknown) => void
  /** Requests a signature. @throws ProviderRpcError 4100 without a shared account, and as `EmbeddedPorts.sign`. */
  readonly sign: (request: RpcRequest, options?: WalletRequestOptions) => Promise<unknown>
}

/** Our own wallet in the interface that the adapter of its namespace expects (docs/protocol.md §3). */
export type EmbeddedWallet = {
  /** @throws ProviderRpcError 4200 for another method. */
  request(request: RpcRequest, options?: WalletRequestOptions): Promise<unknown>
  /** Emits the accounts that are shared now. @throws if they cannot be encoded. */
  emitAccounts(): Promise<void>
}

/** The error of a method that the wallet does not have. */
export const unsupportedMethod = (method: string): ProviderRpcError =>
  new ProviderRpcError(providerCodes.unsupportedMethod, `The wallet does not know ${method}`)

const connectParams = () => z.object({ silent: z.optional(z.boolean()) })

/** The account that the wallet shares, as a list; empty without one. */
export async function sharedAccounts(
  wallet: Pick<WalletPorts<string>, 'shared'>,
): Promise<readonly string[]> {
  const address = await wallet.shared()
  return address === undefined ? [] : [address]
}

/**
 * The accounts of a connection. With `silent` in its parameters it shares nothing new (Wallet Standard's `standard:connect`).
 * @throws ProviderRpcError as `WalletPorts.connect`
 */
export async function connectAccounts(
  wallet: Pick<WalletPorts<string>, 'shared' | 'connect'>,
  params: unknown,
): Promise<readonly string[]> {
  const isSilent = connectParams().safeParse(params).data?.silent === true
  return isSilent ? sharedAccounts(wallet) : [await wallet.connect()]
}
