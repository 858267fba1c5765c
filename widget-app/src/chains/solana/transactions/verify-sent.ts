import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentVerdict, SubmittedTransaction, Transfer } from '../../chain-adapter.ts'
import { transactionSchema } from '../chain-records.ts'
import { type DecodedTransaction, decodeTransaction } from '../decode/decode-transaction.ts'
import { confirmed, type OpenRpc } from '../rpc.ts'
import { type TransferVerdict, verifyTransfer } from './verify-transfer.ts'

/**
 * Waits before each read, in ms: short at first, because an alert is due within 2 s (channel T3), about half a minute in
 * total.
 */
const readDelaysMs: readonly number[] = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** Parameters of `getTransaction`. */
export const readConfig = { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 0 }

/** The error for a transaction that does something other than requested. */
export const mismatchError = (differs: readonly string[], hash: string | undefined): WidgetError =>
  new WidgetError('send/mismatch', 'The wallet sent something else than was asked', {
    data: { differs, hash },
  })

/**
 * Compares a sent transaction, fetched by its signature from the widget's own node, with the requested transfer. This
 * detects pages and extensions that changed the request on its way to the wallet (channel D8). Solana nodes return a
 * transaction once it is in a block.
 * @throws WidgetError `send/mismatch` (`data.differs`: from, to, token, value, instructions); the signal's reason.
 */
export const verifySent = (
  ports: VerifyPorts,
  { hash }: SubmittedTransaction,
  transfer: Transfer,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> =>
  verifySentTransaction(ports, hash, network, signal, (found) => verifyTransfer(found, transfer))

export type VerifyPorts = { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] }

/** Fetches a transaction by its signature and verifies it. @throws as `verifySent`. */
export async function verifySentTransaction(
  ports: VerifyPorts,
  hash: string,
  network: Network,
  signal: AbortSignal,
  verify: (found: DecodedTransaction, wire: Uint8Array) => Promise<TransferVerdict>,
): Promise<SentVerdict> {
  const rpc = ports.openRpc(network)
  const fetchTransaction = () =>
    rpc('getTransaction', [hash, readConfig], transactionSchema(), { signal }).catch(() => null)
  for (const delayMs of readDelaysMs) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const found = await fetchTransaction()
    signal.throwIfAborted()
    if (found === null) continue
    const decoded = decodeTransaction(found.transaction, found.meta.loadedAddresses)
    if (decoded === undefined) return 'unverifiable'
    const verdict = await verify(decoded, found.transaction)
    if (verdict.is === 'differs') throw mismatchError(verdict.differs, hash)
    return verdict.is === 'same' ? 'verified' : 'unverifiable'
  }
  return 'unverifiable'
}
