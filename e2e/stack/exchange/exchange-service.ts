import { randomUUID } from 'node:crypto'
import { parseUnits } from 'viem'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'
import { createTransferAsset, type TransferAsset } from '../sold-assets/transfer-asset.ts'

/** The exchanges of the local world: one site, two names. The strict one isolates its pages from their opener. */
export const exchanges = [
  { id: 'reown_test', name: 'Test Exchange', isStrict: false },
  { id: 'strict', name: 'Strict Exchange', isStrict: true },
] as const
export type Exchange = (typeof exchanges)[number]

/** Initial balances of each customer, in whole units. */
const initialUnits: Readonly<Record<string, string>> = { ETH: '2', SOL: '50', USDC: '1000', DAI: '1000' }

/** State of a payment. `checked`: the exchange reviews it before sending; `sending`: the transaction is being sent. */
export type PaymentState =
  | { readonly is: 'asked' }
  | { readonly is: 'checked' }
  | { readonly is: 'sending' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'declined' }

export type Payment = {
  readonly id: string
  readonly exchange: Exchange
  readonly asset: SoldAsset
  /** Name of the asset's chain. */
  readonly network: string
  /** Base units. */
  readonly value: bigint
  readonly to: string
  /** The signed-in customer. */
  customer: string | undefined
  state: PaymentState
}

/** Creates the exchange: payments and customers' balances, in memory. */
export function createExchangeService(deliver: TransferAsset = createTransferAsset('exchange')) {
  const payments = new Map<string, Payment>()
  const balances = new Map<string, bigint>()
  const balanceKey = (customer: string, { symbol }: SoldAsset) => `${customer} ${symbol}`

  const balanceOf = (customer: string, asset: SoldAsset): bigint =>
    balances.get(balanceKey(customer, asset)) ?? parseUnits(initialUnits[asset.symbol] ?? '0', asset.decimals)

  const isCovered = ({ customer, asset, value }: Payment): boolean =>
    customer !== undefined && balanceOf(customer, asset) >= value

  async function send(payment: Payment): Promise<void> {
    const { asset, to, value } = payment
    payment.state = { is: 'sending' }
    payment.state = { is: 'sent', hash: await deliver(asset, to, value) }
  }

  return {
    open(request: Pick<Payment, 'exchange' | 'asset' | 'network' | 'value' | 'to'>): Payment {
      const payment: Payment = { ...request, id: randomUUID(), customer: undefined, state: { is: 'asked' } }
      payments.set(payment.id, payment)
      return payment
    },
    find: (id: string): Payment | undefined => payments.get(id),
    balanceOf,
    isCovered,
    signIn(payment: Payment, customer: string): void {
      if (payment.state.is === 'asked') payment.customer = customer
    },
    /** Debits the customer and sends the amount. A name that begins with "slow" is reviewed first. */
    async confirm(payment: Payment): Promise<void> {
      const { customer, asset, value } = payment
      if (payment.state.is !== 'asked' || customer === undefined || !isCovered(payment)) return
      balances.set(balanceKey(customer, asset), balanceOf(customer, asset) - value)
      if (customer.startsWith('slow')) payment.state = { is: 'checked' }
      else await send(payment)
    },
    /** Ends the review and sends the amount. */
    async release(payment: Payment): Promise<void> {
      if (payment.state.is === 'checked') await send(payment)
    },
    decline(payment: Payment): void {
      if (payment.state.is === 'asked') payment.state = { is: 'declined' }
    },
  }
}
export type ExchangeService = ReturnType<typeof createExchangeService>
