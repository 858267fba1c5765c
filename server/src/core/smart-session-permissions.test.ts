import { encodeFunctionData, erc20Abi, type Hex, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall } from '../adapters/session-accounts/read-call.ts'
import { type SessionPermission, verifyAct } from './smart-session-permissions.ts'

const account = '0x00000000000000000000000000000000000000A1'
const shop = '0x00000000000000000000000000000000000000b2'
const token = '0x00000000000000000000000000000000000000C3'
const start = 1_000_000
const day = 86_400

const native = (allowance: bigint, over: object = {}): SessionPermission => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: toHex(allowance), start, period: day, ...over },
})
const erc20 = (allowance: bigint): SessionPermission => ({
  type: 'erc20-recurring-allowance',
  data: { token, allowance: toHex(allowance), start, period: day },
})
const shopAbi = parseAbi(['function order(uint256 id, address payer)', 'function cancel(uint256 id)'])
type Calls = Extract<SessionPermission, { type: 'contract-call' }>['data']
const callsOf = (address: string, ...functions: Calls['functions']): SessionPermission => ({
  type: 'contract-call',
  data: { address, abi: [...shopAbi], functions },
})
const calls = (...functions: Calls['functions']) => callsOf(shop, ...functions)
const order = (id: bigint, payer: Hex = account) =>
  encodeFunctionData({ abi: shopAbi, functionName: 'order', args: [id, payer] })
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, amount] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [shop, 1n] })

type Act = { readonly to?: string; readonly value?: bigint; readonly data?: string }
const verify = (
  permissions: readonly SessionPermission[],
  { to = shop, value = 0n, data = '0x' }: Act,
  nowSeconds = start,
) => verifyAct({ permissions, account, act: { to, value, data }, nowSeconds, decodeCall })

const use = (amount: bigint, allowance: bigint, over: object = {}) => ({
  is: 'spends',
  uses: [{ permission: 0, period: 0, amount, allowance, ...over }],
})
const rejection = (reason = 'The session may not do that') => ({ is: 'refused', reason })
const ownCallRejection = rejection('The session may not call its own account')
const allowed = { is: 'allowed' }

describe('native currency allowance', () => {
  it.each([
    ['plain transfer', { value: 3n }, use(3n, 5n)],
    ['more than the allowance', { value: 6n }, use(6n, 5n)],
    ['call with data', { value: 3n, data: order(1n) }, rejection()],
    ['transfer to the account itself', { to: account, value: 3n }, ownCallRejection],
    ['the account itself in lower case', { to: account.toLowerCase(), value: 3n }, ownCallRejection],
  ] as const)('native, %s › verdict', (_, act, verdict) => {
    expect(verify([native(5n)], act)).toEqual(verdict)
  })

  it.each([
    ['before the start', start - 1, rejection('The allowance has not begun')],
    ['at the start', start, use(3n, 5n)],
    ['last second of the first period', start + day - 1, use(3n, 5n)],
    ['first second of the next period', start + day, use(3n, 5n, { period: 1 })],
    ['a year later', start + 365 * day, use(3n, 5n, { period: 365 })],
  ] as const)('%s › counts in its period', (_, now, verdict) => {
    expect(verify([native(5n)], { value: 3n }, now)).toEqual(verdict)
  })

  it('period of 0 › restarts each second', () => {
    expect(verify([native(5n, { period: 0 })], { value: 3n }, start + 7)).toEqual(use(3n, 5n, { period: 7 }))
  })
})

describe('token allowance', () => {
  it.each([
    ['transfer', { to: token, data: transfer(3n) }, use(3n, 5n)],
    ['address in another letter case', { to: token.toLowerCase(), data: transfer(3n) }, use(3n, 5n)],
    ['transfer of another token', { to: shop, data: transfer(3n) }, rejection()],
    ['transfer with native currency', { to: token, data: transfer(3n), value: 1n }, rejection()],
    ['approval', { to: token, data: approve }, rejection()],
    ['transfer with more bytes', { to: token, data: `${transfer(3n)}00` }, rejection()],
    ['transfer cut short', { to: token, data: transfer(3n).slice(0, -2) }, rejection()],
    ['no data', { to: token }, rejection()],
  ] as const)('token, %s › verdict', (_, act, verdict) => {
    expect(verify([erc20(5n)], act)).toEqual(verdict)
  })
})

