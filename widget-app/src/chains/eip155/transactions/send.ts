import type { ChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type {
  Connection,
  FeeEstimate,
  GasFee,
  SubmittedTransaction,
  Transfer,
  WalletTransport,
} from '../../chain-adapter.ts'
import { hasLinkReason } from '../../request-wallet.ts'
import { parseTransaction, transactionParam } from '../canonical/canonical-transaction.ts'
import { type TransferCall, transferCall } from '../tokens/transfer-call.ts'
import { readChain } from '../wallet/connect.ts'
import { classifyWalletError, requestWallet } from '../wallet/wallet-error.ts'
import { readHash } from '../wallet/wallet-responses.ts'

/** Parameters of `eth_sendTransaction` with the widget's gas and fee: parsed and serialized like those of a dApp. */
function transactionParams(
  connection: Connection,
  { from, to, value, data }: TransferCall,
  chain: ChainId,
  fee: GasFee,
): readonly [object] {
  const price =
    fee.legacyGasPrice === undefined
      ? { maxFeePerGas: fee.maxFeePerGas, maxPriorityFeePerGas: fee.maxPriorityFeePerGas }
      : { gasPrice: fee.legacyGasPrice }
  const transaction = { from, to, value, data, gas: fee.gas, ...price }
  // The wallet signs on the chain of the call, which `readChain` verifies right before.
  return [transactionParam(parseTransaction({ ...connection, chain }, transaction))]
}

/** Errors that the caller distinguishes by code; any other error of a wallet is a failed send. */
const passThroughCodes: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.requestPending,
  providerCodes.limitExceeded,
]

const unknownOutcome = (message: string): ProviderRpcError =>
  linkError(providerCodes.internal, message, 'unknown-outcome')

/** The outcome of a send request that the wallet rejected: nothing was sent, or it is unknown. */
export function sendError(walletError: unknown): unknown {
  if (!isProviderRpcError(walletError)) return walletError
  if (passThroughCodes.includes(walletError.code) || hasLinkReason(walletError.data)) return walletError
  if (classifyWalletError(walletError) === 'maybe-sent') return unknownOutcome(walletError.message)
  const data = { reason: 'wallet', code: walletError.code, walletMessage: walletError.message }
  return new WidgetError('send/failed', 'Failed to send transaction', { cause: walletError, data })
}

/**
 * Requests the wallet to sign and submit a transfer; resolves with the hash; `waitForTransaction` reports the nonce.
 * @throws ProviderRpcError 4001 if rejected, −32002 if the wallet already shows a prompt, `data.reason` `unknown-outcome` if
 * the transaction may have been sent; WidgetError `send/failed` if nothing was sent.
 */
export async function send(
  transport: WalletTransport,
  connection: Connection,
  transfer: Transfer,
  fee: FeeEstimate,
): Promise<SubmittedTransaction> {
  return sendCall(transport, connection, transferCall(transfer), transfer.asset.chain, fee)
}

/** The same for any call. @throws as `send`; ProviderRpcError 4100 for a call of an account that is not connected. */
export async function sendCall(
  transport: WalletTransport,
  connection: Connection,
  call: TransferCall,
  chain: ChainId,
  fee: FeeEstimate,
): Promise<SubmittedTransaction> {
  if (!('gas' in fee)) throw new TypeError('The fee is of another namespace')
  const params = transactionParams(connection, call, chain, fee)
  // Wallets that ignore `chainId` would move the same amount on their current chain.
  if ((await readChain(transport, connection.handle)) !== chain) {
    throw new WidgetError('send/failed', 'The wallet is on another network', {
      data: { reason: 'wrong-chain' },
    })
  }
  let response: unknown
  try {
    response = await requestWallet(transport, connection.handle, { method: 'eth_sendTransaction', params })
  } catch (error) {
    throw sendError(error)
  }
  const hash = readHash(response)
  if (hash === undefined) throw unknownOutcome('The wallet answered without a transaction hash')
  return { chain, from: call.from, hash, nonce: undefined }
}
