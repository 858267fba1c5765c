import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { AuthorityKind, Fact } from '#widget/chains/request-facts.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { factsOf, removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0x00000000009726632680FB29d3F7A9734E3010E2'
const account = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const chain = parseChainId('eip155:1')
const asset = { symbol: 'USDC', decimals: 6 }

/** Renders the review of these facts, with their risks. */
const show = (...facts: readonly Fact[]) => {
  const description = { account, chain, facts }
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  return showReview('swap', {
    decoding: { is: 'read', description },
    risks,
    simulation: { is: 'unavailable' },
  })
}
const approval = (value: bigint, over: Partial<Extract<Fact, { is: 'approval' }>> = {}): Fact => ({
  is: 'approval',
  spender,
  figure: { value, contract: usdc, asset },
  isUnlimited: false,
  ...over,
})
/** Headings of the facts, without that of the balance changes. */
const headings = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(textOf)
    .filter((text) => text !== 'Balance changes')
const typed = (count: number, over: Partial<Extract<Fact, { is: 'typed-data' }>> = {}): Fact => ({
  is: 'typed-data',
  name: 'Seaport',
  chain,
  contract: spender,
  primaryType: 'Order',
  lines: Array.from({ length: count }, (_, at) => ({ label: `decoy${at}`, value: `${at}` })),
  purpose: undefined,
  isImpostor: false,
  ...over,
})

describe('minimum of a swap', () => {
  const pays = { value: 5n, contract: undefined, asset: { symbol: 'ETH', decimals: 18 } }
  const swap: Fact = {
    is: 'swap',
    router: spender,
    pays,
    gets: { value: 9n, contract: usdc, asset },
    to: account,
  }
  const hasMinimumWarning = () => document.body.textContent?.includes('Minimum not checked')

  it('not simulated › warns that the minimum was not checked', async () => {
    await show(swap)
    expect(hasMinimumWarning()).toBe(true)
  })

  it('simulation is running, then brings the asset › shows no warning', async () => {
    const description = { account, chain, facts: [swap] }
    const shown = await showReview('swap', {
      ...{ decoding: { is: 'read', description }, risks: [], simulation: { is: 'running' } },
    })
    expect(hasMinimumWarning()).toBe(false)
    const changes = [{ figure: { value: 10n, contract: usdc, asset } }]
    shown.change({ simulation: { is: 'runs', changes, grants: [], isPartial: false, fee: 1n } })
    expect(hasMinimumWarning()).toBe(false)
  })
})

