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
  contractOf,
  isReceiver,
  type Market,
  marketsOf,
  type SoldAsset,
  sold,
} from '../sold-assets/sold-assets.ts'
import type { Stack } from '../stack-file.ts'

/** JSON-RPC: parameters that do not fit. */
const invalidParams = -32_602

class CallRefusal extends Error {
  override readonly name = 'CallRefusal'
}

const exchangeOf = (id: string) => {
  const exchange = exchanges.find((one) => one.id === id)
  if (!exchange) throw new CallRefusal(`There is no exchange ${id}`)
  return exchange
}

type NamedGoods = { readonly name: string; readonly goods: SoldAsset }
const isCoin = ({ goods }: NamedGoods): boolean => contractOf(goods) === ''

/** What an exchange sends on a chain: tokens, then the coin. */
const goodsOn = ({ find }: Market): readonly NamedGoods[] =>
  sold
    .flatMap(({ name, symbol }) => {
      const goods = find(symbol)
      return goods ? { name, goods } : []
    })
    .sort((one, other) => Number(isCoin(one)) - Number(isCoin(other)))

/** Letters of an address are no more than hexadecimal digits on Ethereum; on Solana each is its own. */
const isContract = (goods: SoldAsset, address: string): boolean =>
  goods.is === 'evm'
    ? contractOf(goods).toLowerCase() === address.toLowerCase()
    : contractOf(goods) === address

/** The service between widget and exchange: which there are, their pages, and how a payment stands. */
export function exchangeRoutes(
  chains: readonly RunningChain[],
  desk: ExchangeService,
  { exchange: site, solana }: Pick<Stack, 'exchange' | 'solana'>,
): readonly Route[] {
  const served = chains.filter(({ plan }) => plan.configured)
  const markets = marketsOf(served, solana)

  function listed(namespace: string) {
    const those = markets.filter(({ id }) => id.startsWith(`${namespace}:`))
    return those.flatMap((market) =>
      goodsOn(market).map(({ name, goods }) => {
        const { symbol, decimals } = goods
        return {
          network: market.id,
          asset: contractOf(goods) || 'native',
          metadata: { name, symbol, decimals, logoURI: `/tokens/${symbol.toLowerCase()}.svg` },
        }
      }),
    )
  }

  const assets = route(getExchangeAssets, sharedResponse, ({ param }) => {
    const exchangeId = exchanges.find(({ id }) => id === param('id'))?.id
    if (exchangeId === undefined) throw new HttpError(404, `There is no exchange ${param('id')}`)
    return { exchangeId, assets: { eip155: listed('eip155'), solana: listed('solana') } }
  })

  function goodsOf(id: string): { readonly market: Market; readonly goods: SoldAsset } {
    const read = readAssetId(id)
    const market = markets.find((one) => one.id === read?.chain)
    const found = market && goodsOn(market).find(({ goods }) => isContract(goods, read?.address ?? ''))
    if (!found) throw new CallRefusal(`The exchange does not have ${id}`)
    return { market, goods: found.goods }
  }

  /** The address of an account on the chain of goods. */
  function receiverOf(account: string, { id }: Market, goods: SoldAsset): string {
    const address = account.slice(account.lastIndexOf(':') + 1)
    if (account !== `${id}:${address}` || !isReceiver(goods, address))
      throw new CallRefusal(`The exchange cannot send to ${account}`)
    return address
  }

  const open = (params: { exchangeId: string; asset: string; amount: string; recipient: string }) => {
    const { market, goods } = goodsOf(params.asset)
    const amount = parsePlainAmount(plainDecimal(params.amount) ?? '', goods.decimals)
    if (amount.is !== 'amount' || amount.value === 0n) throw new CallRefusal(`No amount: ${params.amount}`)
    const exchange = exchangeOf(params.exchangeId)
    const to = receiverOf(params.recipient, market, goods)
    const { id } = desk.open({ exchange, goods, network: market.displayName, value: amount.value, to })
    return { url: `${site.origin}/pay/${id}`, sessionId: id }
  }

  const calls = route(postExchangeRpc, privateResponse, ({ body }) => {
    const answered = { jsonrpc: '2.0' as const, id: body.id }
    try {
      switch (body.method) {
        case 'reown_getExchanges': {
          // All of them stand on the first page.
          const list = exchanges.map(({ id, name }) => ({ id, name }))
          const page = body.params.page === 0 ? list : []
          return { ...answered, result: { exchanges: page, total: list.length } }
        }
        case 'reown_getExchangePayUrl':
          return { ...answered, result: open(body.params) }
        case 'reown_getExchangeBuyStatus':
          return { ...answered, result: statusOf(desk.find(body.params.sessionId)) }
      }
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      return { ...answered, error: { code: invalidParams, message: error.message } }
    }
  })

  return [assets, calls]
}

function statusOf(payment: Payment | undefined) {
  if (!payment) throw new CallRefusal('There is no such payment')
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
