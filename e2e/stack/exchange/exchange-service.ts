import { randomUUID } from 'node:crypto'
import { parseUnits } from 'viem'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'
import { type TransferAsset, transferFrom } from '../sold-assets/transfer-asset.ts'

/** The exchanges of the local world: one site, two names. The strict one cuts its pages off from who opened them. */
export const exchanges = [
  { id: 'reown_test', name: 'Test Exchange', isStrict: false },
  { id: 'strict', name: 'Strict Exchange', isStrict: true },
] as const
export type Exchange = (typeof exchanges)[number]

/** What everybody has there to begin with, in whole units. */
const startingUnits: Readonly<Record<string, string>> = { ETH: '2', SOL: '50', USDC: '1000', DAI: '1000' }

/** Where a payment stands. `checked`: the exchange looks at it before it sends; `sending`: on its way to the chain. */
export type PaymentState =
  | { readonly is: 'asked' }
  | { readonly is: 'checked' }
  | { readonly is: 'sending' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'declined' }

export type Payment = {
  readonly id: string
  readonly exchange: Exchange
  readonly goods: SoldAsset
  /** The name of their chain. */
  readonly network: string
  /** Base units. */
  readonly value: bigint
  readonly to: string
  /** Who has signed in. */
  person: string | undefined
  state: PaymentState
}

/** Payments and people's balances at the exchange, in memory. */
export function createExchangeService(deliver: TransferAsset = transferFrom('exchange')) {
  const payments = new Map<string, Payment>()
  const balances = new Map<string, bigint>()
  const keyOf = (person: string, { symbol }: SoldAsset) => `${person} ${symbol}`

  const balanceOf = (person: string, goods: SoldAsset): bigint =>
    balances.get(keyOf(person, goods)) ?? parseUnits(startingUnits[goods.symbol] ?? '0', goods.decimals)

  const isCovered = ({ person, goods, value }: Payment): boolean =>
    person !== undefined && balanceOf(person, goods) >= value

  async function send(payment: Payment): Promise<void> {
    const { goods, to, value } = payment
    payment.state = { is: 'sending' }
    payment.state = { is: 'sent', hash: await deliver(goods, to, value) }
  }

  return {
    open(asked: Pick<Payment, 'exchange' | 'goods' | 'network' | 'value' | 'to'>): Payment {
      const payment: Payment = { ...asked, id: randomUUID(), person: undefined, state: { is: 'asked' } }
      payments.set(payment.id, payment)
      return payment
    },
    find: (id: string): Payment | undefined => payments.get(id),
    balanceOf,
    isCovered,
    signIn(payment: Payment, person: string): void {
      if (payment.state.is === 'asked') payment.person = person
    },
    /** Takes the amount from the person's balance and sends it. Whoever's name begins with "slow" is checked first. */
    async confirm(payment: Payment): Promise<void> {
      const { person, goods, value } = payment
      if (payment.state.is !== 'asked' || person === undefined || !isCovered(payment)) return
      balances.set(keyOf(person, goods), balanceOf(person, goods) - value)
      if (person.startsWith('slow')) payment.state = { is: 'checked' }
      else await send(payment)
    },
    /** The check is over. */
    async release(payment: Payment): Promise<void> {
      if (payment.state.is === 'checked') await send(payment)
    },
    decline(payment: Payment): void {
      if (payment.state.is === 'asked') payment.state = { is: 'declined' }
    },
  }
}
export type ExchangeService = ReturnType<typeof createExchangeService>