describe('facts of a review', () => {
  it.each([
    ['more than the account has', 200_000_000n, 'Approve spending all your USDC', '200 USDC (all you have)'],
    ['as much as the account has', 150_000_000n, 'Approve spending all your USDC', '150 USDC (all you have)'],
    ['less than the account has', 149_999_999n, 'Approve spending 149.999999 USDC', '149.999999 USDC'],
  ])('R2 › approval of %s › amount and title', async (_case, value, title, amount) => {
    await show(approval(value, { holding: 150_000_000n }))
    expect(headings()).toEqual([title])
    expect(factsOf('Amount')).toEqual([amount])
  })

  it('R2 › every approval › shows spender, amount, token and end', async () => {
    await show(approval(5_000_000n, { expiry: 1_900_000_000n }))
    expect(factsOf('Spender')).toEqual([spender])
    expect(factsOf('Amount')).toEqual(['5 USDC'])
    expect(factsOf('Token contract')).toEqual([usdc])
    expect(factsOf('Valid until')[0]).toContain('2030')
  })

  it('R2 › approval without an end › lasts until it is revoked', async () => {
    await show(approval(5n, { isUnlimited: true }))
    expect(factsOf('Amount')).toEqual(['Unlimited'])
    expect(factsOf('Valid until')).toEqual(['Until you revoke it'])
  })

  it('R3 › permit of the whole balance › title has “all your”', async () => {
    const decoded = { value: 7n, contract: usdc, asset }
    await show({
      is: 'permit',
      standard: 'EIP-2612',
      spender,
      figure: decoded,
      isUnlimited: false,
      holding: 7n,
      deadline: undefined,
    })
    expect(headings()).toEqual(['Sign an approval to spend all your USDC'])
    expect(factsOf('Valid until')).toEqual(['No end: the signature stays valid'])
  })

  it('R3 › permit for an NFT › names the NFT, not an amount', async () => {
    const decoded = { value: 1n, contract: spender }
    await show({
      is: 'permit',
      standard: 'EIP-4494',
      spender,
      figure: decoded,
      isUnlimited: false,
      collectible: 8520n,
      deadline: 9n,
    })
    expect(headings()).toEqual(['Sign an approval for collectible #8520'])
    expect(factsOf('Amount')).toEqual([])
  })

  it('R8 › approval of a token outside the list › marks its contract', async () => {
    await show(approval(5n, { figure: { value: 5n, contract: spender, asset } }))
    expect(factsOf('Token contract (unverified)')).toEqual([spender])
  })

  it.each<[AuthorityKind, string]>([
    ['operator', 'The holder can move all your tokens of this kind'],
    ['account', 'The holder can do everything your account can'],
    ['limited', 'The holder can do what the proxy type allows without asking you'],
    ['owner', 'The new owner controls it from then on'],
    ['debt', 'The holder can borrow'],
    ['callback', 'The receiver’s code runs with the transfer'],
    ['multisig', 'Your approval counts towards a call'],
    ['recovery', 'The holders can take over your account'],
    ['votes', 'It votes with your tokens and can’t move them'],
  ])('R7 › authority %s › states what its holder can do', async (right, text) => {
    const { body } = await show({ is: 'authority', name: 'x', right, to: spender })
    expect(textOf(body)).toContain(text)
  })

  it.each<[AuthorityKind, string]>([
    ['operator', 'Who gets control'],
    ['votes', 'Who gets the votes'],
    ['rewards', 'Who gets the rewards'],
  ])('R7 › authority %s at a contract › names the holder and the contract', async (right, label) => {
    const contract = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'
    await show({ is: 'authority', name: 'x', right, to: spender, contract })
    expect(factsOf(label)).toEqual([spender])
    expect(factsOf('Contract')).toEqual([contract])
  })

  it('R8 › call that locks native currency › shows the amount and the call', async () => {
    const locked = { value: 25n * 10n ** 9n, contract: undefined, asset: { symbol: 'DOT', decimals: 10 } }
    const { body } = await show({ is: 'known-call', name: 'nominationPools.join', lines: [], locked })
    expect(headings()).toEqual(['Lock 2.5 DOT'])
    expect(factsOf('Function')).toEqual(['nominationPools.join'])
    expect(textOf(body)).not.toContain('Call nominationPools.join')
  })

  it('R13 › forty decoy fields › decoded facts first, ten lines, the rest counted', async () => {
    const { body } = await show(typed(40))
    const terms = [...body.querySelectorAll('dt')].map(textOf)
    expect(terms.indexOf('Contract')).toBeLessThan(terms.indexOf('decoy0'))
    expect(terms.filter((term) => term.startsWith('decoy'))).toHaveLength(7)
    fireEvent.click(screen.getByRole('button', { name: '33 more' }))
    expect([...body.querySelectorAll('dt')].map(textOf)).toContain('decoy39')
  })

  it('R13 › bidi override in the name of typed data › is escaped in the heading', async () => {
    await show(typed(0, { name: 'Sea\u202etrop' }))
    expect(headings()).toEqual(['Sign data for Sea\\u202etrop'])
  })

  it('R13 › labels and values of typed data › escaped and truncated', async () => {
    const lines = [
      { label: 'to\u200b\u202e', value: 'a\u202eb' },
      { label: 'x'.repeat(500), value: '1' },
    ]
    const { body } = await show(typed(0, { lines, name: 'N'.repeat(5_000) }))
    expect(headings()[0]?.length).toBeLessThan(120)
    const labels = [...body.querySelectorAll('dt')].map(textOf)
    expect(labels).toContain('to\\u200b\\u202e')
    expect(labels.every((label) => label.length <= 65)).toBe(true)
    expect(textOf(body)).toContain('a\\u202eb')
  })

  it('R13 › message with hidden characters › writes them out', async () => {
    await show({ is: 'message', text: 'Pay\u202e\nme', isDisguised: true })
    expect(factsOf('Message')).toEqual(['Pay\\u202e me'])
  })

  it('message with joined emoji › is unchanged', async () => {
    await show({ is: 'message', text: 'Hi 👩‍💻', isDisguised: false })
    expect(factsOf('Message')).toEqual(['Hi 👩‍💻'])
  })

  it('terms of the host › collapsed, but open if one is a risk', async () => {
    const fee = { value: 10n ** 15n, contract: undefined, asset: { symbol: 'ETH', decimals: 18 } }
    const harmless: Fact = { is: 'term', name: 'nonce', text: '7' }
    const { body } = await show(approval(5n), harmless, { is: 'term', name: 'fee', figure: fee })
    const summary = () =>
      [...body.querySelectorAll('details')].find((one) => /terms?$/.test(textOf(one.firstElementChild)))
    expect(summary()?.open).toBe(false)
    expect(textOf(summary())).toContain('0.001 ETH')
    expect(headings()).toHaveLength(1)
    cleanup()
    const risky = await show(approval(5n), harmless, { is: 'term', name: 'immortal' })
    expect(risky.body.querySelector<HTMLDetailsElement>('details')?.open).toBe(true)
  })
})

