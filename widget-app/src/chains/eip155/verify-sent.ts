import * as z from 'zod/mini'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts, SentVerdict, SubmittedTransaction, Transfer } from '../contract.ts'
import { type ChainTransaction, transactionSchema } from './chain-records.ts'
import { bytesSchema, isSameHex } from './hex.ts'
import type { OpenRpc } from './rpc.ts'
import { transferCall } from './transfer-call.ts'

/** Waits before each look: dense at first, because an alarm is due within 2 s (channel T3), about half a minute in all. */
export const earlyLooksMs: readonly number[] = [0, 250, 500]
export const lateLooksMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

/** What was asked of a wallet; without `to` a new contract. */
export type AskedCall = {
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly data: string
  readonly chain: ChainId
}

/** A contract that is made has no receiver. */
const isSameReceiver = (found: string | undefined, asked: string | undefined): boolean =>
  asked === undefined ? found === undefined : isSameHex(found, asked)

/** What differs between a transaction and what was asked for; empty when it is the same. */
export function differences(
  found: Pick<ChainTransaction, 'from' | 'to' | 'value' | 'input' | 'chainId'>,
  asked: AskedCall,
): readonly string[] {
  const chain = BigInt(chainReference(asked.chain))
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', isSameHex(found.from, asked.from)],
    ['to', isSameReceiver(found.to ?? undefined, asked.to)],
    ['value', found.value === asked.value],
    ['data', isSameHex(found.input, asked.data)],
    // Transactions from before EIP-155 name no chain.
    ['chain', (found.chainId ?? chain) === chain],
  ]
  return checks.filter(([, same]) => !same).map(([name]) => name)
}

/** Looks for a transaction by its hash after each of the waits, and compares it. @throws as `verifySent`. */
export async function compareSent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  hash: string,
  asked: AskedCall,
  network: { readonly id: ChainId },
  signal: AbortSignal,
  looksMs: readonly number[],
): Promise<SentVerdict> {
  const rpc = ports.openRpc(network)
  const look = () =>
    rpc('eth_getTransactionByHash', [hash], z.nullable(transactionSchema), { signal }).catch(() => null)
  for (const delayMs of looksMs) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const found = await look()
    signal.throwIfAborted()
    if (found === null) continue
    const differs = differences(found, asked)
    if (differs.length === 0) return 'verified'
    if (differs.includes('from')) {
      // An account with code sends through others (ERC-4337, EIP-7702): their transaction wraps our call.
      const code = await rpc('eth_getCode', [asked.from, 'latest'], bytesSchema, { signal }).catch(
        () => undefined,
      )
      if (code === undefined) continue
      if (code !== '0x') return 'unverifiable'
    }
    const data = { differs, hash }
    throw new WidgetError('send/mismatch', 'The wallet sent something else than was asked', { data })
  }
  return 'unverifiable'
}

/**
 * Compares a sent transaction, fetched by hash from our own node, with the transfer that was asked for (channel D8): it
 * catches pages and extensions that changed the request on its way to the wallet.
 * @throws WidgetError `send/mismatch` (`data.differs`: from, to, value, data, chain); the signal's reason.
 */
export async function verifySent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  transaction: SubmittedTransaction,
  transfer: Transfer,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> {
  const asked = { ...transferCall(transfer), chain: transfer.asset.chain }
  return compareSent(ports, transaction.hash, asked, network, signal, [...earlyLooksMs, ...lateLooksMs])
}
