import { expect, it } from 'vitest'
import type { Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { isSameSimulation } from './compare-simulations.ts'

const runs = (...values: readonly bigint[]) => ({
  is: 'runs' as const,
  changes: values.map((value, index) => ({ figure: { value, contract: `0x${index}` } })),
  fee: 1n,
  grants: [],
  isPartial: false,
})

const approval: Fact = {
  is: 'approval',
  spender: '0xb0b',
  figure: { value: 5n, contract: '0x1' },
  isUnlimited: false,
}
const larger: Fact = { ...approval, figure: { value: 6n, contract: '0x1' } }
const authority = { is: 'authority', name: 'AuthorizedOperator', right: 'operator', to: '0xb0b' } as const
const operator = (contract: string): Fact => ({ ...authority, contract })
const withGrants = (...grants: readonly Fact[]): Simulation => ({ ...runs(-5n), grants })
const operators: Fact = { is: 'approval-for-all', operator: '0xb0b', collection: '0x1', isGranted: true }
const permit: Fact = {
  ...({ is: 'permit', standard: 'EIP-2612', spender: '0xb0b', deadline: 1n, isUnlimited: false } as const),
  figure: { value: 5n, contract: '0x1' },
}
const sending = (...sent: readonly (readonly [to: string, contract: string, id?: bigint])[]): Simulation => ({
  ...runs(-5n),
  moves: {
    sent: sent.map(([to, contract, collectible]) => ({ figure: { value: 5n, contract }, collectible, to })),
    hasUnread: false,
  },
})
const priced: Simulation = { is: 'priced', fee: 1n }
const changing = (contract: string, ...values: readonly bigint[]): Simulation => ({
  ...runs(),
  changes: values.map((value) => ({ figure: { value, contract } })),
})
const losing = (collectible: bigint): Simulation => ({
  ...runs(),
  changes: [{ figure: { value: -1n, contract: '0x1' }, collectible }],
})

it.each<[string, Simulation, Simulation, boolean]>([
  ['the same', runs(-5n, 100n), runs(-5n, 100n), true],
  ['another fee', runs(-5n), { ...runs(-5n), fee: 9n }, true],
  ['less leaves', runs(-5n), runs(-4n), true],
  ['one unit more leaves', runs(-5n), runs(-6n), false],
  ['1 % less comes in', runs(-5n, 100n), runs(-5n, 99n), true],
  ['more than 1 % less comes in', runs(-5n, 100n), runs(-5n, 98n), false],
  ['something else leaves too', runs(-5n), runs(-5n, -1n), false],
  ['nothing comes in any more', runs(-5n, 100n), runs(-5n), false],
  ['it fails by now', runs(-5n), { is: 'fails', reason: undefined }, false],
  ['it fails as before', { is: 'fails', reason: 'a' }, { is: 'fails', reason: 'b' }, true],
  ['a right is handed out by now', runs(-5n), { ...runs(-5n), grants: [approval] }, false],
  ['the same right with a larger amount', withGrants(approval), withGrants(larger), false],
  ['R8 › the same right with a smaller amount', withGrants(larger), withGrants(approval), true],
  [
    'R8 › the same authority over another contract',
    withGrants(operator('0x1')),
    withGrants(operator('0x2')),
    false,
  ],
  ['the same right', withGrants(approval), withGrants({ ...approval, isUnlimited: true }), true],
  [
    'R8 › the approval of another NFT',
    withGrants({ ...approval, collectible: 1n }),
    withGrants({ ...approval, collectible: 2n }),
    false,
  ],
  ['a right is no longer handed out', withGrants(approval), runs(-5n), true],
  [
    'a contract that was not seen before reports something of the account',
    { ...runs(-5n), moves: { sent: [], hasUnread: false } },
    { ...runs(-5n), moves: { sent: [], hasUnread: true } },
    false,
  ],
  ['the node reports less than before', runs(-5n), { ...runs(-5n), isPartial: true }, false],
  ['the node reports more than before', { ...runs(-5n), isPartial: true }, runs(-5n), true],
  ['the node reports a part as before', { ...runs(), isPartial: true }, { ...runs(), isPartial: true }, true],
  ['it is priced as before', priced, priced, true],
  ['it fails where it was priced', priced, { is: 'fails', reason: undefined }, false],
  ['it runs where it failed', { is: 'fails', reason: undefined }, runs(-5n), false],
  ['the same contract in other letters', changing('0xAA', -5n), changing('0xaa', -5n), true],
  ['the same loss in two changes', changing('0xaa', -5n), changing('0xaa', -3n, -2n), true],
  ['a larger loss in two changes', changing('0xaa', -5n), changing('0xaa', -5n, -1n), false],
  ['the same NFT leaves', losing(1n), losing(1n), true],
  ['another NFT leaves', losing(1n), losing(2n), false],
  ['the receiver in other letters', sending(['0xB0B', '0xAA']), sending(['0xb0b', '0xaa']), true],
  ['the receiver in small letters', sending(['0xb0b', '0xaa']), sending(['0xB0B', '0xAA']), true],
  ['another receiver', sending(['0xb0b', '0x1']), sending(['0xca1', '0x1']), false],
  ['a receiver more', sending(['0xb0b', '0x1']), sending(['0xb0b', '0x1'], ['0xca1', '0x1']), false],
  ['a receiver less', sending(['0xb0b', '0x1'], ['0xca1', '0x1']), sending(['0xb0b', '0x1']), true],
  ['another token to the same receiver', sending(['0xb0b', '0x1']), sending(['0xb0b', '0x2']), false],
  ['another NFT to the same receiver', sending(['0xb0b', '0x1', 1n]), sending(['0xb0b', '0x1', 2n]), false],
  ['receivers that are unknown by now', sending(), runs(-5n), false],
  ['receivers that were unknown', runs(-5n), sending(), false],
  [
    'an approval of another token',
    withGrants(approval),
    withGrants({ ...larger, figure: { value: 5n, contract: '0x2' } }),
    false,
  ],
  [
    'an approval of another spender',
    withGrants(approval),
    withGrants({ ...approval, spender: '0xca1' }),
    false,
  ],
  ['an approval in other letters', withGrants(approval), withGrants({ ...approval, spender: '0xB0B' }), true],
  ['the same operator', withGrants(operators), withGrants(operators), true],
  [
    'the same operator in other letters',
    withGrants({ ...operators, operator: '0xB0B' }),
    withGrants(operators),
    true,
  ],
  ['another operator', withGrants(operators), withGrants({ ...operators, operator: '0xca1' }), false],
  [
    'an operator of another collection',
    withGrants(operators),
    withGrants({ ...operators, collection: '0x2' }),
    false,
  ],
  [
    'an operator who was taken back',
    withGrants({ ...operators, isGranted: false }),
    withGrants(operators),
    false,
  ],
  ['the same authority', withGrants(operator('0x1')), withGrants(operator('0x1')), true],
  [
    'an authority of another account',
    withGrants(authority),
    withGrants({ ...authority, to: '0xca1' }),
    false,
  ],
  [
    'the same authority in other letters',
    withGrants({ ...authority, to: '0xB0B' }),
    withGrants(authority),
    true,
  ],
  [
    'an authority by another name',
    withGrants(authority),
    withGrants({ ...authority, name: 'Assign' }),
    false,
  ],
  ['another authority', withGrants(authority), withGrants({ ...authority, right: 'account' }), false],
  [
    'an approval whose parts only join to the same text',
    withGrants({ ...approval, spender: '10xb0b' }),
    withGrants({ ...approval, figure: { value: 5n, contract: '0x11' } }),
    false,
  ],
  [
    'an operator whose parts only join to the same text',
    withGrants({ ...operators, operator: '10xb0b' }),
    withGrants({ ...operators, collection: '0x11' }),
    false,
  ],
  [
    'an authority whose parts only join to the same text',
    withGrants({ ...authority, contract: '10x1' }),
    withGrants({ ...authority, to: '0xb0b1', contract: '0x1' }),
    false,
  ],
  ['the same right of another kind', withGrants(permit), withGrants({ ...permit }), true],
  ['another right of another kind', withGrants(permit), withGrants({ ...permit, spender: '0xca1' }), false],
])('%s › same outcome or not', (_name, shown, now, same) => {
  expect(isSameSimulation(shown, now)).toBe(same)
})
