import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { FoundName } from '#widget/chains/contract.ts'
import { parseAddress } from '#widget/chains/eip155/address.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { type NameProblem, type Recipient, readRecipient } from './recipient.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const facts = { parse: parseAddress, from: own, token }
const address = (isOwn = false): Recipient => ({ is: 'address', address: isOwn ? own : other, isOwn })

type NameCase = [string, Loaded<FoundName>, Recipient]

describe('readRecipient', () => {
  it.each<[string, string, Recipient]>([
    ['nothing', '  ', { is: 'empty' }],
    ['an address', other, address()],
    ['an address with spaces around', ` ${other}\n`, address()],
    ['lower case gets its checksum', other.toLowerCase(), address()],
    ['without 0x', other.slice(2), address()],
    ['the own address', own.toLowerCase(), address(true)],
    ['a wrong checksum', other.replace('B', 'b'), { is: 'refused', why: 'checksum' }],
    ['too short', other.slice(0, 40), { is: 'refused', why: 'invalid' }],
    ['words', 'hello', { is: 'refused', why: 'invalid' }],
    ['the zero address', `0x${'0'.repeat(40)}`, { is: 'refused', why: 'zero' }],
    ['the token itself', token, { is: 'refused', why: 'token' }],
    ['a name', 'alice.eth', { is: 'unresolved', name: 'alice.eth', why: 'unsupported' }],
    ['a longer name', 'pay.alice.eth', { is: 'unresolved', name: 'pay.alice.eth', why: 'unsupported' }],
    ['a name in another script', 'алиса.eth', { is: 'unresolved', name: 'алиса.eth', why: 'unsupported' }],
    ['a mail address is no name', 'alice@example.org', { is: 'refused', why: 'invalid' }],
  ])('param: %s', (_, text, expected) => {
    expect(readRecipient(text, facts)).toEqual(expected)
  })

  const found = (to: string | undefined): FoundName => ({ name: 'alice.eth', address: to, avatar: undefined })
  const ready = (to: string | undefined): Loaded<FoundName> => ({
    ...{ is: 'ready', stale: false, updatedAt: 0, failure: undefined },
    data: found(to),
  })
  const failed = (error: Error): Loaded<FoundName> => ({ is: 'failed', error, retryAt: 0 })
  const unresolved = (why: NameProblem): Recipient => ({ is: 'unresolved', name: 'alice.eth', why })

  it.each<NameCase>([
    ['is looked up', { is: 'loading' }, { is: 'resolving', name: 'alice.eth' }],
    [
      'leads to an address',
      ready(other),
      { is: 'address', address: other, isOwn: false, named: found(other) },
    ],
    ['of oneself', ready(own), { is: 'address', address: own, isOwn: true, named: found(own) }],
    ['of nobody', ready(undefined), unresolved('nobody')],
    ['that leads to the token', ready(token), { is: 'refused', why: 'token' }],
    ['that leads to the zero address', ready(`0x${'0'.repeat(40)}`), { is: 'refused', why: 'zero' }],
    ['that could not be looked up', failed(new Error('Away')), unresolved('failed')],
    ['no name is written like', failed(new WidgetError('name/invalid', '')), unresolved('malformed')],
    ['where nobody knows names', failed(new WidgetError('chain/unsupported', '')), unresolved('unsupported')],
  ])('param: a name %s', (_, named, expected) => {
    expect(readRecipient(' alice.eth ', { ...facts, named })).toEqual(expected)
  })

  it('behavior: nothing is judged before the adapter is there, except that a name is a name', () => {
    const early = { ...facts, parse: undefined }
    expect(readRecipient(other, early)).toEqual({ is: 'unchecked' })
    expect(readRecipient('alice.eth', early)).toMatchObject({ is: 'unresolved' })
  })
})
