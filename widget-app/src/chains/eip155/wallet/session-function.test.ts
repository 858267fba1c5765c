import { toFunctionSelector } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { permissionMessages } from '#widget/domain/review/permission-messages.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { decodeGrant } from '../decode/decode-permission-grant.ts'
import { alice, bob, connection, tokenAddress } from '../testing/unit-world.ts'

const now = 1_800_000_000_000
const t = createStore().get(translateAtom)

const entry = (name: string, ...types: readonly string[]) => ({
  ...{ type: 'function', name, stateMutability: 'payable', outputs: [] },
  inputs: types.map((type, at) => ({ name: `_${at}`, type })),
})
const limit = { valueLimit: '0x0' }
const equal = (value: string) => ({ operator: 'EQUAL', value })
const below = (value: string) => ({ operator: 'LESS_THAN', value })
const above = (value: string) => ({ operator: 'GREATER_THAN', value })

/** Evaluates a session that may call one function of a token. */
function evaluate(
  abi: readonly unknown[],
  requested: { readonly functionName: string; readonly [key: string]: unknown },
) {
  const description = decodeGrant(connection, {
    chainId: '0x1',
    address: alice,
    expiry: now / 1_000 + 86_400,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x02${'ab'.repeat(32)}` }] } },
    permissions: [{ type: 'contract-call', data: { address: tokenAddress, abi, functions: [requested] } }],
  })
  const [fact] = description.facts
  const permission = fact?.is === 'session' ? fact.permissions[0] : undefined
  if (permission?.is !== 'calls') throw new Error('No calls')
  const risks = risksOf(description, { host: 'x.example', newContracts: [], now })
  const lines = permissionMessages(permission, { t, locale: 'en' }).lines.map(
    ({ label, value }) => `${label}: ${value}`,
  )
  return { called: permission.functions[0]?.called, risks, isGrave: risks.some(isSevere), lines }
}

const unlimited = { risks: ['session', 'session-unlimited'], isGrave: true }
const limited = { risks: ['session'], isGrave: false }
const transfer = entry('transfer', 'address', 'uint256')
const toBob = equal(bob)

describe('SS1 › conditions of a function', () => {
  it.each<[string, ReturnType<typeof entry>, readonly object[] | undefined]>([
    ['none', transfer, undefined],
    ['an empty list', transfer, []],
    ['on the receiver, not on the amount', transfer, [toBob]],
    ['above an amount', transfer, [toBob, above('0x5')]],
    ['below an amount that no supply comes near', transfer, [toBob, below(`0x${'f'.repeat(64)}`)]],
    ['on an argument that does not exist', entry('vote', 'uint8'), [above('0x0'), equal('0x1')]],
    ['on a list, whose place is compared', entry('vote', 'uint256[]'), [equal('0x20')]],
    ['on a number beside bytes that may hold calls', entry('run', 'uint8', 'bytes'), [equal('0x1')]],
    ['on the operator of a whole collection', entry('setApprovalForAll', 'address', 'bool'), [toBob]],
    ['on a right', entry('transferOwnership', 'address'), [toBob]],
    ['on spender and amount of an approval', entry('approve', 'address', 'uint256'), [toBob, below('0x64')]],
    ['on what an approval rises by', entry('increaseAllowance', 'address', 'uint256'), [toBob, equal('0x5')]],
    [
      'on each argument of a permit',
      entry('permit', 'address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'),
      [equal(alice), toBob, equal('0x5'), equal('0xffffffffff'), equal('0x1b'), equal('0x1'), equal('0x1')],
    ],
    ['on an exact amount that no supply comes near', transfer, [toBob, equal(`0x${'f'.repeat(64)}`)]],
    ['below what a number can be', entry('vote', 'uint8'), [below('0x100')]],
    ['below nearly all that a number can be', entry('vote', 'uint64'), [below('0xffffffffffffffff')]],
    ['below an amount with a sign', entry('move', 'int256'), [below('0x64')]],
    ['below an address', entry('vote', 'address'), [below('0x5')]],
    ['none, of a function without arguments', entry('claim'), undefined],
  ])('%s › without a limit', (_case, abi, args) => {
    const evaluated = evaluate([abi], { functionName: abi.name, ...limit, ...(args ? { args } : {}) })
    expect(evaluated).toMatchObject(unlimited)
    expect(evaluated.lines).toContain('Each call: Without a limit')
  })

  it.each<[string, ReturnType<typeof entry>, readonly object[]]>([
    ['on receiver and amount', transfer, [toBob, below('0x64')]],
    ['on an exact amount, of any receiver', transfer, [above('0x0'), equal('0x64')]],
    [
      'on the receiver and amount of an earlier approval',
      entry('transferFrom', 'address', 'address', 'uint256'),
      [equal(alice), toBob, below('0x64')],
    ],
  ])('%s of a transfer › each call is limited, not their number', (_case, abi, args) => {
    const evaluated = evaluate([abi], { functionName: abi.name, ...limit, args })
    expect(evaluated).toMatchObject(unlimited)
    expect(evaluated.lines.join()).not.toContain('Without a limit')
  })

  it.each<[string, ReturnType<typeof entry>, readonly object[]]>([
    ['on a count', entry('vote', 'uint64', 'string'), [below('0x5')]],
    ['on an exact amount', entry('buy', 'uint256'), [equal('0x5')]],
  ])('%s › limited', (_case, abi, args) => {
    const evaluated = evaluate([abi], { functionName: abi.name, ...limit, args })
    expect(evaluated).toMatchObject(limited)
    expect(evaluated.lines.join()).not.toContain('Without a limit')
  })
})

it('condition operators › sign before a number below 2^64 or the requested word', () => {
  const args = [
    equal(bob),
    above('0x5'),
    below(`0x${(2n ** 64n - 1n).toString(16)}`),
    equal(`0x1${'0'.repeat(16)}`),
  ]
  const abi = entry('vote', 'address', 'uint64', 'uint256', 'uint256')
  expect(evaluate([abi], { functionName: 'vote', ...limit, args }).lines).toEqual(
    expect.arrayContaining([
      `Argument 1: = ${bob}`,
      'Argument 2: > 5',
      'Argument 3: < 18446744073709551615',
      'Argument 4: = 0x10000000000000000',
    ]),
  )
})

describe('SS2 › function for a name', () => {
  it('name with the selector of a known function › the known signature', () => {
    expect(toFunctionSelector('sign_szabo_bytecode(bytes16,uint128)')).toBe(
      toFunctionSelector('approve(address,uint256)'),
    )
    const evaluated = evaluate([entry('sign_szabo_bytecode', 'bytes16', 'uint128')], {
      functionName: 'sign_szabo_bytecode',
      ...limit,
    })
    expect(evaluated).toMatchObject(unlimited)
    expect(evaluated.lines).toEqual(
      expect.arrayContaining(['Function: approve(address,uint256)', 'Selector: 0x095ea7b3']),
    )
    expect(evaluated.lines.join()).not.toContain('szabo')
  })

  it('unknown name › its signature and selector by the ABI', () => {
    const abi = {
      ...entry('vote', 'uint8', 'tuple[2]'),
      inputs: [
        { name: 'a', type: 'uint8' },
        {
          name: 'b',
          type: 'tuple[2]',
          components: [
            { name: 'c', type: 'address' },
            { name: 'd', type: 'bytes4[]' },
          ],
        },
      ],
    }
    const signature = 'vote(uint8,(address,bytes4[])[2])'
    expect(evaluate([abi], { functionName: 'vote', ...limit }).called).toEqual({
      selector: toFunctionSelector(signature),
      signature,
    })
  })

  it.each<[string, readonly unknown[]]>([
    ['no ABI', []],
    ['an ABI without it', [entry('other', 'address')]],
    ['an ABI with it twice', [transfer, entry('transfer', 'address')]],
    ['an alias of a type', [entry('transfer', 'address', 'uint')]],
    ['a type that does not exist', [entry('transfer', 'address', 'uint257')]],
    ['a type with the end of a signature', [entry('transfer', 'address)', 'uint256')]],
    [
      'a struct of a type that does not exist',
      [
        {
          ...entry('transfer', 'tuple'),
          inputs: [{ name: 'a', type: 'tuple', components: [{ name: 'b', type: 'uint257' }] }],
        },
      ],
    ],
    ['no list of inputs', [{ type: 'function', name: 'transfer' }]],
    ['an event', [{ ...transfer, type: 'event' }]],
    ['an event beside the function', [transfer, { ...transfer, type: 'event' }]],
    ['a text', ['function transfer(address,uint256)']],
    ['nothing', [null]],
  ])('%s › an unknown function without a limit', (_case, abi) => {
    const evaluated = evaluate(abi, { functionName: 'transfer', ...limit, args: [toBob, below('0x64')] })
    expect(evaluated).toMatchObject({ ...unlimited, called: undefined })
    expect(evaluated.lines).toContain('Function: Unknown function, called “transfer” by the site')
  })

  it('unknown operator › throws', () => {
    const args = [{ operator: 'LIKE', value: '0x1' }]
    expect(() => evaluate([transfer], { functionName: 'transfer', ...limit, args })).toThrow()
  })
})

describe('SS3 › native value of each call', () => {
  it.each<[string, object]>([
    ['no limit', {}],
    ['a limit that no supply comes near', { valueLimit: `0x${'f'.repeat(64)}` }],
  ])('%s › without a limit, in the message and as a risk', (_case, valueTerms) => {
    const evaluated = evaluate([entry('vote', 'uint64')], {
      functionName: 'vote',
      args: [below('0x5')],
      ...valueTerms,
    })
    expect(evaluated).toMatchObject(unlimited)
    expect(evaluated.lines).toContain('Amount sent with each call: Without a limit')
  })

  it('limit of each call › any number of calls; zero › limited', () => {
    const evaluated = (valueLimit: string) =>
      evaluate([entry('vote', 'uint64')], { functionName: 'vote', args: [below('0x5')], valueLimit })
    expect(evaluated('0x1')).toMatchObject(unlimited)
    expect(evaluated('0x0')).toMatchObject(limited)
  })
})
