import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { isAllowListed } from './allow-list.ts'

const chain = parseChainId('eip155:1')
const bundled = '0x00000000000000000000000000000000000000aa'
const unlisted = '0x00000000000000000000000000000000000000bb'
const isListed = (facts: readonly Fact[]) =>
  isAllowListed(
    { account: alice, chain, facts },
    {
      host: 'shop.example',
      isBundledToken: (where, contract) => where === chain && contract === bundled,
    },
  )

const transfer = {
  ...({ is: 'transfer', from: undefined, to: bob } as const),
  figure: { value: 5n, contract: undefined },
} satisfies Fact
const text = { text: 'Hello', isDisguised: false } as const
const message: Fact = { is: 'message', ...text }
const signIn: Fact = { is: 'sign-in', domain: 'shop.example', ...text }
const network: Fact = {
  ...({ is: 'network', chain, name: 'Ethereum', symbol: 'ETH', decimals: 18, isOwn: true } as const),
  nodes: ['https://node.example'],
  explorers: [],
}
const listing: Fact = { is: 'listing', standard: 'ERC20', contract: bundled, isListed: true }

describe('isAllowListed', () => {
  it.each<[string, readonly Fact[], boolean]>([
    ['a message', [message], true],
    ['a disguised message', [{ ...message, isDisguised: true }], false],
    ['a message of a doubtful kind', [{ ...message, doubt: 'encoded' }], false],
    ['a sign-in here', [signIn], true],
    ['a sign-in elsewhere', [{ ...signIn, domain: 'bank.example' }], false],
    ['a disguised sign-in', [{ ...signIn, isDisguised: true }], false],
    ['a sign-in that hands out rights', [{ ...signIn, doubt: 'sign-in-rights' }], false],
    ['coins', [transfer], true],
    ['a bundled token', [{ ...transfer, figure: { value: 5n, contract: bundled } }], true],
    ['an unlisted token', [{ ...transfer, figure: { value: 5n, contract: unlisted } }], false],
    ['coins of another account', [{ ...transfer, from: bob }], false],
    ['coins to another chain', [{ ...transfer, beyond: { is: 'relay' } }], false],
    ['a network as the widget knows it', [network], true],
    ['a network of the site', [{ ...network, isOwn: false }], false],
    ['a listed token to show', [listing], true],
    ['an unlisted token to show', [{ ...listing, isListed: false }], false],
    ['a known call', [{ is: 'known-call', name: 'withdraw', lines: [] }], false],
    ['coins inside a batch', [{ is: 'batch', facts: [transfer] }], false],
    ['two transfers', [transfer, transfer], false],
    [
      'coins and a call with the name of a term',
      [transfer, { is: 'known-call', name: 'fee', lines: [] }],
      false,
    ],
    ['nothing', [], false],
    ['a term alone', [{ is: 'term', name: 'fee' }], false],
  ])('%s › on the list or not', (_name, facts, listed) => {
    expect(isListed(facts)).toBe(listed)
  })

  it.each<[TermName, boolean]>([
    ['fee', true],
    ['gas-limit', true],
    ['transaction-type', true],
    ['unsent-soon', true],
    ['fee-high', false],
    ['gas-high', false],
    ['nonce', false],
    ['access-list', false],
    ['trailing-data', false],
    ['unsent', false],
    ['unknown-blockhash', false],
    ['lookup-table', false],
    ['other-signer', false],
    ['immortal', false],
    ['long-era', false],
    ['tip', false],
    ['fee-asset', false],
    ['metadata-hash', false],
    ['extension', false],
    ['capability', false],
    ['unconfirmed-runtime', false],
  ])('native amount with the term %s › on the list: %s', (name, listed) => {
    expect(isListed([transfer, { is: 'term', name }])).toBe(listed)
  })
})
