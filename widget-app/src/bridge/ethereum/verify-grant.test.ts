import { describe, expect, it } from 'vitest'
import { grantRequest } from '#shared/api/smart-sessions.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { type RequestedGrant, verifyGrant } from './verify-grant.ts'

const key = (digit: string) => ({ type: 'secp256k1' as const, publicKey: `0x04${digit.repeat(128)}` })
const native = (over: object = {}) => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x64', start: 100, period: 60, ...over },
})
const token = (over: object = {}) => ({
  type: 'erc20-recurring-allowance',
  data: { token: bob, allowance: '0x64', start: 100, period: 60, ...over },
})
const one = (over: object = {}) => ({
  functionName: 'mint',
  args: [{ operator: 'LESS_THAN', value: '0x0a' }],
  valueLimit: '0x05',
  ...over,
})
const abi = [{ type: 'function', name: 'mint', inputs: [{ type: 'uint256', name: 'count' }] }]
const abiInOtherOrder = { inputs: [{ name: 'count', type: 'uint256' }], name: 'mint', type: 'function' }
const calls = (over: object = {}) => ({
  type: 'contract-call',
  data: { address: bob, abi, functions: [one()], ...over },
})
const policy = { type: 'rate', data: { count: 3, to: bob } }

const createRequest = (over: object = {}): RequestedGrant => ({
  ...grantRequest().parse({
    chainId: '0x1',
    expiry: 1_000,
    signer: { type: 'keys', data: { keys: [key('a'), key('b')] } },
    permissions: [native(), token(), calls()],
    policies: [policy],
    ...over,
  }),
  address: alice,
})
const requested = createRequest()
const comparing = (over: object, of: RequestedGrant = requested) => verifyGrant({ ...of, ...over }, of)
const permitting = (granted: object, of: object) =>
  comparing({ permissions: [granted] }, createRequest({ permissions: [of] })).is

