import { plainAmount } from '../../../../shared/amount/format-amount.ts'
import { getBalance } from '../../../../shared/api/balance.ts'
import { getSupportedChains } from '../../../../shared/api/chains.ts'
import { getHistory } from '../../../../shared/api/history.ts'
import { nativeTokenAddresses, postFungiblePrice } from '../../../../shared/api/price.ts'
import type { Logger } from '../../ports/logger.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { type Balance, type BalanceSource, InvalidAddressError } from '../../ports/sources/balances.ts'
import { type HistoryPage, type HistorySource, InvalidCursorError } from '../../ports/sources/history.ts'
import type { Decimal, PriceSource, TokenPrice } from '../../ports/sources/prices.ts'
import { catalogueResponse, privateResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import { balanceCost } from '../rate-limits.ts'
import type { ImageUrlFor } from './image-urls.ts'
import { type Route, route } from './route.ts'

type ChainDataPorts = {
  readonly balances: readonly BalanceSource[]
  readonly prices: readonly PriceSource[]
  readonly histories: readonly HistorySource[]
  /** Returns the URL from which the widget loads an image. */
  readonly imageUrlFor: ImageUrlFor
  readonly logger: Logger
}

type ByChain = { readonly chainIds: () => readonly string[] }

/** The first source that serves a chain. @throws HttpError 400 */
function sourceFor<S extends ByChain>(sources: readonly S[], chainId: string): S {
  const source = sources.find((one) => one.chainIds().includes(chainId))
  if (source === undefined) throw new HttpError(400, `Chain is not supported: ${chainId}`)
  return source
}

const decimalText = ({ value, decimals }: Decimal): string => plainAmount(value, decimals)

const namespaceOf = (chainId: string): string => chainId.slice(0, chainId.indexOf(':'))

/** The token id under which a holding is priced. */
function priceId({ chainId, tokenId }: Balance): string | undefined {
  if (tokenId !== undefined) return tokenId
  const namespace = namespaceOf(chainId)
  if (namespace === 'eip155' || namespace === 'solana') return `${chainId}:${nativeTokenAddresses[namespace]}`
  return undefined
}

/** Timeout of a price source, so that two of them and the balances take less than 10 s. */
const priceSourceLimitMs = 4_000

/** The prices of a source. @throws the source's errors; Error on timeout. */
async function pricesInTime(source: PriceSource, tokenIds: readonly string[], currency: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), priceSourceLimitMs)
  })
  try {
    return await Promise.race([source.prices(tokenIds, currency), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Prices by token id; the first source that has a price wins. If sources fail, prices stay unknown and balances are still
 * returned.
 */
async function pricesOf(
  sources: readonly PriceSource[],
  tokenIds: readonly string[],
  currency: string,
  logger: Logger,
): Promise<ReadonlyMap<string, TokenPrice>> {
  const found = new Map<string, TokenPrice>()
  for (const source of sources) {
    const missing = tokenIds.filter((id) => !found.has(id))
    if (missing.length === 0) break
    const prices = await pricesInTime(source, missing, currency).catch((error: unknown) => {
      logger.warn({ message: error instanceof Error ? error.message : String(error) }, 'prices failed')
      return []
    })
    for (const price of prices) found.set(price.tokenId, price)
  }
  return found
}

function balanceEntry(holding: Balance, priceData: TokenPrice | undefined, served: ImageUrlFor) {
  const { chainId, tokenId, name, symbol, decimals, amount } = holding
  const iconUrl = served(holding.iconUrl) ?? served(priceData?.iconUrl)
  const price = priceData?.price
  const fiatValue = price && {
    value: (amount * price.value) / 10n ** BigInt(decimals),
    decimals: price.decimals,
  }
  return {
    name,
    symbol,
    chainId,
    ...(tokenId === undefined ? {} : { address: tokenId }),
    ...(fiatValue === undefined ? {} : { value: decimalText(fiatValue) }),
    // The response schema can express an unknown price only as zero.
    price: price === undefined ? '0' : decimalText(price),
    quantity: { decimals: String(decimals), numeric: plainAmount(amount, decimals) },
    ...(iconUrl === undefined ? {} : { iconUrl }),
  }
}

/** Converts the errors that a port throws for an invalid request to an HTTP error. */
function toHttpError(error: unknown): unknown {
  const isCallerError =
    error instanceof InvalidAddressError ||
    error instanceof InvalidCursorError ||
    error instanceof UnsupportedChainError
  return isCallerError ? new HttpError(400, error.message) : error
}

const withHttpErrors = async <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw toHttpError(error)
  })

/** Replaces the URLs of token icons with those from which the widget loads them. */
const withServedIcons = (page: HistoryPage, served: ImageUrlFor): HistoryPage => ({
  ...page,
  data: page.data.map((entry) => ({
    ...entry,
    transfers: entry.transfers?.map((transfer) => {
      const { fungible_info: token } = transfer
      if (!token?.icon) return transfer
      return { ...transfer, fungible_info: { ...token, icon: { url: served(token.icon.url) } } }
    }),
  })),
})

/** The namespace that an address looks like; only Ethereum addresses begin with 0x. */
const namespaceOfAddress = (address: string): string => (address.startsWith('0x') ? 'eip155' : 'solana')

/** Balances, prices and transactions (SPEC §7), from chains and price sources. */
export function chainDataRoutes({
  balances,
  prices,
  histories,
  imageUrlFor,
  logger,
}: ChainDataPorts): readonly Route[] {
  const currencyDefault = 'usd'
  /** The requested chain, or all chains on which the address may have a balance. */
  const chainsOf = (address: string, chainId: string | undefined): readonly string[] =>
    chainId === undefined
      ? balances
          .flatMap((source) => source.chainIds())
          .filter((id) => id.startsWith(`${namespaceOfAddress(address)}:`))
      : [chainId]

  return [
    // The widget reads these chains from `getBalance`, and the others from nodes: a response cannot express a Polkadot
    // account's transferable and locked amounts separately, nor all of its tokens.
    route(getSupportedChains, catalogueResponse, () => ({
      http: balances
        .flatMap((source) => source.chainIds())
        .filter((chainId) => Object.hasOwn(nativeTokenAddresses, namespaceOf(chainId))),
      ws: [],
    })),

    route(
      getBalance,
      privateResponse,
      async ({ param, query }) => {
        const address = param('address')
        const freshTokens = query.forceUpdate ?? []
        const lists = chainsOf(address, query.chainId).map((id) =>
          withHttpErrors(sourceFor(balances, id).balances(id, address, freshTokens)),
        )
        const holdings = (await Promise.all(lists)).flat()
        const ids = holdings.flatMap((holding) => priceId(holding) ?? [])
        const priceData = await pricesOf(prices, ids, query.currency ?? currencyDefault, logger)
        return {
          balances: holdings.map((one) => balanceEntry(one, priceData.get(priceId(one) ?? ''), imageUrlFor)),
        }
      },
      {
        cost: ({ param, query }) =>
          balanceCost(chainsOf(param('address'), query.chainId).length, query.forceUpdate?.length ?? 0),
      },
    ),

    route(postFungiblePrice, privateResponse, async ({ body }) => {
      const priceData = await pricesOf(prices, body.addresses, body.currency, logger)
      return {
        fungibles: body.addresses.flatMap((address) => {
          const found = priceData.get(address)
          if (found === undefined) return []
          const { name, symbol, price } = found
          const iconUrl = imageUrlFor(found.iconUrl)
          return {
            ...{ address, name, symbol, price: decimalText(price) },
            ...(iconUrl === undefined ? {} : { iconUrl }),
          }
        }),
      }
    }),

    route(getHistory, privateResponse, async ({ param, query: { chainId, cursor } }) => {
      if (chainId === undefined)
        throw new HttpError(400, 'chainId is needed: the history is that of one chain')
      const page = sourceFor(histories, chainId).page(chainId, param('address'), cursor)
      return withServedIcons(await withHttpErrors(page), imageUrlFor)
    }),
  ]
}
