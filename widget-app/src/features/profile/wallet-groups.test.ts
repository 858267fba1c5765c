import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { walletGroups } from './wallet-groups.ts'

const createConnection = (walletName: string, over: Partial<Connection> = {}): Connection => ({
  namespace: 'eip155',
  walletId: `ethereum:${walletName}`,
  handle: walletName,
  walletName,
  icon: undefined,
  accounts: [alice],
  chain: parseChainId('eip155:1'),
  ...over,
})
const rabby = createConnection('Rabby')
const metamask = createConnection('MetaMask', { accounts: [bob, alice], walletOrder: [alice, bob] })

describe('walletGroups', () => {
  it("wallets sorted by name, accounts in the wallet's order, also if active", () => {
    const connections = { eip155: { is: 'connected', connection: rabby, others: [metamask] } } as const
    const [group] = walletGroups(connections, ['eip155'], 'eip155')
    expect(group?.wallets.map(({ connection, role }) => [connection.walletName, role])).toEqual([
      ['MetaMask', 'beside'],
      ['Rabby', 'active'],
    ])
    expect(group?.wallets[0]?.accounts).toEqual([
      { address: alice, name: undefined, role: 'beside' },
      { address: bob, name: undefined, role: 'beside' },
    ])
  })

  it('account of the active wallet › active only in the active namespace', () => {
    const connections = { eip155: { is: 'connected', connection: metamask } } as const
    const roles = (active: 'eip155' | 'solana') =>
      walletGroups(connections, ['solana', 'eip155'], active).map(({ wallets }) =>
        wallets.flatMap(({ accounts }) => accounts.map(({ role }) => role)),
      )
    expect(roles('eip155')).toEqual([[], ['beside', 'active']])
    expect(roles('solana')).toEqual([[], ['beside', 'in-use']])
  })
})
