import {
  type Address,
  type CustomTransport,
  createWalletClient,
  custom,
  isAddress,
  type JsonRpcAccount,
  type WalletClient,
} from 'viem'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { type AccountReader, deriveAccounts } from '../derived-accounts.ts'

/** A viem client of one account of one wallet. It has no chain: pass one to each action, or null for the wallet's own. */
export type AccountClient = WalletClient<CustomTransport, undefined, JsonRpcAccount<Address>>

/** An Ethereum account with its `client` (SPEC §3). */
export type EthereumAccount = AccountEntry & { readonly client: AccountClient }

/**
 * The Ethereum accounts of a bridge, each with a viem WalletClient over its own wallet, active or not.
 * @example const [account] = viemAccounts(bridge) const hash = await account?.client.sendTransaction({ chain: base, to,
 * value: parseEther('0.1') })
 */
export const viemAccounts: (bridge: AccountReader) => readonly EthereumAccount[] = deriveAccounts(
  (bridge, { platform, address, walletId }) => {
    if (platform !== 'ethereum' || !isAddress(address, { strict: false })) return undefined
    const provider = { request: (call: { method: string }) => bridge.requestWallet(walletId, call) }
    // The widget retries what is safe to retry; viem would prompt the user twice.
    return {
      client: createWalletClient({ account: address, transport: custom(provider, { retryCount: 0 }) }),
    }
  },
)
