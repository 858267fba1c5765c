import { describe, expect, it } from 'vitest'
import { alice, bob, connection } from '../testing/unit-world.ts'
import { bundleParam, bundleTerms, parseBundle } from './canonical-bundle.ts'

const call = { to: bob }
const parse = (members: object) => parseBundle(connection, { calls: [call], ...members })
const code = (number: number) => expect.objectContaining({ code: number })
const url = 'https://paymaster.example/rpc'

describe('bundle head', () => {
  it('only calls › version 2, account and chain of the connection, not atomic', () => {
    expect(bundleParam(parse({}))).toEqual({
      ...{ version: '2.0.0', from: alice, chainId: '0x1', atomicRequired: false, calls: [{ to: bob }] },
    })
  })

  it('version, id and atomicity of the dApp › the wallet gets them', () => {
    const head = { version: '1.0', id: '0x1', atomicRequired: true }
    expect(bundleParam(parse(head))).toMatchObject(head)
  })

  it.each(['3.0', 'v1.0', '1', 2, undefined])('version %s › 2.0.0', (version) => {
    expect(parse({ version }).version).toBe('2.0.0')
  })

  it.each<[string, object]>([
    ['no calls', { calls: [] }],
    ['calls that are no list', { calls: call }],
    ['an empty id', { id: '' }],
    ['an id of 4,097 characters', { id: 'a'.repeat(4_097) }],
    ['an id that is no text', { id: 1 }],
    ['atomicRequired that is no boolean', { atomicRequired: 'true' }],
    ['a call that is no object', { calls: ['0x'] }],
    ['a call to no address', { calls: [{ to: 'bob' }] }],
    ['a call with data unlike input', { calls: [{ to: bob, data: '0x12', input: '0x34' }] }],
    ['a call with decimal coins', { calls: [{ to: bob, value: '10' }] }],
  ])('%s › -32602', (_what, members) => {
    expect(() => parse(members)).toThrow(code(-32602))
  })

  it('id of 4,096 characters › valid', () => {
    expect(parse({ id: 'a'.repeat(4_096) }).id).toHaveLength(4_096)
  })

  it('another chain › 5710; another account › 4100', () => {
    expect(() => parse({ chainId: '0xa' })).toThrow(code(5710))
    expect(() => parse({ from: bob })).toThrow(code(4100))
  })
})

describe('bundle call', () => {
  it('value, data and input › one call', () => {
    const calls = [
      { to: bob, value: 5, input: '0xAB' },
      { to: null, data: '0x60' },
      { data: '0x60', input: '0x60' },
    ]
    expect(parse({ calls }).calls).toEqual([
      { to: bob, value: 5n, data: '0xab' },
      { to: undefined, value: 0n, data: '0x60' },
      { to: undefined, value: 0n, data: '0x60' },
    ])
  })

  it('paymaster in a call › -32602, also an optional one', () => {
    for (const optional of [true, false]) {
      const capabilities = { paymasterService: { url, optional } }
      expect(() => parse({ calls: [{ ...call, capabilities }] })).toThrow(code(-32602))
    }
  })

  it('capability with a long name › the error has its first 64 characters', () => {
    const attempt = () => parse({ capabilities: { [`a${'b'.repeat(64)}`]: {} } })
    expect(attempt).toThrow(new RegExp(`capability a${'b'.repeat(63)}$`))
  })

  it('unlisted capability › 5700, an optional one is dropped', () => {
    const calls = (capabilities: unknown) => [{ ...call, capabilities }]
    expect(() => parse({ calls: calls({ magic: {} }) })).toThrow(code(5700))
    expect(() => parse({ calls: calls({ magic: { optional: 'true' } }) })).toThrow(code(5700))
    expect(bundleParam(parse({ calls: calls({ magic: { optional: true } }) }))).toMatchObject({
      calls: [call],
    })
    expect(() => parse({ calls: calls('magic') })).toThrow(code(-32602))
  })
})

describe('bundle paymaster', () => {
  const withPaymaster = (paymasterService: unknown) => parse({ capabilities: { paymasterService } })

  it('URL and context › a term, and the wallet gets them', () => {
    const context = { policy: 'gold' }
    const bundle = withPaymaster({ url, context, extra: 1 })
    expect(bundleParam(bundle).capabilities).toEqual({ paymasterService: { url, context, optional: false } })
    expect(bundleTerms(bundle)).toEqual([
      { is: 'term', name: 'capability', text: `paymasterService ${url} {"policy":"gold"}` },
    ])
  })

  it('only a URL › no context', () => {
    const bundle = withPaymaster({ url, optional: true })
    expect(bundleParam(bundle).capabilities).toEqual({ paymasterService: { url, optional: true } })
    expect(bundleTerms(bundle)).toMatchObject([{ text: `paymasterService ${url}` }])
  })

  it('none › no term and no capabilities', () => {
    for (const capabilities of [undefined, null, {}]) {
      const bundle = parse({ capabilities })
      expect(bundleTerms(bundle)).toEqual([])
      expect(bundleParam(bundle)).not.toHaveProperty('capabilities')
    }
  })

  it.each<[string, unknown]>([
    ['no address', {}],
    ['an address without encryption', { url: 'http://paymaster.example' }],
    ['an address with text before it', { url: `x ${url}` }],
    ['an address with a space', { url: `${url} x` }],
    ['an address of 2,049 characters', { url: url.padEnd(2_049, 'a') }],
    ['a context that is no object', { url, context: 'gold' }],
    ['optional that is no boolean', { url, optional: 'true' }],
    ['null', null],
  ])('invalid paymaster, %s › -32602', (_what, paymaster) => {
    expect(() => withPaymaster(paymaster)).toThrow(code(-32602))
  })

  it('URL of 2,048 characters › valid', () => {
    expect(() => withPaymaster({ url: url.padEnd(2_048, 'a') })).not.toThrow()
  })
})
