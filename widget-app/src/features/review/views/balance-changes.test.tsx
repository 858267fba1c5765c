import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { factsOf, removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const fake = '0xBadBadBadBadBadBadBadBadBadBadBadBadBad0'
const spender = '0x00000000009726632680FB29d3F7A9734E3010E2'
const asset = { symbol: 'USDC', decimals: 6 }
const real = (value: bigint): DecodedAmount => ({ value, contract: usdc, asset })
const forged = (value: bigint, contract = fake): DecodedAmount => ({ value, contract, asset })
const runs = (
  amounts: readonly DecodedAmount[],
  over: Partial<Extract<Simulation, { is: 'runs' }>> = {},
): Simulation => ({
  is: 'runs',
  changes: amounts.map((decoded) => ({ figure: decoded })),
  fee: 1n,
  grants: [],
  isPartial: false,
  ...over,
})
const changes = () => screen.getByRole('region', { name: 'Balance changes' })
const rows = () => [...changes().querySelectorAll('dl > *')].map(textOf)

describe('balance changes of a review', () => {
  it('R8 › fake USDC arrives › shows its address and “Unverified”', async () => {
    await showReview('swap', { simulation: runs([real(-150_000_000n), forged(5_000_000_000n)]) })
    expect(rows()).toEqual(['USDC−150', expect.stringMatching(/^USDC.*0xBadB…adBad0.*Unverified.*\+5,000$/)])
  })

  it('R8 › fake USDC arrives › does not show the real icon', async () => {
    await showReview('swap', { simulation: runs([real(-1n), forged(5n)]) })
    const icons = [...changes().querySelectorAll('dl > *')].map(
      (row) => row.querySelector('img')?.getAttribute('src') ?? null,
    )
    expect(icons).toEqual(['/tokens/usdc.svg', null])
  })

  it('R8 › click on an unverified token’s address › shows it in full', async () => {
    await showReview('swap', { simulation: runs([forged(5n)]) })
    expect(textOf(changes())).not.toContain(fake)
    fireEvent.click(screen.getByRole('button', { name: /, Show the whole address$/ }))
    expect(textOf(changes()).replaceAll(' ', '')).toContain(fake)
    expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy()
  })

  it('R8 › misreported symbol and decimals of a bundled token › uses the list', async () => {
    await showReview('swap', {
      simulation: runs([{ value: -150_000_000n, contract: usdc, asset: { symbol: 'SAFE', decimals: 18 } }]),
    })
    expect(rows()).toEqual(['USDC−150'])
  })

  it('decimals from one endpoint › marks losses and grants “Unverified” too', async () => {
    const asset = { symbol: 'FOO', decimals: 2, isUnconfirmed: true } as const
    const decoded = { value: -500n, contract: fake, asset }
    const approval = {
      is: 'approval',
      figure: { ...decoded, value: 700n },
      spender,
      isUnlimited: false,
    } as const
    const simulation = runs([decoded, real(-1_000_000n)], { grants: [approval] })
    await showReview('swap', { simulation })
    expect(rows()).toEqual([
      expect.stringMatching(/^FOO.*Unverified.*−5$/),
      'USDC−1',
      expect.stringMatching(/^FOO.*Unverified.*7$/),
    ])
  })

  it('any order of changes › losses come before gains', async () => {
    await showReview('swap', { simulation: runs([forged(5n), real(-150_000_000n)]) })
    expect(rows()[0]).toBe('USDC−150')
  })

  it('R8 › partial simulation › states it, without “No balance changes”', async () => {
    await showReview('swap', { simulation: runs([], { isPartial: true }) })
    expect(textOf(changes())).toContain('Part of this could not be simulated')
    expect(textOf(changes())).not.toContain('No balance changes')
  })

  it('R8 › approval granted inside the simulation › is shown as a change', async () => {
    const grant: Fact = { is: 'approval', spender, figure: real(2n ** 256n - 1n), isUnlimited: true }
    await showReview('swap', { simulation: runs([real(-1_000_000n)], { grants: [grant] }) })
    expect(rows()[1]).toMatch(/^USDC.*Spending approval.*0x0000…3010E2.*Unlimited$/)
    expect(textOf(changes())).not.toContain('No balance changes')
  })

  it('approval of one NFT granted inside › shows its id, no base units', async () => {
    const decoded = { value: 1n, contract: fake }
    const grant = { is: 'approval', figure: decoded, spender, isUnlimited: false, collectible: 5n } as const
    await showReview('swap', { simulation: runs([], { grants: [grant] }) })
    expect(rows()).toEqual([expect.stringMatching(/^#5Spending approval.*1$/)])
    expect(textOf(changes())).not.toMatch(/base units|Unknown token/)
  })

  it('R8 › operator and authority granted inside › shows both', async () => {
    const grants: readonly Fact[] = [
      { is: 'approval-for-all', operator: spender, collection: fake, isGranted: true },
      { is: 'authority', name: 'enableModule', right: 'account', to: spender },
    ]
    await showReview('swap', { simulation: runs([], { grants }) })
    expect(rows()).toEqual([
      expect.stringMatching(/^Whole collection/),
      expect.stringMatching(/^Act as your account/),
    ])
  })

  it('R13 › hundreds of airdrops › collapsed with a count, shown on click', async () => {
    const dust = Array.from({ length: 300 }, (_, at) => forged(1n, `0x${String(at).padStart(40, '0')}`))
    await showReview('swap', { simulation: runs([...dust, real(-150_000_000n)]) })
    expect(rows()[0]).toBe('USDC−150')
    expect(rows()).toHaveLength(6)
    fireEvent.click(screen.getByRole('button', { name: '295 more' }))
    expect(rows()).toHaveLength(301)
  })

  it('R13 › many tokens leave › none is collapsed', async () => {
    const losses = Array.from({ length: 20 }, (_, at) => forged(-1n, `0x${String(at).padStart(40, '0')}`))
    await showReview('swap', { simulation: runs([...losses, forged(1n)]) })
    expect(rows().filter((row) => row.includes('−'))).toHaveLength(20)
  })

  it.each([
    ['simulating', 'Simulating…'],
    ['not simulated', 'Not simulated'],
    ['will fail', 'This will fail'],
  ])('%s › shows its state: %s', async (state, text) => {
    await showReview(state)
    expect(textOf(changes())).toContain(text)
  })

  it('simulation ends › has as many rows as were reserved', async () => {
    const shown = await showReview('simulating')
    const reserved = changes().querySelectorAll('[data-reserved]').length
    shown.change({ simulation: runs([real(-1n), forged(1n)]) })
    expect(reserved).toBe(2)
    expect(rows()).toHaveLength(reserved)
  })

  it('signature without a transaction › has no balance section', async () => {
    await showReview('message')
    expect(screen.queryByRole('region', { name: 'Balance changes' })).toBeNull()
    expect(factsOf('Network fee')).toEqual(['Free'])
  })

  it.each([
    ['known', 0n, '0.0005 ETH'],
    ['unknown', 'unknown', '≥ 0.0005 ETH'],
  ] as const)('data fee of a rollup %s › network fee %#', async (_, dataFee, expected) => {
    await showReview('swap', { simulation: runs([], { fee: 5n * 10n ** 14n, dataFee }) })
    expect(factsOf('Network fee')).toEqual([expected])
  })
})
