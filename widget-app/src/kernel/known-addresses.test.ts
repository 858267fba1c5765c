import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { knownAddressesAtom } from './known-addresses.ts'
import { knownReceiversAtom, receiverKey } from './known-receivers.ts'
import { testWorld } from './test-world.ts'

describe('knownAddressesAtom', () => {
  it('behavior: whom a person agreed to pay is known by the address as its chain writes it', () => {
    const { store } = testWorld()
    const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7'
    const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
    store.set(knownReceiversAtom, [
      receiverKey(parseChainId('eip155:1'), ethereum),
      receiverKey(parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), solana),
    ])
    expect(store.get(knownAddressesAtom('eip155'))).toEqual([ethereum.toLowerCase()])
    expect(store.get(knownAddressesAtom('solana'))).toEqual([solana])
  })
})
