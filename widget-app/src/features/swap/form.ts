import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import { blockchainApiAtom } from '#widget/kernel/config.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { isSwapChain } from '#widget/kernel/swap-chains.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { impactBasisPoints, largeLossBasisPoints } from './figures.ts'
import { makePlan, type Order, type Plan, type PlanPorts } from './plan.ts'
import { problemsOf, type SwapFacts } from './problems.ts'
import {
  amountAtom,
  isGasPriceMissingAtom,
  minimumAtom,
  quoteAtom,
  roughFeeAtom,
  shownQuoteAtom,
  wishAtom,
} from './quote.ts'
import {
  acceptedLossAtom,
  draftAtom,
  slippageAtom,
  swapChainAtom,
  swapNetworkAtom,
  swapperAtom,
} from './state.ts'
import { fromTokenAtom, nativeValueAtom, swapTokensAtom, toTokenAtom } from './tokens.ts'

const quoteStateAtom = atom((get): SwapFacts['quote'] => {
  if (!get(wishAtom)) return 'none'
  const quote = get(quoteAtom)
  if (quote.is !== 'ready') return quote.is
  if (quote.data.is === 'no-liquidity') return 'no-liquidity'
  return 'ready'
})

const factsAtom = atom((get): Omit<SwapFacts, 'maxFee'> => {
  const chain = get(swapChainAtom)
  return {
    isSwapChain: chain !== undefined && isSwapChain(chain),
    hasNoGasPrice: get(isGasPriceMissingAtom),
    tokensFailed: get(swapTokensAtom).is === 'failed',
    from: get(fromTokenAtom),
    to: get(toTokenAtom),
    amount: get(amountAtom),
    quote: get(quoteStateAtom),
    slippage: get(slippageAtom),
    native: {
      symbol: get(swapNetworkAtom)?.nativeCurrency.symbol ?? '',
      balance: get(nativeValueAtom),
    },
  }
})

/** What keeps the form from its review; the first one labels the button. */
export const problemsAtom = atom((get) => problemsOf({ ...get(factsAtom), maxFee: get(roughFeeAtom) }))

/** Whether the form waits for something that comes by itself. */
export const isFormWaitingAtom = atom(
  (get): boolean =>
    get(swapTokensAtom).is === 'loading' ||
    get(quoteStateAtom) === 'loading' ||
    (get(amountAtom).is === 'pending' && !get(isGasPriceMissingAtom)),
)

/** The order to review; undefined while the form or its quote is not whole. */
export const orderAtom = atom((get): Order | undefined => {
  const wish = get(wishAtom)
  const quote = get(shownQuoteAtom)
  const minimum = get(minimumAtom)
  const slippage = get(slippageAtom)
  const connection = get(swapperAtom)
  const network = get(swapNetworkAtom)
  if (!wish || !quote || minimum === undefined || slippage.is !== 'fine' || !connection || !network)
    return undefined
  return { ...wish, quote, minimum, slippageBasisPoints: slippage.basisPoints, connection, network }
})

/** What of the worth given does not come back, in basis points; undefined where a price is not known. */
export const impactAtom = atom((get): bigint | undefined => {
  const order = get(orderAtom)
  if (!order) return undefined
  const { from, to, amount, quote } = order
  return impactBasisPoints(
    { value: amount, decimals: from.asset.decimals, price: from.price },
    { value: quote.toAmount, decimals: to.asset.decimals, price: to.price },
  )
})

const lossKeyAtom = atom((get): string => {
  const { from, to } = get(draftAtom)
  const wish = get(wishAtom)
  return `${from}|${to}|${wish?.amount}`
})

/** Whether so much of the worth would be lost that a person has to say it is meant, and whether that was said. */
export const lossAtom = atom(
  (get): 'none' | 'large' | 'accepted' => {
    const impact = get(impactAtom)
    if (impact === undefined || impact < largeLossBasisPoints) return 'none'
    return get(acceptedLossAtom) === get(lossKeyAtom) ? 'accepted' : 'large'
  },
  (get, set, isAccepted: boolean) => set(acceptedLossAtom, isAccepted ? get(lossKeyAtom) : undefined),
)

/** The adapter of the chain in use. */
export const adapterAtom = queryAtom<ChainAdapter>((get) => {
  const { chains } = get(portsAtom)
  const namespace = get(swapperAtom)?.namespace
  return {
    key: ['swap-adapter', namespace ?? ''],
    lifetimeMs: Number.POSITIVE_INFINITY,
    enabled: namespace !== undefined,
    load: () => chains.adapter(namespace ?? 'eip155'),
  }
})

/** What a plan is made with. */
export const planPortsAtom = atom((get): PlanPorts | undefined => {
  const adapter = get(adapterAtom)
  return adapter.is === 'ready'
    ? { http: get(portsAtom), api: get(blockchainApiAtom), adapter: adapter.data }
    : undefined
})

/** The order under review as calls with their fees, made anew with every quote. Write to it to make it again. */
export const planAtom = queryAtom<Plan>((get) => {
  const order = get(orderAtom)
  const ports = get(planPortsAtom)
  const { from, to, amount, quote, slippageBasisPoints, connection } = order ?? {}
  return {
    key: [
      'swap-plan',
      from?.id,
      to?.id,
      String(amount),
      String(quote?.toAmount),
      quote?.at,
      String(slippageBasisPoints),
      connection?.accounts[0],
    ],
    lifetimeMs: swapQuoteLifetimeMs,
    enabled: order !== undefined && ports !== undefined,
    load: async (signal) => {
      if (!order || !ports) throw new Error('A plan was asked for without its order')
      return makePlan(ports, order, signal)
    },
  }
})

/** What keeps the review from being carried out, by the fee of what was built. */
export const reviewProblemsAtom = atom((get) => {
  const plan = get(planAtom)
  return problemsOf({ ...get(factsAtom), maxFee: plan.is === 'ready' ? plan.data.maxFee : undefined })
})
