import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { decodeUtf8Text } from './decode-message.ts'

const host = 'shop.example'
const account = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const header = `${host} wants you to sign in with your Ethereum account:\n${account}\n\n`
const chain = parseChainId('eip155:1')
const isAllowed = (text: string) =>
  isAllowListed({ account, chain, facts: [decodeUtf8Text(text)] }, { host, isBundledToken: () => true })

describe('text', () => {
  it.each([
    ['plain', 'I agree to the terms of the shop.'],
    ['a vote', 'I vote for proposal 12: fund the documentation of my account page.'],
    ['a sign-in to this site', `${header}URI: https://shop.example/login\nVersion: 1`],
    ['a sign-in for a host below it', `${header}URI: https://api.shop.example\nVersion: 1`],
    ['a sign-in without a URI', header],
    ['a short number in hex', '0x5f'],
    ['Arabic with marks of direction', 'مرحبا \u200f(abc)\u200e'],
    ['Hebrew with marks of direction', 'שלום \u200eabc'],
  ])('%s › on the allow list', (_what, text) => {
    expect(isAllowed(text)).toBe(true)
  })

  it.each([
    ['mark of direction in English', 'Pay \u200f100'],
    ['override in Arabic', 'مرحبا \u202eabc'],
    ['blank that is a letter', 'Pay\u2800100'],
    ['annotation', 'Pay \ufff9100\ufffb'],
    ['soft hyphen', 'shop\u00ad.example'],
  ])('R3 › %s › disguised', (_what, text) => {
    expect(decodeUtf8Text(text)).toMatchObject({ isDisguised: true })
    expect(isAllowed(text)).toBe(false)
  })

  it.each([
    ['64 hex digits', 'a1'.repeat(32)],
    ['64 hex digits with 0x and space', ` 0x${'A1'.repeat(32)}\n`],
  ])('R3 › %s › blind, as a hash', (_what, text) => {
    expect(decodeUtf8Text(text)).toEqual({ is: 'blind', why: 'hash', bytes: text.trim() })
    expect(isAllowed(text)).toBe(false)
  })

  it.each([
    ['key of a session as subject', `${header}URI: did:key:z6MkExample\nVersion: 1`, 'sign-in-rights'],
    ['another host as subject', `${header}URI: https://evil.example\nVersion: 1`, 'sign-in-rights'],
    ['host that only ends alike', `${header}URI: https://myshop.example\nVersion: 1`, 'sign-in-rights'],
    [
      'capabilities (EIP-5573)',
      `${header}URI: https://shop.example\nResources:\n- urn:recap:eyJhdHQiOnt9fQ`,
      'sign-in-rights',
    ],
    [
      'words of a sign-in to another site in its statement',
      `${header}bank.example wants you to sign in with your Ethereum account: 0x12\nURI: https://shop.example`,
      'sign-in-imitation',
    ],
    [
      'two spaces in the header',
      'evil.example  wants you to  sign in with your Ethereum account:',
      'sign-in-imitation',
    ],
    [
      'line break in the header',
      'evil.example\nwants you to sign in with your Ethereum account:',
      'sign-in-imitation',
    ],
    [
      'long prefix before the header',
      `${'a'.repeat(256)} wants you to sign in with your Ethereum account:`,
      'sign-in-imitation',
    ],
    [
      'header below other text',
      'Hello\n\nevil.example wants you to sign in with your Ethereum account:',
      'sign-in-imitation',
    ],
    [
      'key of zkSync',
      'Access zkSync account.\n\nOnly sign this message for a trusted client!',
      'key-message',
    ],
    [
      'key of Loopring',
      'Sign this message to access Loopring Exchange: 0x0 with key nonce: 0',
      'key-message',
    ],
    ['key of Immutable X', 'Only sign this key linking request from Immutable X', 'key-message'],
    ['key of a shielded account', 'Sign to generate your RAILGUN spending key', 'key-message'],
  ])('R3 › %s › reviewed, with its risk', (_what, text, doubt) => {
    expect(decodeUtf8Text(text)).toMatchObject({ doubt })
    expect(isAllowed(text)).toBe(false)
  })
})
