import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { GasFee, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { bytesSchema, type Hex, isSameHex, quantitySchema } from '../hex.ts'
import { isExecutionError } from '../simulate/is-execution-error.ts'
import { decodeUint, encodeBalanceOf, encodeTokenFact } from './erc20.ts'
import { tokenTerms } from './token-terms.ts'
import type { TransferCall } from './transfer-call.ts'

/** A number that a token reports; undefined if it reports none. @throws if the node cannot be called. */
async function readUint(rpc: JsonRpc, to: Hex, data: Hex): Promise<bigint | undefined> {
  try {
    return decodeUint(await rpc('eth_call', [{ to, data }, 'latest'], bytesSchema))
  } catch (error) {
    if (error instanceof ProviderRpcError && isExecutionError(error)) return undefined
    throw error
  }
}

/**
 * Verifies a token's decimals against those in which its amounts are shown. A token that reports none is rejected too,
 * because only the API would confirm them.
 * @throws WidgetError `send/failed`, `data.reason` `token-decimals`.
 */
async function requireDecimals(rpc: JsonRpc, token: Hex, expected: number): Promise<void> {
  const decimals = await readUint(rpc, token, encodeTokenFact('decimals'))
  if (decimals === BigInt(expected)) return
  throw new WidgetError('send/failed', 'The decimals of the token are not those that are shown', {
    data: { reason: 'token-decimals', decimals: decimals?.toString() ?? null },
  })
}

/**
 * Whether the balances of a token are those of the native currency (CELO and POL by their contracts): both are equal for the
 * sender, whose balance is not zero, and for the recipient.
 */
async function hasNativeBalances(rpc: JsonRpc, token: Hex, sender: Hex, recipient: Hex): Promise<boolean> {
  const read = (account: Hex) =>
    Promise.all([
      readUint(rpc, token, encodeBalanceOf(account)),
      rpc('eth_getBalance', [account, 'latest'], quantitySchema),
    ])
  const [tokenBalance, nativeBalance] = await read(sender)
  if (nativeBalance === 0n || tokenBalance !== nativeBalance) return false
  if (isSameHex(sender, recipient)) return true
  const [recipientBalance, recipientNative] = await read(recipient)
  return recipientBalance === recipientNative
}

/**
 * How a token treats a transfer, as the chain reports it.
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
