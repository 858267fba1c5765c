import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { knownRecipientsAtom, recipientKey } from '#widget/domain/accounts/known-recipients.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { beginTransactionAtom, recordTransactionAtom } from './journal.ts'
import { knownAddressesAtom } from './known-addresses.ts'
import type { TransactionPurpose } from './transaction-entry.ts'

const chain = parseChainId('eip155:1')
const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const connection = testConnection({ chain })

describe('knownAddressesAtom', () => {
  it("approved recipient › known by the address in its chain's encoding", () => {
    const { store } = testWorld()
    const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7'
    const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
    store.set(knownRecipientsAtom, [
      recipientKey(parseChainId('eip155:1'), ethereum),
      recipientKey(parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), solana),
    ])
    expect(store.get(knownAddressesAtom('eip155'))).toEqual([ethereum.toLowerCase()])
    expect(store.get(knownAddressesAtom('solana'))).toEqual([solana])
  })

  it('contract of a swap or an approval › is not a known address', () => {
    const { store } = testWorld()
    const pays = (to: string, purpose?: TransactionPurpose) => {
      const id = store.set(beginTransactionAtom, connection, { from: alice, to, asset, value: 1n }, purpose)
      store.set(recordTransactionAtom, id, {
        is: 'submitted',
        transaction: { chain, from: alice, hash: id, nonce: 1 },
      })
    }
    pays(bob)
    pays(`0x${'a'.repeat(40)}`, { is: 'swap', gets: asset, atLeast: 1n })
    pays(`0x${'b'.repeat(40)}`, { is: 'approval' })
    expect(store.get(knownAddressesAtom('eip155'))).toEqual([bob])
  })
})
