import { compactFromU8a, compactToU8a, hexToU8a, u8aConcat, u8aEq } from '@polkadot/util'
import { encodeAddress } from '@polkadot/util-crypto/address'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { Fact } from '../../request-facts.ts'
import { encodedExtensions } from '../wallet/payload-bytes.ts'
import type { RequestedPayload } from '../wallet/signer-payload.ts'

/** The pinned part of a runtime, known without a node. */
type PinnedRuntime = {
  /** Index of the Balances pallet. */
  readonly balances: number
  /** Index of the Assets pallet, whose ids are compact numbers. */
  readonly assets?: number
  /** The extension that charges the fee. */
  readonly fee: 'ChargeTransactionPayment' | 'ChargeAssetTxPayment'
}

/**
 * By the reference of the chain. Source: `construct_runtime!` and `TxExtension` of the runtimes
 * (https://github.com/polkadot-fellows/runtimes at cb16c082: relay/*, system-parachains/asset-hubs/*). Pallet indices do not
 * change in upgrades, because stored calls use them.
 */
const runtimes: Readonly<Record<string, PinnedRuntime>> = {
  // Polkadot and Kusama.
  '91b171bb158e2d3848fa23a9f1c25182': { balances: 5, fee: 'ChargeTransactionPayment' },
  b0a8d493285c2df73290dfb7e61f870f: { balances: 4, fee: 'ChargeTransactionPayment' },
  // Polkadot Asset Hub and Kusama Asset Hub.
  '68d56f15f85d3136970ec16946040bc1': { balances: 10, assets: 50, fee: 'ChargeAssetTxPayment' },
  '48239ef607d7928874027a43a6768920': { balances: 10, assets: 50, fee: 'ChargeAssetTxPayment' },
}

/** `transfer_allow_death` and `transfer_keep_alive` (`call_index` in polkadot-sdk, substrate/frame/balances). */
const balanceCalls: readonly number[] = [0, 3]
/** `transfer` and `transfer_keep_alive` (`call_index` in polkadot-sdk, substrate/frame/assets). */
const assetCalls: readonly number[] = [8, 9]

/** `MultiAddress::Id`. */
const accountVariant = Uint8Array.of(0)
const keyLength = 32
const genericPrefix = 42

const pinnedKind = (pallet: number, call: number, { balances, assets }: PinnedRuntime) => ({
  isNative: pallet === balances && balanceCalls.includes(call),
  isAsset: pallet === assets && assetCalls.includes(call),
})

/**
 * The transfer that a call's bytes encode by the pinned indices; `undefined` for other chains and calls, and if the bytes
 * are not exactly such a call.
 */
export function pinnedTransfer(
  chain: ChainId,
  method: string,
): Extract<Fact, { is: 'transfer' }> | undefined {
  const runtime = runtimes[chainReference(chain)]
  const bytes = hexToU8a(method)
  const [pallet = -1, call = -1] = bytes
  if (runtime === undefined) return undefined
  const { isNative, isAsset } = pinnedKind(pallet, call, runtime)
  if (!isNative && !isAsset) return undefined
  try {
    const [idLength, id] = isAsset ? compactFromU8a(bytes.subarray(2)) : [0, undefined]
    const keyAt = 2 + idLength + accountVariant.length
    const key = bytes.subarray(keyAt, keyAt + keyLength)
    const [, amount] = compactFromU8a(bytes.subarray(keyAt + keyLength))
    const value = BigInt(amount.toString())
    const reencoded = u8aConcat(
      Uint8Array.of(pallet, call),
      id === undefined ? new Uint8Array() : compactToU8a(id),
      accountVariant,
      key,
      compactToU8a(value),
    )
    if (!u8aEq(reencoded, bytes)) return undefined
    const contract = id === undefined ? undefined : `assets/${id.toString()}`
    return {
      is: 'transfer',
      from: undefined,
      to: encodeAddress(key, genericPrefix),
      figure: { value, contract },
    }
  } catch {
    return undefined
  }
}

/** The extensions with signed bytes, in the order of the runtimes. */
const signedOrder = ({ fee }: PinnedRuntime): readonly string[] => [
  ...['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
  fee,
  'CheckMetadataHash',
]

/**
 * Whether the facts equal what a payload's bytes encode by the pinned indices, whatever a node reports: one transfer, with
 * its terms in the right order.
 */
export function isPinned({ chain, payload }: RequestedPayload, facts: readonly Fact[]): boolean {
  const [fact, ...more] = facts
  const pinned = pinnedTransfer(chain, payload.method)
  const runtime = runtimes[chainReference(chain)]
  if (pinned === undefined || runtime === undefined || more.length > 0 || fact?.is !== 'transfer')
    return false
  const isSame =
    fact.to === pinned.to &&
    fact.from === undefined &&
    fact.beyond === undefined &&
    fact.figure.value === pinned.figure.value &&
    fact.figure.contract === pinned.figure.contract
  return isSame && encodedExtensions(payload).join() === signedOrder(runtime).join()
}

/** Whether a chain has pinned calls. */
export const hasPins = (chain: ChainId): boolean => chainReference(chain) in runtimes
