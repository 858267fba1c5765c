import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, ContractCall, WalletTransport } from '../../chain-adapter.ts'
import { bundleParam, parseBundle } from '../canonical/canonical-bundle.ts'
import { walletChain } from '../chain-number.ts'
import { toTransferCall } from '../tokens/contract-calls.ts'
import { readChain } from '../wallet/connect.ts'
import { requestWallet } from '../wallet/wallet-error.ts'
import { readBundleId } from '../wallet/wallet-responses.ts'
import { sendError } from './send.ts'

const capabilitiesSchema = z.record(z.string(), z.unknown())
const chainPattern = /^0x[0-9a-f]{1,16}$/i
/** `ready`: after an upgrade of the account, for which the wallet prompts together with the calls. */
const atomicSchema = z.object({ atomic: z.object({ status: z.enum(['supported', 'ready']) }) })

/** In EIP-5792, a wallet reports capabilities of every chain under this id. */
const everyChain = 0n

/** Whether `wallet_getCapabilities` reports atomic bundles on the chain. */
function isAtomic(response: unknown, chain: ChainId): boolean {
  const capabilities = capabilitiesSchema.safeParse(response)
  if (!capabilities.success) return false
  const chainNumbers = [BigInt(chainReference(chain)), everyChain]
  return Object.entries(capabilities.data).some(
    // An invalid entry for one chain does not affect the others.
    ([number, entry]) =>
      chainPattern.test(number) &&
      chainNumbers.includes(BigInt(number)) &&
      atomicSchema.safeParse(entry).success,
  )
}

/** Whether a wallet reports that it executes calls atomically on its chain; false without a report. */
export async function isBundleSupported(
  transport: WalletTransport,
  { handle, accounts, chain }: Connection,
): Promise<boolean> {
  const request = { method: 'wallet_getCapabilities', params: [accounts[0], [walletChain(chain)]] }
  try {
    return isAtomic(await requestWallet(transport, handle, request), chain)
  } catch {
    // Most wallets do not support the method.
    return false
  }
}

/** Requests the wallet to execute calls of one chain, all or none; resolves with the bundle's id. @throws as `send`. */
export async function sendCallBundle(
  transport: WalletTransport,
  connection: Connection,
  calls: readonly ContractCall[],
): Promise<string> {
  const { handle, chain } = connection
  const isOtherChain = calls.some((call) => call.chain !== chain)
  if (isOtherChain || (await readChain(transport, handle)) !== chain)
    throw new WidgetError('send/failed', 'The wallet is on another network', {
      data: { reason: 'wrong-chain' },
    })
  const list = calls.map(toTransferCall)
  const from = list[0]?.from
  if (list.some((call) => call.from !== from)) throw new TypeError('The calls are of several accounts')
  const bundle = parseBundle(connection, { version: '2.0.0', from, atomicRequired: true, calls: list })
  let response: unknown
  try {
    response = await requestWallet(transport, handle, {
      method: 'wallet_sendCalls',
      params: [bundleParam(bundle)],
    })
  } catch (error) {
    throw sendError(error)
  }
  const id = readBundleId(response)
  if (id === undefined)
    throw linkError(providerCodes.internal, 'The wallet told no id of the bundle', 'unknown-outcome')
  return id
}
