import { privateResponse, sharedResponse } from '#server/core/cache-policy.ts'
import { HttpError } from '#server/core/http-error.ts'
import { type Route, route } from '#server/core/routes/route.ts'
import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { getExchangeAssets, postExchangeRpc } from '#shared/api/exchange.ts'
import { plainDecimal } from '#shared/api/wire-formats.ts'
import { readAssetId } from '#shared/caip/asset-id.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { type ExchangeService, exchanges, type Payment } from '../exchange/exchange-service.ts'
import {
  canReceive,
  contractOf,
  createMarkets,
  type Market,
  type SoldAsset,
  soldAssets,
} from '../sold-assets/sold-assets.ts'
import type { Stack } from '../stack-file.ts'

/** JSON-RPC error code: invalid params. */
const invalidParams = -32_602

class ExchangeCallError extends Error {
  override readonly name = 'ExchangeCallError'
}

const findExchange = (id: string) => {
  const exchange = exchanges.find((one) => one.id === id)
  if (!exchange) throw new ExchangeCallError(`There is no exchange ${id}`)
  return exchange
}

type NamedAsset = { readonly name: string; readonly asset: SoldAsset }
const isNative = ({ asset }: NamedAsset): boolean => contractOf(asset) === ''

/** The assets of an exchange on a chain: tokens, then the native currency. */
const assetsOn = ({ findAsset }: Market): readonly NamedAsset[] =>
  soldAssets
    .flatMap(({ name, symbol }) => {
      const asset = findAsset(symbol)
      return asset ? { name, asset } : []
    })
    .sort((one, other) => Number(isNative(one)) - Number(isNative(other)))

/** Compares without case on Ethereum, where letters are hexadecimal digits; with case on Solana. */
const isContract = (asset: SoldAsset, address: string): boolean =>
  asset.is === 'evm'
    ? contractOf(asset).toLowerCase() === address.toLowerCase()
    : contractOf(asset) === address

/** Creates the routes between widget and exchange: list of exchanges, payment URLs, and status of payments. */
export function createExchangeRoutes(
  chains: readonly RunningChain[],
  service: ExchangeService,
  { exchange: site, solana }: Pick<Stack, 'exchange' | 'solana'>,
): readonly Route[] {
  const configuredChains = chains.filter(({ plan }) => plan.configured)
  const markets = createMarkets(configuredChains, solana)

  function listAssets(namespace: string) {
    const namespaceMarkets = markets.filter(({ id }) => id.startsWith(`${namespace}:`))
    return namespaceMarkets.flatMap((market) =>
      assetsOn(market).map(({ name, asset }) => {
        const { symbol, decimals } = asset
        return {
          network: market.id,
          asset: contractOf(asset) || 'native',
          metadata: { name, symbol, decimals, logoURI: `/tokens/${symbol.toLowerCase()}.svg` },
        }
      }),
    )
  }

  const assets = route(getExchangeAssets, sharedResponse, ({ param }) => {
    const exchangeId = exchanges.find(({ id }) => id === param('id'))?.id
    if (exchangeId === undefined) throw new HttpError(404, `There is no exchange ${param('id')}`)
    return { exchangeId, assets: { eip155: listAssets('eip155'), solana: listAssets('solana') } }
  })

  function assetOf(id: string): { readonly market: Market; readonly asset: SoldAsset } {
    const parsed = readAssetId(id)
    const market = markets.find((one) => one.id === parsed?.chain)
    const found = market && assetsOn(market).find(({ asset }) => isContract(asset, parsed?.address ?? ''))
    if (!found) throw new ExchangeCallError(`The exchange does not have ${id}`)
    return { market, asset: found.asset }
  }

  /** The address in a CAIP-10 account id. @throws ExchangeCallError unless it is on the asset's chain. */
  function parseReceiver(account: string, { id }: Market, asset: SoldAsset): string {
    const address = account.slice(account.lastIndexOf(':') + 1)
    if (account !== `${id}:${address}` || !canReceive(asset, address))
      throw new ExchangeCallError(`The exchange cannot send to ${account}`)
    return address
  }

  const openPayment = (params: { exchangeId: string; asset: string; amount: string; recipient: string }) => {
    const { market, asset } = assetOf(params.asset)
    const amount = parsePlainAmount(plainDecimal(params.amount) ?? '', asset.decimals)
    if (amount.is !== 'amount' || amount.value === 0n)
      throw new ExchangeCallError(`No amount: ${params.amount}`)
    const exchange = findExchange(params.exchangeId)
    const to = parseReceiver(params.recipient, market, asset)
    const { id } = service.open({ exchange, asset, network: market.displayName, value: amount.value, to })
    return { url: `${site.origin}/pay/${id}`, sessionId: id }
  }

  const calls = route(postExchangeRpc, privateResponse, ({ body }) => {
    const responseBase = { jsonrpc: '2.0' as const, id: body.id }
    try {
      switch (body.method) {
        case 'reown_getExchanges': {
          // All exchanges are on the first page.
          const list = exchanges.map(({ id, name }) => ({ id, name }))
          const page = body.params.page === 0 ? list : []
          return { ...responseBase, result: { exchanges: page, total: list.length } }
        }
        case 'reown_getExchangePayUrl':
          return { ...responseBase, result: openPayment(body.params) }
        case 'reown_getExchangeBuyStatus':
          return { ...responseBase, result: toPaymentStatus(service.find(body.params.sessionId)) }
      }
    } catch (error) {
      if (!(error instanceof ExchangeCallError)) throw error
      return { ...responseBase, error: { code: invalidParams, message: error.message } }
    }
  })

  return [assets, calls]
}

function toPaymentStatus(payment: Payment | undefined) {
  if (!payment) throw new ExchangeCallError('There is no such payment')
  switch (payment.state.is) {
    case 'asked':
      return { status: 'UNKNOWN' as const }
    case 'checked':
    case 'sending':
      return { status: 'IN_PROGRESS' as const }
    case 'sent':
      return { status: 'SUCCESS' as const, txHash: payment.state.hash }
    case 'declined':
      return { status: 'FAILED' as const }
  }
}
