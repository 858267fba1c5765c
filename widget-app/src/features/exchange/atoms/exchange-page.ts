import { plainAmount } from '#shared/amount/format-amount.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { assetIdOf } from '#shared/caip/asset-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { exchangePageDelayMs, exchangePageLifetimeMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { readAssetBalance } from '#widget/domain/orders/read-asset-balance.ts'
import { sleep } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { createExchangePage, type Exchange } from '../exchange-api.ts'
import { depositAssetAtom } from './deposit-asset.ts'
import { depositNetworkAtom, recipientConnectionAtom, startedCountAtom } from './draft.ts'
import { exchangeAtom } from './exchange-list.ts'
import { amountAtom, problemAtom } from './form.ts'

/** A deposit: an amount of an asset, from an exchange, to an account. */
export type Deposit = AssetAmount & { readonly exchange: Exchange; readonly to: string }

/** The deposit of the form, once it is complete. */
export const depositAtom = atom((get): Deposit | undefined => {
  const [exchange, deposit, amount] = [get(exchangeAtom), get(depositAssetAtom), get(amountAtom)]
  const to = get(recipientConnectionAtom)?.accounts[0]
  if (get(problemAtom) !== undefined || !exchange || to === undefined) return undefined
  if (deposit.is !== 'ready') return undefined
  return amount.is === 'amount' ? { exchange, asset: deposit.asset, value: amount.value, to } : undefined
})

/** The exchange's page for one deposit; `before` is the account's balance of the asset at that time, if it could be read. */
type DepositPage = {
  readonly url: string
  readonly session: string
  readonly before: bigint | undefined
  /** Epoch milliseconds of the clock port. */
  readonly at: number
}

/**
 * The exchange's page for the deposit in the form, fetched in advance, because a popup has to open synchronously in the
 * click. Refetched after every change, half a second after the last input, and after each order. Write to it to refetch.
 */
export const depositPageAtom = queryAtom<DepositPage>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const deposit = get(depositAtom)
  const network = get(depositNetworkAtom)
  const { asset, to, value, exchange } = deposit ?? {}
  return {
    key: [
      'exchange-page',
      exchange?.id,
      asset?.chain,
      asset?.address,
      value?.toString(),
      to,
      get(startedCountAtom),
    ],
    staleTimeMs: exchangePageLifetimeMs,
    // Do not create a second page at the exchange while the first is pending.
    overdueAfterMs: Number.POSITIVE_INFINITY,
    enabled: deposit !== undefined,
    load: async (signal) => {
      if (!deposit || !network) throw new Error('A page was asked for without its deposit')
      await sleep(ports.clock, exchangePageDelayMs, signal)
      const { asset, to, value, exchange } = deposit
      const assetId = assetIdOf(asset.chain, asset.address)
      if (assetId === undefined) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
      const recipient = accountId(asset.chain, to)
      const amount = plainAmount(value, asset.decimals)
      const exchangePorts = { ports, api, signal }
      const adapter = await ports.chains.adapter(namespaceOf(asset.chain))
      const [page, before] = await Promise.all([
        createExchangePage(exchangePorts, { exchangeId: exchange.id, asset: assetId, amount, recipient }),
        // Needed only for an exchange that reports no transaction. Undefined if it cannot be read.
        readAssetBalance(adapter, to, asset, network).catch(() => undefined),
      ])
      return { url: page.url, session: page.sessionId, before, at: ports.clock.now() }
    },
  }
})

/** True if the page can still be opened. */
export const isFreshPage = ({ at }: Pick<DepositPage, 'at'>, now: number): boolean =>
  now - at < exchangePageLifetimeMs

/** A deposit to this account that has not ended. The form shows it before another one starts. */
export const openDepositAtom = atom((get): Order | undefined => {
  const to = get(recipientConnectionAtom)?.accounts[0]
  return get(ordersAtom).find((order) => order.kind === 'exchange' && order.to === to && isOpenOrder(order))
})
