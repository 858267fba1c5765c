import { getConvertGasPrice, getConvertQuotes } from '#shared/api/convert.ts'
import { feeMultiplierPercent, swapQuoteDelayMs, swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { type ParsedAmountDraft, parseAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { balanceSourceAtom } from '#widget/domain/balances/balance-source.ts'
import { isSwapChainAtom } from '#widget/domain/networks/swap-chains.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts, rejectionReasonOf } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { keyOf } from '../draft.ts'
import { accountOf, pairOf, type Quote, type QuoteRequest, type QuoteResult } from '../model.ts'
import { spendsNative } from '../problems.ts'
import { minimumReceived } from '../slippage.ts'
import { adapterAtom, draftAtom, slippageAtom, swapChainAtom, swapperAtom } from './draft.ts'
import { fromTokenAtom, nativeValueAtom, toTokenAtom } from './tokens.ts'

/** The gas price of the chain, in wei. Write to it to refetch. */
export const gasPriceAtom = queryAtom<bigint>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const chain = get(swapChainAtom)
  const source = chain === undefined ? 'unknown' : get(balanceSourceAtom(chain))
  return {
    key: ['swap-gas-price', chain ?? '', source],
    staleTimeMs: swapQuoteLifetimeMs,
    enabled: chain !== undefined && get(isSwapChainAtom)(chain) && source !== 'unknown',
    load: async (signal) => {
      if (source !== 'api') throw new WidgetError('chain/unsupported', texts.gasPriceNotSupported)
      const query = { chainId: chain ?? '' }
      return (await fetchEndpoint(ports, api, getConvertGasPrice, { params: {}, query, signal })).standard
    },
  }
})

/** State of the gas price; `missing` if no service reports one for the chain (SPEC §8). */
export const gasPriceStateAtom = atom((get): 'loading' | 'ready' | 'missing' | 'failed' => {
  const price = get(gasPriceAtom)
  if (price.is !== 'failed') return price.is
  const { error } = price
  return error instanceof WidgetError && error.message === texts.gasPriceNotSupported ? 'missing' : 'failed'
})

/** A fee with a reserve for a rise. */
export const withFeeReserve = (fee: bigint): bigint => (fee * feeMultiplierPercent + 99n) / 100n

/** The approximate maximum fee of a swap before it is built, in base units; undefined while the gas price is unknown. */
export const roughFeeAtom = atom((get): bigint | undefined => {
  const price = get(gasPriceAtom)
  const adapter = get(adapterAtom)
  const calls = adapter.is === 'ready' ? adapter.data.contractCalls : undefined
  if (price.is !== 'ready' || calls === undefined) return undefined
  return withFeeReserve(price.data * calls.swapGasUnits) + calls.swapDeposit
})

/** The rough fee, with a reserve for one more account that the swap opens. */
const reservedRoughFeeAtom = atom((get): bigint | undefined => {
  const rough = get(roughFeeAtom)
  const adapter = get(adapterAtom)
  const deposit = adapter.is === 'ready' ? adapter.data.contractCalls?.swapDeposit : undefined
  return rough === undefined ? undefined : rough + (deposit ?? 0n)
})

/** The maximum fee of the last plan of a pair, with a reserve for a rise. */
export const plannedFeeAtom = atom<{ readonly of: string; readonly maxFee: bigint } | undefined>(undefined)

/** The fee that Max of the native currency reserves, in wei: a built swap may cost more than usual. */
const reservedFeeAtom = atom((get): bigint | undefined => {
  const rough = get(reservedRoughFeeAtom)
  const planned = get(plannedFeeAtom)
  const [from, to] = [get(fromTokenAtom), get(toTokenAtom)]
  if (!from || !to || planned?.of !== pairOf({ from, to })) return rough
  return rough === undefined || planned.maxFee > rough ? planned.maxFee : rough
})

/** The parsed amount field. */
export const amountAtom = atom((get): ParsedAmountDraft => {
  const { amount } = get(draftAtom)
  const token = get(fromTokenAtom)
  if (!token) return amount.is === 'typed' && amount.text.trim() === '' ? { is: 'empty' } : { is: 'pending' }
  const maxFee = get(reservedFeeAtom)
  return parseAmountDraft(amount, {
    asset: token.asset,
    balance: token.value,
    fee:
      maxFee === undefined ? undefined : { maxFee, spendsNative: spendsNative(token, get(nativeValueAtom)) },
    locale: get(localeAtom),
  })
})

