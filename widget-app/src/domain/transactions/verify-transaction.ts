import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { SentVerdict } from '#widget/chains/chain-adapter.ts'
import type { Ports } from '#widget/core/ports.ts'
import { hashOf, type TransactionEntry } from './transaction-entry.ts'

/** The verdict of the operator's node on a transaction (channel D8). */
export type TransactionVerdict = SentVerdict | 'mismatch'

/** Whether the journal has what an entry is compared with: always for a transfer, for a call if it was stored. */
export const isVerifiable = ({ purpose, asked }: TransactionEntry): boolean =>
  purpose === undefined || asked !== undefined

async function readVerdict(
  { chains }: Pick<Ports, 'chains'>,
  network: Network,
  entry: TransactionEntry,
  hash: string,
  signal: AbortSignal,
): Promise<SentVerdict | undefined> {
  const { from, to, asset, value, asked } = entry
  const { chain } = asset
  const adapter = await chains.adapter(namespaceOf(chain))
  const sent = { chain, from, hash, nonce: undefined }
  if (asked === undefined) return adapter.verifySent?.(sent, { from, to, asset, value }, network, signal)
  const { contractCalls } = adapter
  const calls = asked.calls.map((call) => ({ chain, from, ...call }))
  if (asked.isBundle) {
    const bundle = { account: from, chain, hashes: [hash], calls }
    return (await contractCalls?.bundles?.verify(bundle, signal))?.verdict
  }
  const [call] = calls
  return call && contractCalls?.verify(sent, call, network, signal)
}

/**
 * Verifies a transaction of the journal against its stored request. An error that prevents it is `unverifiable`. @throws the
 * signal's reason.
 */
export async function verifyTransaction(
  ports: Pick<Ports, 'chains'>,
  network: Network,
  entry: TransactionEntry,
  signal: AbortSignal,
): Promise<TransactionVerdict> {
  const hash = hashOf(entry.state)
  if (hash === undefined || !isVerifiable(entry)) return 'unverifiable'
  try {
    return (await readVerdict(ports, network, entry, hash, signal)) ?? 'unverifiable'
  } catch (error) {
    signal.throwIfAborted()
    return isWidgetError(error, 'send/mismatch') ? 'mismatch' : 'unverifiable'
  }
}