describe('contract call permission', () => {
  const equal = (value: Hex) => ({ operator: 'EQUAL', value }) as const
  const cases: readonly (readonly [string, SessionPermission, Act, object])[] = [
    ['no function named', calls(), { data: approve, value: 9n }, allowed],
    ['another contract', calls(), { to: token }, rejection()],
    ['the account itself', callsOf(account), { to: account }, ownCallRejection],
    ['named function', calls({ functionName: 'order' }), { data: order(1n) }, allowed],
    ['function that is not named', calls({ functionName: 'cancel' }), { data: order(1n) }, rejection()],
    ['name that the ABI does not have', calls({ functionName: 'pay' }), { data: order(1n) }, rejection()],
    ['plain transfer', calls({ functionName: 'order' }), { value: 1n }, rejection()],
    [
      'delegate call',
      calls({ functionName: 'order', operation: 'DelegateCall' }),
      { data: order(1n) },
      rejection(),
    ],
    [
      'one of two functions',
      calls({ functionName: 'cancel' }, { functionName: 'order' }),
      { data: order(1n) },
      allowed,
    ],
    ['value without a limit', calls({ functionName: 'order' }), { data: order(1n), value: 9n }, allowed],
    [
      'value at the limit',
      calls({ functionName: 'order', valueLimit: '0x9' }),
      { data: order(1n), value: 9n },
      allowed,
    ],
    [
      'value above the limit',
      calls({ functionName: 'order', valueLimit: '0x8' }),
      { data: order(1n), value: 9n },
      rejection(),
    ],
    ['equal argument', calls({ functionName: 'order', args: [equal('0x7')] }), { data: order(7n) }, allowed],
    [
      'another argument',
      calls({ functionName: 'order', args: [equal('0x7')] }),
      { data: order(8n) },
      rejection(),
    ],
    [
      'greater argument',
      calls({ functionName: 'order', args: [{ operator: 'GREATER_THAN', value: '0x7' }] }),
      { data: order(8n) },
      allowed,
    ],
    [
      'argument at the lower bound',
      calls({ functionName: 'order', args: [{ operator: 'GREATER_THAN', value: '0x7' }] }),
      { data: order(7n) },
      rejection(),
    ],
    [
      'smaller argument',
      calls({ functionName: 'order', args: [{ operator: 'LESS_THAN', value: '0x7' }] }),
      { data: order(6n) },
      allowed,
    ],
    [
      'argument at the upper bound',
      calls({ functionName: 'order', args: [{ operator: 'LESS_THAN', value: '0x7' }] }),
      { data: order(7n) },
      rejection(),
    ],
    [
      'equal address',
      calls({ functionName: 'order', args: [equal('0x7'), equal(account)] }),
      { data: order(7n) },
      allowed,
    ],
    [
      'another address',
      calls({ functionName: 'order', args: [equal('0x7'), equal(account)] }),
      { data: order(7n, shop) },
      rejection(),
    ],
    [
      'condition without argument',
      calls({ functionName: 'cancel', args: [equal('0x1'), equal('0x1')] }),
      { data: encodeFunctionData({ abi: shopAbi, functionName: 'cancel', args: [1n] }) },
      rejection(),
    ],
  ]
  it.each(cases)('call, %s › verdict', (_, permission, act, verdict) => {
    expect(verify([permission], act)).toEqual(verdict)
  })
})

describe('several permissions', () => {
  it('two allowances for one act › either is sufficient, by index', () => {
    const permissions = [erc20(9n), native(5n), native(50n, { period: 7 * day })]
    expect(verify(permissions, { value: 3n }, start + 8 * day)).toEqual({
      is: 'spends',
      uses: [
        { permission: 1, period: 8, amount: 3n, allowance: 5n },
        { permission: 2, period: 1, amount: 3n, allowance: 50n },
      ],
    })
  })

  it('one allowance has not started › the other applies', () => {
    const permissions = [native(5n, { start: start + 10 }), native(4n)]
    expect(verify(permissions, { value: 3n })).toEqual(use(3n, 4n, { permission: 1 }))
  })

  it('allowance and contract call permission › spends nothing', () => {
    expect(verify([native(5n), calls()], { value: 3n })).toEqual(allowed)
  })

  it('no permission › rejected', () => {
    expect(verify([], { value: 0n })).toEqual(rejection())
  })
})
