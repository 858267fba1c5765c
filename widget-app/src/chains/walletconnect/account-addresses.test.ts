import { expect, test } from 'vitest'
import { isAddress, isSameKey } from './account-addresses.ts'

const alice = [
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
]
const stellar = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'

test.each<['eip155' | 'solana' | 'polkadot', string, boolean]>([
  ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', false],
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', true],
  ['solana', alice[0] ?? '', false],
  ['polkadot', alice[0] ?? '', true],
  ['polkadot', alice[1] ?? '', true],
  ['polkadot', '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac', true],
  ['polkadot', stellar, false],
  ['polkadot', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', false],
])('address › %s, %s › %s', (namespace, address, is) => {
  expect(isAddress(namespace, address)).toBe(is)
})

test('SS58 addresses of one key with different prefixes › the same account', () => {
  expect(isSameKey(alice[0] ?? '', alice[1] ?? '')).toBe(true)
  expect(isSameKey(alice[0] ?? '', '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty')).toBe(false)
})
