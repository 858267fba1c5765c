import { expect, it } from 'vitest'
import { readUnit, type UnitRead } from './amount-unit.ts'

it.each<[string, readonly string[], UnitRead]>([
  ['1.5', ['ETH'], { is: 'own', number: '1.5' }],
  ['1.5 eth', ['ETH'], { is: 'own', number: '1.5' }],
  ['ETH 1.5', ['ETH'], { is: 'own', number: '1.5' }],
  ['$ 1.5 USD', ['USD', '$'], { is: 'own', number: '1.5' }],
  ['1.5 USDC', ['ETH'], { is: 'other', number: '1.5', unit: 'USDC' }],
  ['USDC 1.5', ['ETH'], { is: 'other', number: '1.5', unit: 'USDC' }],
  ['1INCH 100', ['ETH'], { is: 'other', number: '100', unit: '1INCH' }],
  ['USD1 100', ['USD1'], { is: 'unclear' }],
])('%j › field of %j › read as %j', (text, units, read) => {
  expect(readUnit(text, units)).toEqual(read)
})
