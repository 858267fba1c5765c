import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ConnectionChange } from '../../chain-adapter.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { alice, bob, connection, otherGenesis } from '../testing/unit-world.ts'
import { createSelectedChains } from './selected-chains.ts'
import { watch } from './watch-wallet-events.ts'

const shared = (address: string, genesisHash?: string) => ({ address, type: 'ed25519', genesisHash })
const accountsChange = (address: string, genesisHash?: string): ConnectionChange => ({
  is: 'accounts',
  accounts: [address],
  facts: { [address]: { type: 'ed25519', ...(genesisHash && { genesisHash }) } },
})

describe('watch', () => {
  const world = () => {
    const transport = memoryTransport({})
    const selectedChains = createSelectedChains()
    const changes: ConnectionChange[] = []
    const stop = watch(transport, selectedChains, connection, (change) => changes.push(change))
    return { transport, selectedChains, changes, stop }
  }

  it.each<[string, string, unknown, readonly ConnectionChange[]]>([
    ['accounts', 'accountsChanged', [shared(bob)], [accountsChange(bob)]],
    ['no account left', 'accountsChanged', [], [{ is: 'disconnected' }]],
    ['only locked ones left', 'accountsChanged', [shared(bob, otherGenesis)], [{ is: 'disconnected' }]],
    ['no list', 'accountsChanged', 'none', []],
    ['gone', 'disconnect', undefined, [{ is: 'disconnected' }]],
    ['something else', 'message', [shared(bob)], []],
  ])('event › %s', (_name, event, data, expected) => {
    const { transport, changes } = world()
    transport.emit(event, data)
    expect(changes).toEqual(expected)
  })

  it('another chain selected › its bound accounts count', () => {
    const { transport, selectedChains, changes } = world()
    const chain = parseChainId(`polkadot:${otherGenesis.slice(2, 34)}`)
    selectedChains.select(connection.handle, chain, { accounts: [alice], facts: {} })
    transport.emit('accountsChanged', [shared(bob, otherGenesis)])
    expect(changes).toEqual([
      { is: 'chain', chain },
      { is: 'accounts', accounts: [alice], facts: {} },
      accountsChange(bob, otherGenesis),
    ])
  })

  it('account renamed while connected › emitted with its new name', () => {
    const { transport, changes } = world()
    transport.emit('accountsChanged', [{ ...shared(bob), name: 'Savings' }])
    transport.emit('accountsChanged', [{ ...shared(bob), name: 'Rent' }])
    expect(changes).toMatchObject([
      { facts: { [bob]: { name: 'Savings' } } },
      { facts: { [bob]: { name: 'Rent' } } },
    ])
  })

  it('other wallets, or after stop › nothing is emitted', () => {
    const { transport, selectedChains, changes, stop } = world()
    selectedChains.select('another wallet', connection.chain, { accounts: [bob], facts: {} })
    stop()
    selectedChains.select(connection.handle, connection.chain, { accounts: [bob], facts: {} })
    transport.emit('accountsChanged', [shared(bob)])
    expect(changes).toEqual([])
  })
})
