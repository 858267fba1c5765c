import { getConvertGasPrice, getConvertQuotes } from '#shared/api/convert.ts'
import {
  feeMultiplierPercent,
  swapGasUnits,
  swapQuoteDelayMs,
  swapQuoteLifetimeMs,
} from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { type AmountRead, readAmountDraft } from '#widget/kernel/amount-draft.ts'
import { blockchainApiAtom } from '#widget/kernel/config.ts'
import { figureSourceAtom } from '#widget/kernel/figure-source.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { isSwapChain } from '#widget/kernel/swap-chains.ts'
import { sleep } from '#widget/lib/async.ts'
import { refusalOf, request } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { atom } from '#widget/lib/state.ts'
import { keyOf } from './draft.ts'
import { minimumReceived } from './figures.ts'
import { draftAtom, localeAtom, slippageAtom, swapChainAtom, swapperAtom } from './state.ts'
import { accountOf, fromTokenAtom, type SwapToken, toTokenAtom } from './tokens.ts'

/** What an amount comes to, and when that was said, in epoch milliseconds of the clock port. */
export type Quote = {
  readonly is: 'quote'
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** What of `fromAmount` stays with the provider; undefined where it does not tell. */
  readonly providerFee: bigint | undefined
  readonly at: number
}
export type QuoteAnswer = Quote | { readonly is: 'no-liquidity'; readonly at: number }

/** Whether a quote may still be agreed to. */
export const isFresh = ({ at }: { readonly at: number }, now: number): boolean =>
  now - at < swapQuoteLifetimeMs

const gasPriceAtom = queryAtom<bigint>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const chain = get(swapChainAtom)
  const source = chain === undefined ? 'unknown' : get(figureSourceAtom(chain))
  return {
    key: ['swap-gas-price', chain ?? '', source],
    lifetimeMs: swapQuoteLifetimeMs,
    enabled: chain !== undefined && isSwapChain(chain) && source !== 'unknown',
    load: async (signal) => {
      if (source !== 'api') throw new WidgetError('chain/unsupported', texts.gasPriceNotSupported)
      const query = { chainId: chain ?? '' }
      return (await request(ports, api, getConvertGasPrice, { params: {}, query, signal })).standard
    },
  }
})

/** Whether nobody tells a gas price for the chain (SPEC §8). */
export const isGasPriceMissingAtom = atom((get): boolean => {
  const price = get(gasPriceAtom)
  return (
    price.is === 'failed' &&
    price.error instanceof WidgetError &&
    price.error.message === texts.gasPriceNotSupported
  )
})

/** What a swap costs at most before it is built, in wei; undefined while the gas price is not known. */
export const roughFeeAtom = atom((get): bigint | undefined => {
  const price = get(gasPriceAtom)
  if (price.is !== 'ready') return undefined
  return (price.data * swapGasUnits * feeMultiplierPercent + 99n) / 100n
})

/** The amount field, read. */
export const amountAtom = atom((get): AmountRead => {
  const { amount } = get(draftAtom)
  const token = get(fromTokenAtom)
  if (!token) return amount.is === 'typed' && amount.text.trim() === '' ? { is: 'empty' } : { is: 'pending' }
  const maxFee = get(roughFeeAtom)
  return readAmountDraft(amount, {
    asset: token.asset,
    balance: token.value,
    fee: maxFee === undefined ? undefined : { maxFee },
    locale: get(localeAtom),
  })
})

const liquidityPattern = /insufficient liquidity/i
/** What is asked for: both tokens and the amount. */
export type Wish = { readonly from: SwapToken; readonly to: SwapToken; readonly amount: bigint }

/** The swap wished for, once the form says it. */
export const wishAtom = atom((get): Wish | undefined => {
  const from = get(fromTokenAtom)
  const to = get(toTokenAtom)
  const amount = get(amountAtom)
  return from && to && amount.is === 'amount' ? { from, to, amount: amount.value } : undefined
})

/** What the amount comes to now. Typing waits 200 ms; what is changed meanwhile is never asked. Write to ask again. */
export const quoteAtom = queryAtom<QuoteAnswer>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const chain = get(swapChainAtom)
  const user = get(swapperAtom)?.accounts[0]
  const wish = get(wishAtom)
  return {
    key: ['swap-quote', chain ?? '', user ?? '', wish?.from.id, wish?.to.id, wish?.amount.toString() ?? ''],
    lifetimeMs: swapQuoteLifetimeMs,
    enabled: chain !== undefined && user !== undefined && wish !== undefined && isSwapChain(chain),
    load: async (signal): Promise<QuoteAnswer> => {
      if (!chain || !user || !wish) throw new Error('A quote was asked for without its tokens')
      await sleep(ports.clock, swapQuoteDelayMs, signal)
      const query = {
        amount: wish.amount.toString(),
        userAddress: accountOf(chain, user),
        from: wish.from.id,
        to: wish.to.id,
      }
      try {
        const { quotes } = await request(ports, api, getConvertQuotes, {
          ...{ params: {}, query, signal },
          readsRefusal: true,
        })
        const at = ports.clock.now()
        const [best] = quotes
        if (best === undefined || best.toAmount === 0n) return { is: 'no-liquidity', at }
        const isOfWish =
          best.fromAmount === wish.amount &&
          keyOf(best.fromAccount) === keyOf(wish.from.id) &&
          keyOf(best.toAccount) === keyOf(wish.to.id)
        if (!isOfWish) throw new WidgetError('http/invalid-response', 'The quote is of another swap')
        const { fromAmount, toAmount, providerFee } = best
        return { is: 'quote', fromAmount, toAmount, providerFee, at }
      } catch (error) {
        const reason = refusalOf(error)
        if (reason !== undefined && liquidityPattern.test(reason))
          return { is: 'no-liquidity', at: ports.clock.now() }
        throw error
      }
    },
  }
})

/** The quote of exactly what is in the form; undefined while there is none. */
export const shownQuoteAtom = atom((get): Quote | undefined => {
  const quote: Loaded<QuoteAnswer> = get(quoteAtom)
  const wish = get(wishAtom)
  return wish && quote.is === 'ready' && quote.data.is === 'quote' ? quote.data : undefined
})

/** The least that comes of it, by the person's slippage. */
export const minimumAtom = atom((get): bigint | undefined => {
  const quote = get(shownQuoteAtom)
  const slippage = get(slippageAtom)
  return quote && slippage.is === 'fine' ? minimumReceived(quote.toAmount, slippage.basisPoints) : undefined
})

/** Whether a price is being asked for, for the first time. */
export const isQuotingAtom = atom((get) => get(wishAtom) !== undefined && get(quoteAtom).is === 'loading')
