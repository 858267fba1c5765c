import { buildAuthObject, createEncodedRecap, formatMessage, populateAuthPayload } from '@walletconnect/utils'
import { describe, expect, it } from 'vitest'
import type { SignInTerms } from '../walletconnect-source.ts'
import { approvedBy, decodeCacao, differences } from './cacao.ts'
import { decodeRecap, encodeRecap } from './recap.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const issuer = `did:pkh:eip155:1:${address}`
const signature = `0x${'ab'.repeat(65)}`
const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_watchAsset']
const chains = ['eip155:1', 'eip155:8453']
const requestedAt = Date.parse('2026-01-02T03:04:05.678Z')
const terms: SignInTerms = {
  domain: 'shop.example',
  uri: 'https://shop.example/in',
  nonce: 'a1b2c3d4e5f60718',
  statement: 'I accept the terms',
  resources: ['https://shop.example/terms'],
  expirationTime: '2026-01-09T03:04:05.678Z',
}
const requested = { terms, chains, methods, requestedAt, now: requestedAt + 60_000 }

type Payload = Parameters<typeof buildAuthObject>[0]

/** The payload that the site requests, as the SDK writes it. */
const request = (overrides: Partial<Payload> = {}): Payload => ({
  type: 'caip122',
  chains,
  domain: terms.domain,
  aud: terms.uri,
  version: '1',
  nonce: terms.nonce,
  iat: new Date(requestedAt + 1).toISOString(),
  statement: terms.statement ?? '',
  resources: [...(terms.resources ?? []), createEncodedRecap('eip155', 'request', [...methods])],
  exp: terms.expirationTime ?? '',
  ...overrides,
})
/** The CACAO that the official kit builds from it, for its chains and methods. */
const buildCacao = (
  overrides: Partial<Payload> = {},
  approvedMethods: readonly string[] = methods,
  t = 'eip191' as const,
) =>
  buildAuthObject(
    {
      ...populateAuthPayload({ authPayload: request(), chains, methods: [...approvedMethods] }),
      ...overrides,
    },
    { t, s: signature },
    issuer,
  )
const decode = (value: unknown) => {
  const signed = decodeCacao(value)
  if (!signed) throw new Error('No CACAO')
  return signed
}
const recapOf = (att: unknown) => `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64url')}`

/** The field that differs, and the change that causes it. */
type Change = [string, Partial<Payload>]

describe('requested ReCap', () => {
  it('same encoding as the SDK', () => {
    expect(encodeRecap(methods)).toBe(createEncodedRecap('eip155', 'request', [...methods]))
    expect(decodeRecap(encodeRecap(methods))).toEqual({ methods: [...methods].sort(), chains: [] })
  })
})

describe('CACAO', () => {
  it('message › the SDK’s text with the ReCap sentence, also if the wallet omits it', () => {
    const whole = buildCacao()
    const bare = buildCacao({ statement: terms.statement ?? '' })
    for (const cacao of [whole, bare, buildCacao({ resources: [], statement: '' })])
      expect(decode(cacao).session.message).toBe(formatMessage(cacao.p, cacao.p.iss))
    expect(decode(whole).session).toMatchObject({
      data: { accountAddress: address, chainId: 'eip155:1', domain: 'shop.example', nonce: terms.nonce },
      signature,
    })
    expect(decode(bare).session.message).toContain(
      "I accept the terms I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign', 'wallet_watchAsset' for 'eip155'.",
    )
  })

  it('signature of a contract › decoded the same way', () => {
    const cacao = buildCacao()
    expect(decode({ ...cacao, s: { t: 'eip1271', s: signature } }).session.signature).toBe(signature)
  })

  it('requested terms, or fewer methods and chains › no differences', () => {
    expect(differences(decode(buildCacao()), requested)).toEqual([])
    expect(differences(decode(buildCacao({}, ['personal_sign'])), requested)).toEqual([])
  })

  it.each<Change>([
    ['domain', { domain: 'bank.example' }],
    ['uri', { aud: 'https://bank.example' }],
    ['nonce', { nonce: 'ffffffffffffffff' }],
    ['statement', { statement: 'I give everything away' }],
    ['expirationTime', { exp: '2099-01-01T00:00:00Z' }],
    ['notBefore', { nbf: '2026-01-02T03:04:05Z' }],
    ['requestId', { requestId: 'r1' }],
    ['issuedAt', { iat: '2026-01-01T00:00:00Z' }],
    ['issuedAt', { iat: '2026-01-03T00:00:00Z' }],
  ])('another %s › reported as a difference', (field, overrides) => {
    expect(differences(decode(buildCacao(overrides)), requested)).toEqual([field])
  })

  it.each([
    ['another method', { eip155: { 'request/eth_sign': [{}] } }],
    ['another chain', { eip155: { 'request/personal_sign': [{ chains: ['eip155:10'] }] } }],
    ['something else than requests', { 'https://shop.example': { 'crud/delete': [{}] } }],
  ])('ReCap for %s › `resources` is reported', (_name, att) => {
    const resources = [...(terms.resources ?? []), recapOf(att)]
    expect(
      differences(decode(buildCacao({ resources, statement: terms.statement ?? '' })), requested),
    ).toContain('resources')
  })

  it('chain or resources that were not requested › reported', () => {
    const otherChain = { ...buildCacao(), p: { ...buildCacao().p, iss: `did:pkh:eip155:10:${address}` } }
    expect(differences(decode(otherChain), requested)).toEqual(['chainId'])
    const [, recap = ''] = buildCacao().p.resources ?? []
    expect(
      differences(decode(buildCacao({ resources: ['https://bank.example', recap] })), requested),
    ).toEqual(['resources'])
  })

  it.each([
    ['nothing', undefined],
    [
      'an account of another ecosystem',
      { ...buildCacao(), p: { ...buildCacao().p, iss: 'did:pkh:solana:a:b' } },
    ],
    ['another signature', { ...buildCacao(), s: { t: 'ed25519', s: signature } }],
    ['a signature that is no hex', { ...buildCacao(), s: { t: 'eip191', s: 'yes' } }],
    ['a line break', buildCacao({ statement: 'Yes\nNonce: 12345678' })],
    ['no time', buildCacao({ iat: 'today' })],
  ])('%s › not a sign-in', (_name, value) => {
    expect(decodeCacao(value)).toBeUndefined()
  })

  it('approved chains and methods › those of the ReCap and the account', () => {
    expect(approvedBy([decode(buildCacao({}, ['personal_sign']))])).toEqual({
      chains: chains,
      accounts: chains.map((chain) => `${chain}:${address}`),
      methods: ['personal_sign'],
    })
    expect(approvedBy([decode(buildCacao({ resources: [], statement: '' }))]).methods).toEqual([])
  })
})
