import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '../caip/chain-id.ts'
import type { SignInMessage } from '../channel/records/sign-in-session.ts'
import { signInText } from './format-message.ts'
import { domainOf, uriWithin } from './host-domain.ts'
import { parseSignInText, signInDomain } from './parse-message.ts'
import { invalidFields } from './validate-message.ts'
import { isWithinValidity } from './validity.ts'

const eip4361: SignInMessage = {
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  chainId: parseChainId('eip155:1'),
  domain: 'example.com',
  uri: 'https://example.com/login',
  version: '1',
  nonce: '32891756',
  statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
  issuedAt: '2021-09-30T16:25:24Z',
  resources: [
    'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    'https://example.com/my-web2-claim.json',
  ],
}
const { statement: _, ...silent } = eip4361

/** The example of EIP-4361, and its variants with a port and with a scheme. */
const eipText = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`

const solana: SignInMessage = {
  accountAddress: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  chainId: parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  domain: 'shop.example:8443',
  uri: 'https://shop.example:8443',
  version: '1',
  nonce: 'a1b2c3d4e5f60718',
  statement: 'Nur wer „Ja“ sagt',
  issuedAt: '2026-01-02T03:04:05.678Z',
  expirationTime: '2026-01-09T03:04:05.678Z',
  notBefore: '2026-01-02T03:04:05.000Z',
  requestId: 'order-7',
}

const polkadot: SignInMessage = {
  ...solana,
  accountAddress: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  chainId: parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
  version: '1.0.0',
  resources: ['https://shop.example/terms'],
}

const solanaText = `shop.example:8443 wants you to sign in with your Solana account:
4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T

Nur wer „Ja“ sagt

URI: https://shop.example:8443
Version: 1
Chain ID: solana:mainnet
Nonce: a1b2c3d4e5f60718
Issued At: 2026-01-02T03:04:05.678Z
Expiration Time: 2026-01-09T03:04:05.678Z
Not Before: 2026-01-02T03:04:05.000Z
Request ID: order-7`

const polkadotText = solanaText
  .replace('Solana', 'Substrate')
  .replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', polkadot.accountAddress)
  .replace('Version: 1\n', 'Version: 1.0.0\n')
  .replace('solana:mainnet', polkadot.chainId)
  .concat('\nResources:\n- https://shop.example/terms')

describe('sign-in text', () => {
  it.each([
    ['the example of EIP-4361', eip4361, eipText],
    [
      'EIP-4361 without a statement keeps its line',
      silent,
      eipText.replace(/I accept.*\n\n/, '').replace('\n\nURI', '\n\n\nURI'),
    ],
    ['Sign-In With Solana', solana, solanaText],
    [
      'Solana without a statement has one blank line',
      { ...solana, statement: undefined },
      solanaText.replace(/Nur.*\n\n/, ''),
    ],
    ['Sign in with Substrate', polkadot, polkadotText],
  ])('%s › formatted and parsed › same message', (_name, message, text) => {
    expect(signInText(message)).toBe(text)
    expect(parseSignInText(text)).toEqual(JSON.parse(JSON.stringify(message)))
  })

  it('scheme before the domain (EIP-4361) › parsed', () => {
    expect(parseSignInText(`https://${eipText}`)).toEqual(eip4361)
  })

  it('Solana chain › custom one by CAIP-2 id, clusters by short name', () => {
    const chainId = parseChainId('solana:11111111111111111111111111111111')
    expect(parseSignInText(signInText({ ...solana, chainId }))?.chainId).toBe(chainId)
    expect(signInText({ ...solana, chainId })).toContain('Chain ID: solana:1111')
  })

  const word = fc.stringMatching(/^[A-Za-z0-9:/?#@!$&'()*+,;=._~-]{1,20}$/)
  const time = fc
    .date({ min: new Date(0), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const anyMessage = fc
    .record(
      {
        which: fc.constantFrom(eip4361, solana, polkadot),
        statement: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
        nonce: fc.stringMatching(/^[A-Za-z0-9]{8,64}$/),
        requestId: fc.stringMatching(/^[A-Za-z0-9.@-]{0,20}$/),
        notBefore: time,
        issuedAt: time,
        resources: fc.array(fc.constantFrom('https://a.example/b?c=d#e', 'urn:recap:eyJ9', 'ipfs://x'), {
          maxLength: 4,
        }),
      },
      { requiredKeys: ['which', 'nonce', 'issuedAt'] },
    )
    .map(({ which, ...over }): SignInMessage => {
      const { accountAddress, chainId, domain, uri, version } = which
      return { accountAddress, chainId, domain, uri, version, ...over }
    })

  it('any valid message › formatted and parsed › same message', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(parseSignInText(signInText(message))).toEqual(message)
      }),
    )
  })

  it('additional text › not a sign-in text', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), fc.stringMatching(/^[\n A-Za-z:-]{1,8}$/), (message, at, added) => {
        const text = signInText(message)
        const position = at % (text.length + 1)
        const changed = text.slice(0, position) + added + text.slice(position)
        const read = parseSignInText(changed)
        expect(read === undefined || signInText(read) === changed).toBe(true)
      }),
    )
  })
})

