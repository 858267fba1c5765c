import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseChainId } from '#shared/caip/chain-id.ts'
import tokens from '#widget/domain/balances/generated/bundled-tokens.json'
import networks from '#widget/kernel/generated/networks.json'
import { contractKinds, wrappedCoins } from './contract-kind.ts'
import { tokenAddress } from './testing/unit-world.ts'

const rows = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.number(), z.string()])))

it('wrapped coins › the tokens of the bundled list that are named after their chain’s coin, and no others', () => {
  const coins = new Map(networks.map(({ id, nativeCurrency }) => [id, nativeCurrency.symbol]))
  const listed = Object.entries(rows.parse(tokens)).flatMap(([chain, list]) =>
    list
      .filter(([, symbol]) => symbol === `W${coins.get(chain)}`)
      .map(([contract]) => [chain, contract.toLowerCase()]),
  )
  expect(Object.fromEntries(wrappedCoins)).toEqual(Object.fromEntries(listed))
})

it('kinds › wrapped and well known before listed, else undefined', () => {
  const chain = parseChainId('eip155:1')
  const weth = wrappedCoins.get(chain) ?? ''
  const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const kinds = contractKinds(chain, () => true)
  expect([weth.toUpperCase().replace('0X', '0x'), tokenAddress, permit2].map(kinds)).toEqual([
    'wrapped',
    'token',
    'permit2',
  ])
  expect(contractKinds(chain, () => false)(tokenAddress)).toBeUndefined()
  expect(contractKinds(parseChainId('eip155:56'), () => false)(weth)).toBeUndefined()
})