const liquidityPattern = /insufficient liquidity/i

/** The requested swap; undefined while the form is incomplete. */
export const quoteRequestAtom = atom((get): QuoteRequest | undefined => {
  const from = get(fromTokenAtom)
  const to = get(toTokenAtom)
  const amount = get(amountAtom)
  return from && to && amount.is === 'amount' ? { from, to, amount: amount.value } : undefined
})

/** Ports of a quote; with `gasPrice`, in wei, the service compares routes including their fees. */
type QuotePorts = {
  readonly http: HttpPorts
  readonly api: ApiBase
  readonly gasPrice?: bigint | undefined
}

/**
 * Fetches the current quote for `userAddress` (CAIP-10).
 * @throws WidgetError `http/*`, also for the quote of another swap.
 */
export async function fetchQuote(
  { http, api, gasPrice }: QuotePorts,
  { from, to, amount }: QuoteRequest,
  userAddress: string,
  signal: AbortSignal,
): Promise<QuoteResult> {
  const query = {
    ...{ amount: amount.toString(), userAddress, from: from.id, to: to.id },
    ...(gasPrice === undefined ? {} : { gasPrice: gasPrice.toString() }),
  }
  try {
    const { quotes } = await fetchEndpoint(http, api, getConvertQuotes, {
      ...{ params: {}, query, signal },
      readsRejection: true,
    })
    const at = http.clock.now()
    const [best] = quotes
    if (best === undefined || best.toAmount === 0n) return { is: 'no-liquidity', at }
    const isRequested =
      best.fromAmount === amount &&
      keyOf(best.fromAccount) === keyOf(from.id) &&
      keyOf(best.toAccount) === keyOf(to.id)
    if (!isRequested) throw new WidgetError('http/invalid-response', 'The quote is of another swap')
    const { fromAmount, toAmount, providerFee } = best
    return { is: 'quote', fromAmount, toAmount, providerFee, at }
  } catch (error) {
    const reason = rejectionReasonOf(error)
    if (reason !== undefined && liquidityPattern.test(reason))
      return { is: 'no-liquidity', at: http.clock.now() }
    throw error
  }
}

/** The current quote. Waits 200 ms after typing, so that intermediate amounts are not requested. Write to it to refetch. */
export const quoteAtom = queryAtom<QuoteResult>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const chain = get(swapChainAtom)
  const user = get(swapperAtom)?.accounts[0]
  const request = get(quoteRequestAtom)
  const price = get(gasPriceAtom)
  const gasPrice = price.is === 'ready' ? price.data : undefined
  return {
    key: [
      'swap-quote',
      chain ?? '',
      user ?? '',
      request?.from.id,
      request?.to.id,
      request?.amount.toString() ?? '',
    ],
    staleTimeMs: swapQuoteLifetimeMs,
    enabled:
      chain !== undefined && user !== undefined && request !== undefined && get(isSwapChainAtom)(chain),
    load: async (signal): Promise<QuoteResult> => {
      if (!chain || !user || !request) throw new Error('A quote was asked for without its tokens')
      await sleep(ports.clock, swapQuoteDelayMs, signal)
      return fetchQuote({ http: ports, api, gasPrice }, request, accountOf(chain, user), signal)
    },
  }
})

/** The quote of exactly the form's content; undefined while there is none. */
export const displayedQuoteAtom = atom((get): Quote | undefined => {
  const quote: QueryResult<QuoteResult> = get(quoteAtom)
  const request = get(quoteRequestAtom)
  return request && quote.is === 'ready' && quote.data.is === 'quote' ? quote.data : undefined
})

/** The minimum received, by the user's slippage. */
export const minimumAtom = atom((get): bigint | undefined => {
  const quote = get(displayedQuoteAtom)
  const slippage = get(slippageAtom)
  return quote && slippage.is === 'fine' ? minimumReceived(quote.toAmount, slippage.basisPoints) : undefined
})

/** Whether a first quote is loading. */
export const isQuotingAtom = atom(
  (get) => get(quoteRequestAtom) !== undefined && get(quoteAtom).is === 'loading',
)
