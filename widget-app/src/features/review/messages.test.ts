import { describe, expect, it } from 'vitest'
import type { Fact } from '#widget/chains/request-facts.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { factMessages, riskMessages, toneOf } from './messages.ts'

const t = createStore().get(translateAtom)

describe('fact messages', () => {
  it.each([
    ['two endpoints report', {}, 'Send 5 FOO'],
    ['one endpoint reports', { isUnconfirmed: true } as const, 'Send 5 FOO (unverified)'],
  ])('decimals that %s › shows the amount accordingly', (_, source, title) => {
    const contract = `0x${'ba'.repeat(20)}`
    const decoded = { value: 500n, contract, asset: { symbol: 'FOO', decimals: 2, ...source } }
    const facts = { t, locale: 'en', networkName: (chain: string) => chain }
    const fact = { is: 'transfer', from: undefined, to: contract, figure: decoded } as const
    expect(factMessages(fact, { ...facts, bundled: () => undefined }).title).toBe(title)
    const bundled = () => ({ symbol: 'BAR', decimals: 1, name: 'Bar', icon: undefined })
    expect(factMessages(fact, { ...facts, bundled }).title).toBe('Send 50 BAR')
  })

  it('share of a known call › in the format of the locale', () => {
    const share = { label: 'transfer fee', value: '250', unit: 'basis-points' } as const
    const fact: Fact = { is: 'known-call', name: 'TokenExtensions', lines: [share] }
    const context = { t, networkName: (chain: string) => chain, bundled: () => undefined }
    const shown = (locale: string) => factMessages(fact, { ...context, locale }).lines
    expect(shown('en')).toMatchObject([{ label: 'transfer fee', value: '2.5%' }])
    expect(shown('de')).toMatchObject([{ label: 'transfer fee', value: '2,5\u00a0%' }])
  })

  const contract = `0x${'ba'.repeat(20)}`
  const shop = { symbol: 'SHOP', decimals: 0, isUnconfirmed: true } as const
  const approval = (value: bigint, over: Partial<Extract<Fact, { is: 'approval' }>>): Fact => ({
    is: 'approval',
    spender: contract,
    figure: { value, contract, asset: shop },
    isUnlimited: false,
    ...over,
  })
  const transfer = (over: Partial<Extract<Fact, { is: 'transfer' }>>): Fact => ({
    is: 'transfer',
    from: undefined,
    to: contract,
    figure: { value: 42n, contract, asset: shop },
    mayBeCollectible: true,
    ...over,
  })
  const either = { mayBeCollectible: true } as const
  const messages = (fact: Fact) =>
    factMessages(fact, { t, locale: 'en', networkName: (chain) => chain, bundled: () => undefined })

  it.each([
    [undefined, []],
    [40n, ['40 SHOP (unverified)']],
  ])('token passes on %s › arrives line › shown only if it is less', (arrives, shown) => {
    const { lines } = messages(transfer({ mayBeCollectible: undefined, arrives }))
    expect(lines.flatMap(({ label, value }) => (label === 'Arrives, at least' ? [value] : []))).toEqual(shown)
  })

  it.each([
    [undefined, []],
    [45n, ['45 SHOP (unverified)']],
  ])('token takes %s › leaves line › shown only if it is more', (leaves, shown) => {
    const { lines } = messages(transfer({ mayBeCollectible: undefined, leaves }))
    const label = 'Leaves, with the token’s fee'
    expect(lines.flatMap((line) => (line.label === label ? [line.value] : []))).toEqual(shown)
  })

  it.each<[string, Fact, string, boolean]>([
    ['nothing is reported', approval(42n, either), 'Approve taking tokens or an NFT', true],
    ['nothing is reported, of 0', approval(0n, either), 'Approve taking tokens or an NFT', true],
    [
      'a token by one endpoint',
      approval(42n, { ...either, reportedAs: 'amount' }),
      'Approve spending 42 SHOP (unverified)',
      false,
    ],
    [
      '0 of a token by one endpoint',
      approval(0n, { ...either, reportedAs: 'amount' }),
      'Approve taking tokens or an NFT',
      true,
    ],
    [
      'a collection by one endpoint',
      approval(0n, { ...either, reportedAs: 'collectible' }),
      'Approve taking collectible #0',
      false,
    ],
    ['a collection by both', approval(1n, { collectible: 42n }), 'Approve taking collectible #42', false],
    [
      'taken back from a collection',
      approval(0n, { collectible: 42n }),
      'Revoke the approval for collectible #42',
      false,
    ],
    ['a transfer, nothing is reported', transfer({}), 'Send tokens or an NFT', true],
    [
      'a transfer of another account',
      transfer({ from: contract }),
      'Take tokens or an NFT from another account',
      true,
    ],
    ['a transfer of a token', transfer({ reportedAs: 'amount' }), 'Send 42 SHOP (unverified)', false],
    ['a transfer of a collection', transfer({ reportedAs: 'collectible' }), 'Send collectible #42', false],
  ])('contract on no list › %s › shows an amount only if it is one', (_case, fact, title, isEither) => {
    expect(messages(fact).title).toBe(title)
    const line = { label: 'Amount or NFT id', look: 'text' }
    const expectedLine = expect.objectContaining(line)
    if (isEither) expect(messages(fact).lines).toContainEqual(expectedLine)
    else expect(messages(fact).lines).not.toContainEqual(expectedLine)
  })

  it('contract creation with native currency › shows the amount', () => {
    const asset = { symbol: 'ETH', decimals: 18 }
    const create = (decoded: Extract<Fact, { is: 'unknown-call' }>['figure']) =>
      messages({
        is: 'unknown-call',
        to: undefined,
        selector: undefined,
        figure: decoded,
        mayTake: 'unproven',
      })
    expect(create({ value: 5n * 10n ** 18n, contract: undefined, asset })).toMatchObject({
      title: 'Create a contract',
      lines: [{ label: 'Amount', value: '5 ETH' }],
    })
    expect(create(undefined).lines).toEqual([])
  })

  it('typed data without a chain › valid on every network', () => {
    const typed: Fact = {
      is: 'typed-data',
      name: 'Shop',
      chain: undefined,
      contract,
      primaryType: 'Order',
      lines: [],
      purpose: 'order',
      isImpostor: false,
    }
    expect(messages(typed).lines).toContainEqual(
      expect.objectContaining({ label: 'Valid on', value: 'Every network' }),
    )
  })

  it('session policies › shows each in full with an error-toned risk', () => {
    const { lines } = factMessages(
      {
        is: 'session',
        expiry: 1_900_000_000n,
        keys: [],
        permissions: [],
        policies: [
          { label: 'call-limit', value: '{"count":20}' },
          { label: 'gas-limit', value: '"0x5"' },
        ],
      },
      { t, locale: 'en', networkName: (chain) => chain, bundled: () => undefined },
    )
    expect(lines.slice(1)).toMatchObject([
      { label: 'Policy “call-limit”', value: '{"count":20}', look: 'code' },
      { label: 'Policy “gas-limit”', value: '"0x5"', look: 'code' },
    ])
    expect(toneOf('session-policy')).toBe('error')
    expect(riskMessages('session-policy', '', t).title).toBe('A policy that can’t be read here')
  })
})
