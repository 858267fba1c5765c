import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { factsOf, removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const chain = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')
const account = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const thief = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const asset = { symbol: 'USDt', decimals: 6 }

/** Renders the review of what the Polkadot decoder returns for a payload; no facts mean an undecodable payload. */
const show = (...facts: readonly Fact[]) => {
  const description = facts.length === 0 ? undefined : { account, chain, facts }
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  const reading = description ? { is: 'read' as const, description } : { is: 'unreadable' as const }
  const request = { method: 'injectedWeb3:signPayload', params: {} }
  return showReview('swap', { request, decoding: reading, risks, simulation: { is: 'unavailable' } })
}
/** Headings of the facts, without that of the balance changes. */
const headings = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(textOf)
    .filter((text) => text !== 'Balance changes')
const buttons = (footer: Element) => [...footer.querySelectorAll('button')]

describe('facts of a Polkadot review', () => {
  it('R2 › Assets approval below 2^96 that covers the balance › “all your”', async () => {
    const decoded = { value: 2n ** 96n - 1n, contract: 'assets/1984', asset }
    await show({ is: 'approval', spender: thief, figure: decoded, isUnlimited: false, holding: 5_000_000n })
    expect(headings()).toEqual(['Approve spending all your USDt'])
    expect(factsOf('Spender')).toEqual([thief])
    expect(factsOf('Token contract (unverified)')).toEqual(['assets/1984'])
  })

  it('R3 › undecodable payload › states it, and Cancel is primary', async () => {
    const { body, footer } = await show()
    expect(textOf(footer) + textOf(body)).toMatch(/read/)
    const primary = buttons(footer).filter((button) => button.dataset.look === 'primary')
    expect(primary.map(textOf)).toEqual(['Cancel'])
  })

  it('R7 › unknown call with native currency › shows pallet, call and amount', async () => {
    const decoded = { value: 25n * 10n ** 9n, contract: undefined, asset: { symbol: 'DOT', decimals: 10 } }
    await show({
      is: 'unknown-call',
      to: 'contracts',
      selector: 'contracts.call',
      figure: decoded,
      mayTake: true,
    })
    expect(headings()).toEqual(['Unknown call with 2.5 DOT'])
    expect(factsOf('Contract')).toEqual(['contracts'])
    expect(factsOf('Function')).toEqual(['contracts.call'])
  })

  it('R7 › transfer to another chain › shows recipient and chain', async () => {
    const decoded = { value: 7_000_000n, contract: 'assets/1984', asset }
    await show({
      is: 'transfer',
      from: undefined,
      to: thief,
      figure: decoded,
      beyond: { is: 'parachain', id: 2_000 },
    })
    expect(headings()).toEqual(['Send 7 USDt'])
    expect(factsOf('To')).toEqual([thief])
    expect(factsOf('Received on')).toEqual(['Parachain 2000'])
  })
})
