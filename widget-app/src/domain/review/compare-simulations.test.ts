import { expect, it } from 'vitest'
import type { Fact, Simulation } from '#widget/chains/request-facts.ts'
import { isSameOutcome } from './compare-simulations.ts'

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
const operator = (contract: string): Fact => ({
  ...({ is: 'authority', name: 'AuthorizedOperator', right: 'operator', to: '0xb0b' } as const),
  contract,
})
const granting = (...grants: readonly Fact[]): Simulation => ({ ...runs(-5n), grants })

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
  ['the same right with a larger amount', granting(approval), granting(larger), false],
  ['R8 › the same right with a smaller amount', granting(larger), granting(approval), true],
  [
    'R8 › the same authority over another contract',
    granting(operator('0x1')),
    granting(operator('0x2')),
    false,
  ],
  ['the same right', granting(approval), granting({ ...approval, isUnlimited: true }), true],
  [
    'R8 › the approval of another NFT',
    granting({ ...approval, collectible: 1n }),
    granting({ ...approval, collectible: 2n }),
    false,
  ],
  ['a right is no longer handed out', granting(approval), runs(-5n), true],
  [
    'a contract that was not seen before reports something of the account',
    { ...runs(-5n), moves: { sent: [], hasUnread: false } },
    { ...runs(-5n), moves: { sent: [], hasUnread: true } },
    false,
  ],
  ['the node reports less than before', runs(-5n), { ...runs(-5n), isPartial: true }, false],
])('%s › same outcome or not', (_name, shown, now, same) => {
  expect(isSameOutcome(shown, now)).toBe(same)
})