describe('invalidFields', () => {
  it.each<[string, Partial<SignInMessage>, readonly string[]]>([
    ['nothing', {}, []],
    ['a path in the domain', { domain: 'example.com/login' }, ['domain']],
    ['a user in the domain', { domain: 'bank.com@evil.example' }, ['domain']],
    ['a line break in the domain', { domain: 'a\nb' }, ['domain']],
    ['a host with a port', { domain: '[::1]:3000' }, []],
    ['a nonce of seven', { nonce: '1234567' }, ['nonce']],
    ['a nonce with a dash', { nonce: '1234-5678' }, ['nonce']],
    ['a statement of two lines', { statement: 'a\nURI: https://evil.example' }, ['statement']],
    ['a statement beyond the grammar of the EIP', { statement: 'Ja „bitte“' }, ['statement']],
    ['a resource that is none', { resources: ['no uri'] }, ['resources']],
    ['a line break in a request id', { requestId: 'a\nb' }, ['requestId']],
    ['no time of issue', { issuedAt: undefined }, ['issuedAt']],
    ['a time that is none', { issuedAt: '2021-13-30T16:25:24Z' }, ['issuedAt']],
    ['a time without zone', { notBefore: '2021-09-30T16:25:24' }, ['notBefore']],
    ['over before it begins', { expirationTime: '2021-09-30T16:25:24Z' }, ['expirationTime']],
    ['another version', { version: '2' }, ['version']],
    ['an address of another ecosystem', { accountAddress: solana.accountAddress }, ['accountAddress']],
    ['a chain where nobody signs in', { chainId: parseChainId('cosmos:hub-4') }, ['chainId']],
  ])('%s › invalid fields', (_name, over, fields) => {
    expect(invalidFields({ ...eip4361, ...over })).toEqual(fields)
  })

  it('invalid message › not formatted', () => {
    expect(() => signInText({ ...eip4361, nonce: '1' })).toThrow(
      expect.objectContaining({ code: 'siwx/invalid-message', data: { fields: ['nonce'] } }),
    )
  })
})

describe('domain, URI and validity', () => {
  it.each([
    ['https://shop.example', undefined, 'https://shop.example'],
    ['https://shop.example', 'https://shop.example/login', 'https://shop.example/login'],
    ['https://shop.example', 'https://bank.example/login', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example@evil.example/', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example:444/', 'https://shop.example'],
    ['https://shop.example', 'javascript:alert(1)', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example/a b', 'https://shop.example'],
  ])('at %s › requested URI %s › %s', (origin, requested, uri) => {
    expect(uriWithin(origin, requested)).toBe(uri)
  })

  it('origin with a port › domain includes it', () => {
    expect(domainOf('https://shop.example:8443')).toBe('shop.example:8443')
    expect(domainOf('https://shop.example')).toBe('shop.example')
  })

  it.each([
    ['before', '2026-01-02T03:04:04.999Z', false],
    ['at its beginning', '2026-01-02T03:04:05.000Z', true],
    ['in its last moment', '2026-01-09T03:04:05.677Z', true],
    ['at its end', '2026-01-09T03:04:05.678Z', false],
  ])('%s › valid or not', (_name, now, isValid) => {
    expect(isWithinValidity(solana, Date.parse(now))).toBe(isValid)
  })

  it.each([
    [eipText, 'example.com'],
    [`\r\n  https://bank.example wants you to sign in with your Foo account:\r\nx`, 'bank.example'],
    ['Hello', undefined],
  ])('sign-in text › domain extracted: %s', (text, domain) => {
    expect(signInDomain(text)).toBe(domain)
  })
})