describe('verifyGrant', () => {
  it('response equal to the request › within, whole', () => {
    const { expiry, permissions } = requested
    expect(comparing({})).toEqual({ is: 'within', isWhole: true, expiry, permissions })
  })

  it('hex in another case, members in another order › within, whole', () => {
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
    const signer = {
      data: { keys: requested.signer.data.keys.map((k) => ({ ...k, publicKey: upper(k.publicKey) })) },
      type: 'keys',
    }
    const reordered = { data: { period: 60, start: 100, allowance: '0x64' }, type: native().type }
    expect(comparing({ address: upper(alice), signer, permissions: [reordered] })).toMatchObject({
      is: 'within',
      isWhole: true,
    })
  })

  it.each<[string, object]>([
    ['earlier end', { expiry: 999 }],
    ['one of the keys', { signer: { type: 'keys', data: { keys: [key('b')] } } }],
    ['one of the permissions', { permissions: [token()] }],
    ['one policy more', { policies: [policy, { type: 'other', data: {} }] }],
  ])('%s › within, whole', (_, over) => {
    expect(comparing(over)).toMatchObject({ is: 'within', isWhole: true })
  })

  it.each<[string, object]>([
    ['another account', { address: bob }],
    ['another chain', { chainId: '0x2105' }],
    ['later end', { expiry: 1_001 }],
    ['another key', { signer: { type: 'keys', data: { keys: [key('a'), key('c')] } } }],
    ['no policies', { policies: [] }],
    ['another policy', { policies: [{ ...policy, data: { count: 4, to: bob } }] }],
    ['permission of another kind', { permissions: [native(), { type: 'everything', data: {} }] }],
    ['permission twice', { permissions: [native(), native()] }],
  ])('%s › wider', (_, over) => {
    expect(comparing(over)).toEqual({ is: 'wider' })
  })

  it.each<[string, object]>([
    ['account', { address: undefined }],
    ['chain', { chainId: undefined }],
    ['form of the chain', { chainId: 1 }],
    ['end', { expiry: '1000' }],
    ['signer', { signer: undefined }],
    ['signer of another draft', { signer: { type: 'key', data: { id: 'a' } } }],
    ['permissions', { permissions: undefined }],
    ['form of a permission', { permissions: [native({ allowance: 100 })] }],
    ['permission that is no object', { permissions: [5] }],
    ['kind of a permission', { permissions: [{ type: 5 }] }],
    ['permission with more members', { permissions: [{ ...native(), more: 1 }] }],
    ['policies', { policies: undefined }],
    ['form of a policy', { policies: [{ ...policy, more: 1 }] }],
  ])('malformed %s › within, not whole, and never more than requested', (_, over) => {
    const found = comparing(over)
    expect(found).toMatchObject({ is: 'within', isWhole: false, expiry: 1_000 })
    expect(found.is === 'within' && found.permissions).toEqual(requested.permissions)
  })

  it('malformed signer and a later end › wider', () => {
    expect(comparing({ signer: 1, expiry: 1_001 })).toEqual({ is: 'wider' })
  })

  it.each<[string, object, object, 'within' | 'wider']>([
    ['smaller allowance', native({ allowance: '0x63' }), native(), 'within'],
    ['larger allowance', native({ allowance: '0x65' }), native(), 'wider'],
    ['longer period', native({ period: 61 }), native(), 'within'],
    ['shorter period', native({ period: 59 }), native(), 'wider'],
    ['no period', native({ period: 0 }), native(), 'wider'],
    ['a period where none was asked', native(), native({ period: 0 }), 'within'],
    ['later start', native({ start: 101 }), native(), 'within'],
    ['earlier start', native({ start: 99 }), native(), 'wider'],
    ['smaller allowance of the token', token({ allowance: '0x01' }), token(), 'within'],
    ['another token', token({ token: alice }), token(), 'wider'],
    ['another contract', calls({ address: alice }), calls(), 'wider'],
    ['any function', calls({ functions: [] }), calls(), 'wider'],
    ['one function of any', calls(), calls({ functions: [] }), 'within'],
    [
      'any function run as the account',
      calls({ functions: [one({ operation: 'DelegateCall' })] }),
      calls({ functions: [] }),
      'wider',
    ],
    ['another function', calls({ functions: [one({ functionName: 'Mint' })] }), calls(), 'wider'],
    ['another ABI', calls({ abi: [{ ...abi[0], name: 'Mint' }] }), calls(), 'wider'],
    ['run as the account', calls({ functions: [one({ operation: 'DelegateCall' })] }), calls(), 'wider'],
    ['fewer coins', calls({ functions: [one({ valueLimit: '0x04' })] }), calls(), 'within'],
    ['more coins', calls({ functions: [one({ valueLimit: '0x06' })] }), calls(), 'wider'],
    ['any coins', calls({ functions: [one({ valueLimit: undefined })] }), calls(), 'wider'],
    ['no condition', calls({ functions: [one({ args: [] })] }), calls(), 'wider'],
    [
      'tighter condition',
      calls({ functions: [one({ args: [{ operator: 'LESS_THAN', value: '0x09' }] })] }),
      calls(),
      'within',
    ],
    [
      'looser condition',
      calls({ functions: [one({ args: [{ operator: 'LESS_THAN', value: '0x0b' }] })] }),
      calls(),
      'wider',
    ],
    [
      'one value within',
      calls({ functions: [one({ args: [{ operator: 'EQUAL', value: '0x09' }] })] }),
      calls(),
      'within',
    ],
    [
      'one value at the bound',
      calls({ functions: [one({ args: [{ operator: 'EQUAL', value: '0x0a' }] })] }),
      calls(),
      'wider',
    ],
    [
      'opposite condition',
      calls({ functions: [one({ args: [{ operator: 'GREATER_THAN', value: '0x09' }] })] }),
      calls(),
      'wider',
    ],
  ])('permission with %s › compared by what it allows', (_, granted, of, expected) => {
    expect(permitting(granted, of)).toBe(expected)
  })

  const limited = (operator: string, value: string) =>
    calls({ functions: [one({ args: [{ operator, value }] })] })
  it.each<[string, object, object, 'within' | 'wider']>([
    ['the same value', limited('EQUAL', '0x0a'), limited('EQUAL', '0x0A'), 'within'],
    ['another value', limited('EQUAL', '0x0b'), limited('EQUAL', '0x0a'), 'wider'],
    ['a bound in place of a value', limited('LESS_THAN', '0x0a'), limited('EQUAL', '0x0a'), 'wider'],
    ['a value above a lower bound', limited('EQUAL', '0x0b'), limited('GREATER_THAN', '0x0a'), 'within'],
    ['a value at a lower bound', limited('EQUAL', '0x0a'), limited('GREATER_THAN', '0x0a'), 'wider'],
    ['the same lower bound', limited('GREATER_THAN', '0x0a'), limited('GREATER_THAN', '0x0a'), 'within'],
    ['a higher lower bound', limited('GREATER_THAN', '0x0b'), limited('GREATER_THAN', '0x0a'), 'within'],
    ['a lower lower bound', limited('GREATER_THAN', '0x09'), limited('GREATER_THAN', '0x0a'), 'wider'],
  ])('condition with %s › compared by the values that pass', (_, granted, of, expected) => {
    expect(permitting(granted, of)).toBe(expected)
  })

  const functions = (...all: readonly object[]) => calls({ functions: all })
  it.each<[string, object, object, 'within' | 'wider']>([
    [
      'conditions where none was asked',
      functions(one({ valueLimit: undefined })),
      functions(one({ args: undefined, valueLimit: undefined })),
      'within',
    ],
    ['a limit where none was asked', functions(one()), functions(one({ valueLimit: undefined })), 'within'],
    ['no conditions at all', functions(one({ args: undefined })), calls(), 'wider'],
    [
      'code that runs as the account, as asked',
      functions(one({ operation: 'DelegateCall' })),
      functions(one({ operation: 'DelegateCall' })),
      'within',
    ],
    ['one of two functions', functions(one()), functions(one({ functionName: 'burn' }), one()), 'within'],
    ['a function more', functions(one(), one({ functionName: 'burn' })), functions(one()), 'wider'],
    [
      'two of any functions, one as the account',
      functions(one(), one({ operation: 'DelegateCall' })),
      functions(),
      'wider',
    ],
    ['no ABI', calls({ abi: [] }), calls(), 'within'],
    ['a part of the ABI', calls(), calls({ abi: [{ ...abi[0], name: 'burn' }, ...abi] }), 'within'],
    ['an entry more in the ABI', calls({ abi: [...abi, { ...abi[0], name: 'burn' }] }), calls(), 'wider'],
    ['the members of the ABI in another order', calls({ abi: [abiInOtherOrder] }), calls(), 'within'],
    ['an entry without JSON in the ABI', calls({ abi: [undefined] }), calls({ abi: [null] }), 'within'],
  ])('functions with %s › compared by what they allow', (_, granted, of, expected) => {
    expect(permitting(granted, of)).toBe(expected)
  })

  it('kind requested once, granted twice › wider', () => {
    const of = createRequest({ permissions: [native(), token(), calls()] })
    for (const granted of [native(), token(), calls()])
      expect(comparing({ permissions: [granted, granted] }, of)).toEqual({ is: 'wider' })
  })

  const limiting = (data: unknown) => ({ type: 'limit', data })
  it.each<[string, unknown, unknown, 'within' | 'wider']>([
    ['a list of one hex in another case', ['0xAB'], ['0xab'], 'within'],
    ['members in another order', { to: [null], count: 3 }, { count: 3, to: [null] }, 'within'],
    ['a list in another order', [1, 2], [2, 1], 'wider'],
    ['null', null, null, 'within'],
    ['text that contains hex, in another case', 'at 0xAB', 'at 0xab', 'wider'],
    ['text that begins with hex, in another case', '0xAB and', '0xAB And', 'wider'],
  ])('data of a policy with %s › compared as JSON', (_, granted, of, expected) => {
    const request = createRequest({ policies: [limiting(of)] })
    expect(comparing({ policies: [limiting(granted)] }, request).is).toBe(expected)
  })

  it('one of two policies › wider', () => {
    const of = createRequest({ policies: [policy, limiting(1)] })
    expect(comparing({ policies: [policy] }, of)).toEqual({ is: 'wider' })
  })

  it.each([
    ['empty list', []],
    ['no list', undefined],
  ])('no policies requested, %s › none needed, and whole', (_, policies) => {
    const of = createRequest({ policies })
    expect(comparing({ policies: undefined }, of)).toMatchObject({ is: 'within', isWhole: true })
    expect(comparing({ policies: 'none' }, of)).toMatchObject({ is: 'within', isWhole: true })
  })

  it.each([-1, 1.5, '999'])('end %s › counts as requested, not whole', (expiry) => {
    expect(comparing({ expiry })).toMatchObject({ is: 'within', isWhole: false })
  })

  it('earlier end, fewer permissions › the granted ones are returned', () => {
    const found = comparing({ expiry: 0, permissions: [native({ allowance: '0x01' })] })
    expect(found).toMatchObject({ expiry: 0, permissions: [native({ allowance: '0x01' })] })
  })

  it('two allowances that match only in one order › within', () => {
    const of = createRequest({ permissions: [native({ allowance: '0x64' }), native({ allowance: '0x0a' })] })
    const permissions = [native({ allowance: '0x05' }), native({ allowance: '0x50' })]
    expect(comparing({ permissions }, of).is).toBe('within')
    expect(
      comparing({ permissions: [native({ allowance: '0x50' }), native({ allowance: '0x0b' })] }, of).is,
    ).toBe('wider')
  })
})
