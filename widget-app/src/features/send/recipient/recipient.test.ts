import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { parseAddress } from '#widget/chains/eip155/address.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { type NameProblem, parseRecipient, type Recipient } from './recipient.ts'

const senderAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ethereum = parseChainId('eip155:1')
const facts = { parse: parseAddress, chain: ethereum, from: senderAddress, token }
const address = (isOwn = false): Recipient => ({
  is: 'address',
  address: isOwn ? senderAddress : other,
  isOwn,
})

const hidden: Recipient = { is: 'invalid', why: 'hidden' }
const elsewhere = (prefix: string, chain: string) =>
  ({ is: 'elsewhere', chain: parseChainId(chain), prefix, address: other }) as const

type NameCase = [string, QueryResult<ResolvedName>, Recipient]

describe('parseRecipient', () => {
  it.each<[string, string, Recipient]>([
    ['nothing', '  ', { is: 'empty' }],
    ['an address', other, address()],
    ['an address with spaces around', ` ${other}\n`, address()],
    ['lower case gets its checksum', other.toLowerCase(), address()],
    ['without 0x', other.slice(2), address()],
    ['the own address', senderAddress.toLowerCase(), address(true)],
    ['a wrong checksum', other.replace('B', 'b'), { is: 'invalid', why: 'checksum' }],
    ['too short', other.slice(0, 40), { is: 'invalid', why: 'invalid' }],
    ['words', 'hello', { is: 'invalid', why: 'invalid' }],
    ['the zero address', `0x${'0'.repeat(40)}`, { is: 'invalid', why: 'zero' }],
    ['the token itself', token, { is: 'invalid', why: 'token' }],
    ['a name', 'alice.eth', { is: 'unresolved', name: 'alice.eth', why: 'unsupported' }],
    ['a longer name', 'pay.alice.eth', { is: 'unresolved', name: 'pay.alice.eth', why: 'unsupported' }],
    ['a name in another script', 'алиса.eth', { is: 'unresolved', name: 'алиса.eth', why: 'unsupported' }],
    ['with the short name of its network', `eth:${other}`, address()],
    ['with the id of its network', `eip155:1:${other}`, address()],
    ['in quotes', `“${other}”`, address()],
    ['with a break of words in it', `${other.slice(0, 9)}\u200b${other.slice(9)}`, address()],
    ['with an order of letters in it', `\u202e${other.slice(0, 9)}\u202e${other.slice(9)}`, hidden],
    [
      'a wrong checksum with its network',
      `eth:${other.replace('B', 'b')}`,
      { is: 'invalid', why: 'checksum' },
    ],
    ['the token with its network', `eth:${token}`, { is: 'invalid', why: 'token' }],
    ['of another network', `base:${other}`, elsewhere('base', 'eip155:8453')],
    ['of another network by its id', `eip155:8453:${other}`, elsewhere('eip155:8453', 'eip155:8453')],
    ['of an unknown network', `wan:${other}`, { ...elsewhere('wan', 'eip155:1'), chain: undefined }],
    ['a mail address is no name', 'alice@example.org', { is: 'invalid', why: 'invalid' }],
  ])('%s › is parsed', (_, text, expected) => {
    expect(parseRecipient(text, facts)).toEqual(expected)
  })

  const resolvedTo = (to: string | undefined): ResolvedName => ({
    name: 'alice.eth',
    address: to,
    avatar: undefined,
  })
  const ready = (to: string | undefined): QueryResult<ResolvedName> => ({
    ...{ is: 'ready', stale: false, updatedAt: 0, failure: undefined },
    data: resolvedTo(to),
  })
  const failed = (error: Error): QueryResult<ResolvedName> => ({ is: 'failed', error, retryAt: 0 })
  const unresolved = (why: NameProblem): Recipient => ({ is: 'unresolved', name: 'alice.eth', why })

  it.each<NameCase>([
    ['is looked up', { is: 'loading' }, { is: 'resolving', name: 'alice.eth' }],
    [
      'leads to an address',
      ready(other),
      { is: 'address', address: other, isOwn: false, named: resolvedTo(other) },
    ],
    [
      'of oneself',
      ready(senderAddress),
      { is: 'address', address: senderAddress, isOwn: true, named: resolvedTo(senderAddress) },
    ],
    ['of nobody', ready(undefined), unresolved('nobody')],
    ['that leads to the token', ready(token), { is: 'invalid', why: 'token' }],
    ['that leads to the zero address', ready(`0x${'0'.repeat(40)}`), { is: 'invalid', why: 'zero' }],
    ['that could not be looked up', failed(new Error('Away')), unresolved('failed')],
    ['no name is written like', failed(new WidgetError('name/invalid', '')), unresolved('malformed')],
    ['where nobody knows names', failed(new WidgetError('chain/unsupported', '')), unresolved('unsupported')],
  ])('name that %s › is parsed', (_, named, expected) => {
    expect(parseRecipient(' alice.eth ', { ...facts, named })).toEqual(expected)
  })

  /** From EIP-1191, for chain 30. */
  const rootstock = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'

  it('address › checksum of Rootstock on Ethereum › is one of Rootstock', () => {
    const chain = parseChainId('eip155:30')
    expect(parseRecipient(rootstock, facts)).toEqual({
      ...{ is: 'elsewhere', chain, prefix: 'eip155:30', address: rootstock },
    })
    const plain = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const parsed = { is: 'address', address: plain, isOwn: false }
    for (const text of [rootstock, plain, `rsk:${rootstock}`, rootstock.toLowerCase()])
      expect(parseRecipient(text, { ...facts, chain })).toEqual(parsed)
    const wrong = rootstock.replace('EB', 'Eb')
    for (const one of [facts, { ...facts, chain }])
      expect(parseRecipient(wrong, one)).toEqual({ is: 'invalid', why: 'checksum' })
  })

  it('adapter not loaded › addresses are unchecked, names are still names', () => {
    const withoutAdapter = { ...facts, parse: undefined }
    expect(parseRecipient(other, withoutAdapter)).toEqual({ is: 'unchecked' })
    expect(parseRecipient('alice.eth', withoutAdapter)).toMatchObject({ is: 'unresolved' })
  })
})