describe('buttons of a review', () => {
  const lookOf = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('data-look')

  it('severe risk › Cancel is primary, with the reason above the buttons', async () => {
    const { footer } = await showReview('authorisation')
    expect(lookOf(/^Cancel/)).toBe('primary')
    expect(lookOf(/^Continue in /)).toBe('danger')
    expect(textOf(footer)).toMatch(/Control of your whole account.*Continue in MetaMask.*Cancel$/)
  })

  it('failing simulation › Cancel is primary', async () => {
    const { footer } = await showReview('will fail')
    expect(lookOf(/^Cancel/)).toBe('primary')
    expect(textOf(footer)).toContain('This will fail')
  })

  it('risk that is not severe › Continue is primary, the risk is above it', async () => {
    const { footer } = await showReview('unlimited approval')
    expect(lookOf(/^Continue in /)).toBe('primary')
    expect(textOf(footer)).toMatch(/^Unlimited approval.*Cancel.*Continue in MetaMask$/)
  })

  it('several risks › shows the most severe and counts the others', async () => {
    const { footer } = await showReview('swap', { risks: ['unlimited-approval', 'high-fee', 'hidden-grant'] })
    expect(textOf(footer)).toMatch(/^It grants a right you weren’t asked for.*2 more/)
  })

  it('no risk › has no line above the buttons', async () => {
    const { footer } = await showReview('swap', { risks: [] })
    expect(textOf(footer)).toBe('CancelContinue in MetaMask')
  })
})

describe('fee that the operator pays', () => {
  it('sponsored › 0 and who pays, also without a simulation', async () => {
    await show({ is: 'term', name: 'sponsored', text: 'Local operator' })
    expect(screen.getByText('0 ETH · paid by Local operator')).toBeTruthy()
    expect(screen.getByText('You pay no network fee, also if the transaction fails.')).toBeTruthy()
  })

  it('sent › states that it is carried out, and asks for nothing', async () => {
    const { change } = await show({ is: 'term', name: 'sponsored', text: 'Local operator' })
    change({ stage: { is: 'asked' } })
    expect(screen.getByText('Carrying out your transaction')).toBeTruthy()
    expect(screen.getByText('Local operator pays the network fee. This can take a minute.')).toBeTruthy()
  })
})
