import { formatWhole } from '#shared/amount/format-amount.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { observedValue } from '#widget/domain/orders/order.ts'
import { orderAtom } from '#widget/domain/orders/orders.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { openDepositAtom } from './exchange-page.ts'

/** The formatted amounts and names of a deposit; undefined if the order is unknown. */
export const depositTextsAtom = atomFamily((id: string) =>
  atom((get) => {
    const order = get(orderAtom(id))
    if (!order) return undefined
    const { asset, state, expected, to, at } = order
    const value = observedValue(state)
    const locale = get(localeAtom)
    const amount = (units: bigint) => `${formatWhole(units, asset.decimals, locale)} ${asset.symbol}`
    return {
      ordered: amount(expected),
      value: value === undefined ? undefined : amount(value),
      to,
      network: get(networkAtom(asset.chain))?.name ?? asset.chain,
      time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
    }
  }),
)

/** The pending deposit, for the notice in the form. */
export const pendingDepositAtom = atom((get) => {
  const order = get(openDepositAtom)
  const texts = order && get(depositTextsAtom(order.id))
  return order && texts && { id: order.id, exchange: order.provider.name, amount: texts.ordered }
})

/** The explorer link of a deposit's transaction, once its hash is known. */
export const depositLinkAtom = atomFamily((id: string) =>
  atom((get) => {
    const order = get(orderAtom(id))
    const network = order && get(networkAtom(order.asset.chain))
    const hash = order && 'hash' in order.state ? order.state.hash : undefined
    if (hash === undefined || !network?.explorer) return undefined
    const manifest = get(portsAtom).chains.manifest(namespaceOf(network.id))
    const href = manifest?.explorerTransactionUrl(network, hash)
    return href === undefined ? undefined : { href, name: network.explorer.name }
  }),
)
