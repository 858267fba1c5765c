import { type Address, getAddress, isAddress } from 'viem'
import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { getExchangeAssets, postExchangeRpc } from '#shared/api/exchange.ts'
import { plainDecimal } from '#shared/api/wire-text.ts'
import { readAssetId } from '#shared/caip/asset-id.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { type Desk, exchanges, type Payment, type SoldAsset } from '../exchange/desk.ts'
import { soldTokens } from '../exchange/vault.ts'
import { type createMount, Refusal } from './mount.ts'

type Mount = ReturnType<typeof createMount>

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

/** The service between widget and exchange: which there are, their pages, and how a payment stands. */
export function mountExchange(
  mount: Mount,
  chains: readonly RunningChain[],
  desk: Desk,
  siteOrigin: string,
): void {
  const served = chains.filter(({ plan }) => plan.configured)
  const caip2 = ({ plan }: RunningChain) => `eip155:${plan.chainId}`

  mount.get(getExchangeAssets, ({ param }) => {
    const exchangeId = exchanges.find(({ id }) => id === param('id'))?.id
    if (exchangeId === undefined) throw new Refusal(404, `There is no exchange ${param('id')}`)
    const list = served.flatMap((chain) => {
      const asset = (address: string, name: string, symbol: string, decimals: number) => ({
        network: caip2(chain),
        asset: address,
        metadata: { name, symbol, decimals, logoURI: `/tokens/${symbol.toLowerCase()}.svg` },
      })
      const tokens = soldTokens.map(({ address, name, symbol, decimals }) =>
        asset(address, name, symbol, decimals),
      )
      return [...tokens, asset('native', 'Ether', 'ETH', 18)]
    })
    return { exchangeId, assets: { eip155: list } }
  })

  function assetOf(id: string): SoldAsset {
    const read = readAssetId(id)
    const chain = served.find((one) => caip2(one) === read?.chain)
    if (!read || !chain) throw new CallRefusal(`The exchange does not have ${id}`)
    if (read.address === undefined) return { chain, token: undefined, symbol: 'ETH', decimals: 18 }
    const token = soldTokens.find(({ address }) => address.toLowerCase() === read.address?.toLowerCase())
    if (!token) throw new CallRefusal(`The exchange does not have ${id}`)
    return { chain, token: token.address, symbol: token.symbol, decimals: token.decimals }
  }

  function recipientOf(account: string, { chain }: SoldAsset): Address {
    const address = account.slice(account.lastIndexOf(':') + 1)
    if (account !== `${caip2(chain)}:${address}` || !isAddress(address, { strict: false }))
      throw new CallRefusal(`The exchange cannot send to ${account}`)
    return getAddress(address)
  }

  const open = (params: { exchangeId: string; asset: string; amount: string; recipient: string }) => {
    const asset = assetOf(params.asset)
    const amount = parsePlainAmount(plainDecimal(params.amount) ?? '', asset.decimals)
    if (amount.is !== 'amount' || amount.value === 0n) throw new CallRefusal(`No amount: ${params.amount}`)
    const exchange = exchangeOf(params.exchangeId)
    const to = recipientOf(params.recipient, asset)
    const { id } = desk.open({ exchange, asset, value: amount.value, to })
    return { url: `${siteOrigin}/pay/${id}`, sessionId: id }
  }

  mount.post(postExchangeRpc, ({ body }) => {
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
