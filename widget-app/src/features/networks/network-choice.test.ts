import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import { listNetworks, resolveChoice } from './network-choice.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const sepolia = parseChainId('eip155:11155111')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const connected = (...entries: readonly (readonly [Namespace, typeof ethereum])[]) => new Map(entries)

describe('resolveChoice', () => {
  test('active network › stays', () => {
    expect(resolveChoice(base, { current: base, connected: connected(['eip155', base]) })).toEqual({
      is: 'stay',
    })
  })

  test('connected wallet › opens SwitchNetwork', () => {
    expect(resolveChoice(base, { current: ethereum, connected: connected(['eip155', ethereum]) })).toEqual({
      is: 'show',
      view: { name: 'SwitchNetwork', chainId: base },
    })
  })

  test('no wallet connected › only the selection changes', () => {
    expect(resolveChoice(base, { current: ethereum, connected: connected() })).toEqual({ is: 'choose' })
  })

  test('connected in another namespace only › opens SwitchActiveChain', () => {
    expect(resolveChoice(solana, { current: ethereum, connected: connected(['eip155', ethereum]) })).toEqual({
      is: 'show',
      view: { name: 'SwitchActiveChain', namespace: 'solana', chainId: solana },
    })
  })

  test('wallet already on that network › becomes active', () => {
    const both = connected(['eip155', ethereum], ['solana', solana])
    expect(resolveChoice(solana, { current: ethereum, connected: both })).toEqual({ is: 'choose' })
  })
})

describe('listNetworks', () => {
  const network = (id: typeof ethereum, name: string, over: Partial<Network> = {}): Network => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...over,
  })
  const all = [
    network(ethereum, 'Ethereum'),
    network(sepolia, 'Sepolia', { testnet: true }),
    network(base, 'Base'),
  ]

  test('current network first, test networks last', () => {
    expect(listNetworks(all, base, '').map(({ name }) => name)).toEqual(['Base', 'Ethereum', 'Sepolia'])
  })

  test('search › only matching networks', () => {
    expect(listNetworks(all, base, ' SEP').map(({ name }) => name)).toEqual(['Sepolia'])
    expect(listNetworks(all, base, 'ＳＥＰ').map(({ name }) => name)).toEqual(['Sepolia'])
    expect(listNetworks(all, base, 'zzz')).toEqual([])
  })
})
