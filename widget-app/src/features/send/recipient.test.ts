import { describe, expect, it } from 'vitest'
import { parseAddress } from '#widget/chains/eip155/address.ts'
import { type Recipient, readRecipient } from './recipient.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const facts = { parse: parseAddress, from: own, token }
const address = (isOwn = false): Recipient => ({ is: 'address', address: isOwn ? own : other, isOwn })

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
    ['a name', 'alice.eth', { is: 'refused', why: 'name' }],
    ['a longer name', 'pay.alice.eth', { is: 'refused', why: 'name' }],
    ['a name in another script', 'алиса.eth', { is: 'refused', why: 'name' }],
    ['a mail address is no name', 'alice@example.org', { is: 'refused', why: 'invalid' }],
  ])('param: %s', (_, text, expected) => {
    expect(readRecipient(text, facts)).toEqual(expected)
  })

  it('behavior: nothing is judged before the adapter is there, except that a name is a name', () => {
    const early = { ...facts, parse: undefined }
    expect(readRecipient(other, early)).toEqual({ is: 'unchecked' })
    expect(readRecipient('alice.eth', early)).toEqual({ is: 'refused', why: 'name' })
  })
})
