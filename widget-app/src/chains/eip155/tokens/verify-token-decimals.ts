import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { GasFee, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { bytesSchema, type Hex, isSameHex, quantitySchema } from '../hex.ts'
import { isFailedRun } from '../simulate/is-execution-error.ts'
import { decodeUint, encodeBalanceOf, encodeTokenFact } from './erc20.ts'
import { tokenTerms } from './token-terms.ts'
import type { TransferCall } from './transfer-call.ts'

/** A number that a token reports; undefined where it reports none. @throws where the node cannot be asked. */
async function readUint(rpc: JsonRpc, to: Hex, data: Hex): Promise<bigint | undefined> {
  try {
    return decodeUint(await rpc('eth_call', [{ to, data }, 'latest'], bytesSchema))
  } catch (error) {
    if (error instanceof ProviderRpcError && isFailedRun(error)) return undefined
    throw error
  }
}

/**
 * Compares the decimals of a token with those that its amounts are shown in. A token that reports none has only the API's
 * word for them, so that it is refused as well.
 * @throws WidgetError `send/failed`, `data.reason` `token-decimals`.
 */
async function requireDecimals(rpc: JsonRpc, token: Hex, shown: number): Promise<void> {
  const decimals = await readUint(rpc, token, encodeTokenFact('decimals'))
  if (decimals === BigInt(shown)) return
  throw new WidgetError('send/failed', 'The decimals of the token are not those that are shown', {
    data: { reason: 'token-decimals', decimals: decimals?.toString() ?? null },
  })
}

/**
 * Whether the balances of a token are those of the native coin (CELO and POL by their contracts): both are the same for the
 * sender, who has some, and for the receiver.
 */
async function hasNativeBalances(rpc: JsonRpc, token: Hex, sender: Hex, receiver: Hex): Promise<boolean> {
  const read = (account: Hex) =>
    Promise.all([
      readUint(rpc, token, encodeBalanceOf(account)),
      rpc('eth_getBalance', [account, 'latest'], quantitySchema),
    ])
  const [held, native] = await read(sender)
  if (native === 0n || held !== native) return false
  if (isSameHex(sender, receiver)) return true
  const [others, othersNative] = await read(receiver)
  return others === othersNative
}

/**
 * How a token treats a transfer, by what the chain reports of it.
 * @throws WidgetError `send/failed`, `data.reason` `token-decimals`, `http/*`; ProviderRpcError of the node.
 */
export async function readTokenFacts(
  rpc: JsonRpc,
  transfer: Transfer,
  call: TransferCall,
): Promise<Pick<GasFee, 'token' | 'spendsNative'>> {
  const [token, spendsNative] = await Promise.all([
    tokenTerms(rpc, transfer),
    hasNativeBalances(rpc, call.to, call.from, parseAddress(transfer.to)),
    requireDecimals(rpc, call.to, transfer.asset.decimals),
  ])
  return {
    ...(token ? { token } : {}),
    ...(spendsNative ? { spendsNative } : {}),
  }
}
