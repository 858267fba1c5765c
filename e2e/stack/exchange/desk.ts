import { randomUUID } from 'node:crypto'
import { type Address, type Hex, parseUnits } from 'viem'
import type { RunningChain } from '../chains/running-chain.ts'
import { createVault } from './vault.ts'

/** The exchanges of the local world: one site, two names. The strict one cuts its pages off from who opened them. */
export const exchanges = [
  { id: 'reown_test', name: 'Test Exchange', isStrict: false },
  { id: 'strict', name: 'Strict Exchange', isStrict: true },
] as const
export type Exchange = (typeof exchanges)[number]

/** What everybody has there to begin with, in whole units. */
const startingUnits: Readonly<Record<string, string>> = { ETH: '2', USDC: '1000', DAI: '1000' }

export type SoldAsset = {
  readonly chain: RunningChain
  readonly token: Address | undefined
  readonly symbol: string
  readonly decimals: number
}

/** Where a payment stands. `checked`: the exchange looks at it before it sends; `sending`: on its way to the chain. */
export type PaymentState =
  | { readonly is: 'asked' }
  | { readonly is: 'checked' }
  | { readonly is: 'sending' }
  | { readonly is: 'sent'; readonly hash: Hex }
  | { readonly is: 'declined' }

export type Payment = {
  readonly id: string
  readonly exchange: Exchange
  readonly asset: SoldAsset
  /** Base units. */
  readonly value: bigint
  readonly to: Address
  /** Who has signed in. */
  person: string | undefined
  state: PaymentState
}

/** Payments and people's balances at the exchange, in memory. */
export function createDesk(chains: readonly RunningChain[]) {
  const payments = new Map<string, Payment>()
  const balances = new Map<string, bigint>()
  const vaults = new Map(chains.map((chain) => [chain, createVault(chain)]))
  const keyOf = (person: string, { symbol }: SoldAsset) => `${person} ${symbol}`

  const balanceOf = (person: string, asset: SoldAsset): bigint =>
    balances.get(keyOf(person, asset)) ?? parseUnits(startingUnits[asset.symbol] ?? '0', asset.decimals)

  const isCovered = ({ person, asset, value }: Payment): boolean =>
    person !== undefined && balanceOf(person, asset) >= value

  async function send(payment: Payment): Promise<void> {
    const { asset, to, value } = payment
    const pay = vaults.get(asset.chain)
    if (!pay) throw new Error('The exchange has no account there')
    payment.state = { is: 'sending' }
    payment.state = { is: 'sent', hash: await pay({ token: asset.token, to, value }) }
  }

  return {
    open(asked: Pick<Payment, 'exchange' | 'asset' | 'value' | 'to'>): Payment {
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
      const { person, asset, value } = payment
      if (payment.state.is !== 'asked' || person === undefined || !isCovered(payment)) return
      balances.set(keyOf(person, asset), balanceOf(person, asset) - value)
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
export type Desk = ReturnType<typeof createDesk>
