import type { DecodedAmount, Fact } from '../../request-facts.ts'
import {
  type Arg,
  accountOf,
  amountOf,
  argument,
  assetContract,
  knownCall,
  nativeAmount,
  type RuntimeCall,
} from './call-arguments.ts'
import { type CallDecoder, type DecoderEntries, inPallets, type PalletDecoders } from './call-decoder.ts'
import { locatedAsset, relayCurrency } from './decode-xcm.ts'

const isCodec = (value: unknown): value is Arg =>
  typeof value === 'object' && value !== null && 'toHex' in value && 'toJSON' in value

/** First and last asset of a path. @throws TypeError if the argument is not a path. */
function endsOf(path: Arg): readonly [Arg, Arg] {
  const [first, ...rest] = Array.isArray(path) ? Array.from<unknown>(path) : []
  const last = rest.at(-1)
  if (!isCodec(first) || !isCodec(last)) throw new TypeError('The argument is not a path')
  return [first, last]
}

/** Any account can create an asset with any name; no token list contains assets of Substrate pallets. */
const isOwnCurrency = ({ contract }: DecodedAmount): boolean =>
  contract === undefined || contract === relayCurrency

const swap = (call: RuntimeCall, pays: DecodedAmount, gets: DecodedAmount, to?: string): readonly Fact[] => [
  { is: 'swap', router: call.section, pays, gets, to, ...(isOwnCurrency(gets) ? {} : { isUnlisted: true }) },
]

/** `assetConversion` of the Asset Hubs. */
const pathSwap =
  (pays: string, gets: string): CallDecoder =>
  (call, account) => {
    const [from, into] = endsOf(argument(call, 'path'))
    const to = accountOf(argument(call, 'sendTo'))
    return swap(
      call,
      { value: amountOf(argument(call, pays)), contract: locatedAsset(from) },
      { value: amountOf(argument(call, gets)), contract: locatedAsset(into) },
      to === account ? undefined : to,
    )
  }

/** An amount of a numbered asset of Hydration or Basilisk; 0 is the native currency. */
function numbered(call: RuntimeCall, amount: Arg, asset: string): DecodedAmount {
  const id = argument(call, asset)
  const value = amountOf(amount)
  return amountOf(id) === 0n ? nativeAmount(value) : { value, contract: assetContract('currencies', id) }
}

/** `router` and `omnipool`, whose arguments have different names. */
const marketCalls: PalletDecoders = {
  sell: (call) =>
    swap(
      call,
      numbered(call, argument(call, 'amountIn', 'amount'), 'assetIn'),
      numbered(call, argument(call, 'minAmountOut', 'minBuyAmount'), 'assetOut'),
    ),
  buy: (call) =>
    swap(
      call,
      numbered(call, argument(call, 'maxAmountIn', 'maxSellAmount'), 'assetIn'),
      numbered(call, argument(call, 'amountOut', 'amount'), 'assetOut'),
    ),
}

/** `dex` of Acala and Karura. */
const dexSwap =
  (pays: string, gets: string): CallDecoder =>
  (call) => {
    const [from, into] = endsOf(argument(call, 'path'))
    return swap(
      call,
      { value: amountOf(argument(call, pays)), contract: assetContract('currencies', from) },
      { value: amountOf(argument(call, gets)), contract: assetContract('currencies', into) },
    )
  }

/** Both assets of a pool share return to the account itself. */
const removeLiquidity: CallDecoder = (call, account) => {
  if (accountOf(argument(call, 'withdrawTo')) !== account) throw new TypeError('It pays another account')
  return [knownCall(call)]
}

/** Swaps by pallet, each with the maximum paid and the minimum received. */
export const swapDecoders: DecoderEntries = [
  ...inPallets(['assetConversion'], {
    swapExactTokensForTokens: pathSwap('amountIn', 'amountOutMin'),
    swapTokensForExactTokens: pathSwap('amountInMax', 'amountOut'),
    removeLiquidity,
  }),
  ...inPallets(['router', 'omnipool'], marketCalls),
  ...inPallets(['dex'], {
    swapWithExactSupply: dexSwap('supplyAmount', 'minTargetAmount'),
    swapWithExactTarget: dexSwap('maxSupplyAmount', 'targetAmount'),
  }),
]
