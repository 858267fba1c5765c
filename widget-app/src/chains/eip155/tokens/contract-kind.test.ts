import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import tokens from '#widget/domain/balances/generated/bundled-tokens.json'
import networks from '#widget/domain/networks/generated/networks.json'
import { tokenAddress } from '../testing/unit-world.ts'
import {
  type ContractKind,
  contractKinds,
  hasAuthorityFunction,
  hasFunction,
  isWrappedNative,
  wrappedNativeTokens,
} from './contract-kind.ts'

const rows = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.number(), z.string()])))

it('wrapped tokens › exactly the bundled ones named after their native currency', () => {
  const evm = networks.filter(({ id }) => id.startsWith('eip155:'))
  const nativeSymbols = new Map(evm.map(({ id, nativeCurrency }) => [id, nativeCurrency.symbol]))
  const listed = Object.entries(rows.parse(tokens)).flatMap(([chain, list]) =>
    list
      .filter(([, symbol]) => symbol === `W${nativeSymbols.get(chain)}`)
      .map(([contract]) => [chain, contract.toLowerCase()]),
  )
  expect(Object.fromEntries(wrappedNativeTokens)).toEqual(Object.fromEntries(listed))
})

it('kinds › wrapped and well-known before listed, otherwise undefined', () => {
  const chain = parseChainId('eip155:1')
  const weth = wrappedNativeTokens.get(chain) ?? ''
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

const kinds: readonly ContractKind[] = [
  ...(['token', 'wrapped', 'account', 'permit2', 'multicall', 'entry-point'] as const),
  ...(['router-v2', 'router-v3', 'router-v3-2', 'universal-router', 'universal-router-4'] as const),
]
const erc20Kinds = ['token', 'wrapped'] as const
const functionWith = (functionName: string, count: number) => ({ functionName, args: Array(count).fill(0n) })

describe('known function at a contract of a kind', () => {
  it.each<[string, number, readonly ContractKind[]]>([
    ['transfer', 2, erc20Kinds],
    ['transferFrom', 3, erc20Kinds],
    ['approve', 2, erc20Kinds],
    ['increaseAllowance', 2, erc20Kinds],
    ['increaseApproval', 2, erc20Kinds],
    ['decreaseAllowance', 2, erc20Kinds],
    ['permit', 7, erc20Kinds],
    ['approve', 4, ['permit2']],
    ['aggregate', 1, ['multicall']],
    ['aggregate3', 1, ['multicall']],
    ['aggregate3Value', 1, ['multicall']],
    ['tryAggregate', 2, ['multicall']],
    ['handleOps', 2, ['entry-point']],
    ['execute', 3, ['account']],
    ['executeBatch', 1, ['account']],
    ['refundETH', 0, ['router-v3', 'router-v3-2']],
    ['multicall', 1, ['router-v3', 'router-v3-2']],
    ['multicall', 2, ['router-v3-2']],
    ['unwrapWETH9', 1, ['router-v3-2']],
    ['unwrapWETH9', 2, ['router-v3', 'router-v3-2']],
    ['sweepToken', 2, ['router-v3-2']],
    ['sweepToken', 3, ['router-v3', 'router-v3-2']],
    ['safeTransferFrom', 3, []],
    ['setApprovalForAll', 2, []],
  ])('%s with %i arguments › at %j, and trusted at an unknown contract', (name, count, expectedKinds) => {
    expect(kinds.filter((kind) => hasFunction(kind, functionWith(name, count)))).toEqual(expectedKinds)
    expect(hasFunction('own', functionWith(name, count))).toBe(true)
    expect(hasFunction(undefined, functionWith(name, count))).toBe(true)
  })

  it.each(['deposit', 'withdraw'])(
    '%s › at the wrapped token, not trusted at an unknown contract',
    (name) => {
      expect(kinds.filter((kind) => hasFunction(kind, functionWith(name, 1)))).toEqual(['wrapped'])
      expect(hasFunction('own', functionWith(name, 1))).toBe(true)
      expect(hasFunction(undefined, functionWith(name, 1))).toBe(false)
    },
  )

  it.each<[string, number, readonly ContractKind[]]>([
    ['permitTransferFrom', 4, ['permit2']],
    ['permit', 3, ['permit2']],
    ['transferFrom', 4, ['permit2']],
    ['permit', 8, ['token', 'account']],
    ['transferFrom', 3, ['token', 'account']],
    ['approveAndCall', 3, ['token', 'account']],
  ])(
    'authority by %s with %i arguments › at %j, and at any unknown contract',
    (name, count, expectedKinds) => {
      expect(kinds.filter((kind) => hasAuthorityFunction(kind, functionWith(name, count)))).toEqual(
        expectedKinds,
      )
      expect(hasAuthorityFunction('own', functionWith(name, count))).toBe(true)
      expect(hasAuthorityFunction(undefined, functionWith(name, count))).toBe(true)
    },
  )

  it('routers › accept native currency only instead of the wrapped token', () => {
    expect(kinds.filter(isWrappedNative)).toEqual(['wrapped'])
    expect(isWrappedNative('own')).toBe(true)
    expect(isWrappedNative(undefined)).toBe(false)
  })
})

it.each<[ContractKind, string]>([
  ['permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
  ['multicall', '0xcA11bde05977b3631167028862bE2a173976CA11'],
  ['entry-point', '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'],
  ['entry-point', '0x0000000071727De22E5E9d8BAf0edAc6f37da032'],
  ['entry-point', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'],
  ['entry-point', '0x433709009B8330FDa32311DF1C2AFA402eD8D009'],
])('service %s at %s › known on every chain', (kind, address) => {
  for (const id of ['eip155:1', 'eip155:8453'])
    expect(contractKinds(parseChainId(id), () => false)(address)).toBe(kind)
})

it.each<[ContractKind, string]>([
  ['router-v2', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
  ['router-v3', '0xE592427A0AEce92De3Edee1F18E0157C05861564'],
  ['router-v3-2', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'],
  ['universal-router', '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'],
  ['universal-router-4', '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'],
])('router %s at %s › known on Ethereum, not on a chain without it', (kind, address) => {
  expect(contractKinds(parseChainId('eip155:1'), () => false)(address)).toBe(kind)
  expect(contractKinds(parseChainId('eip155:100'), () => false)(address)).toBeUndefined()
})

it.each([
  ['10', '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507'],
  ['56', '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07'],
  ['137', '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223'],
  ['8453', '0x6fF5693b99212Da76ad316178A184AB56D299b43'],
  ['42161', '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3'],
  ['43114', '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7'],
])('Universal Router of chain %s › known only there', (chain, address) => {
  expect(contractKinds(parseChainId(`eip155:${chain}`), () => false)(address)).toBe('universal-router-4')
  expect(contractKinds(parseChainId('eip155:1'), () => false)(address)).toBeUndefined()
})
