import { describe, expect, it } from 'vitest'
import type { AccountEntry } from '../../shared/channel/records/entries.ts'
import { deriveAccounts } from './derived-accounts.ts'
import { evmAccount, polkadotAccount, solanaAccount } from './testing/sample-accounts.ts'

const bridgeOf = (accounts: readonly AccountEntry[]) => ({ accounts, requestWallet: async () => null })

describe('accountView', () => {
  const world = () => {
    const createdFor: string[] = []
    const view = deriveAccounts((_bridge, { id, platform }) => {
      if (platform === 'solana') return undefined
      createdFor.push(id)
      return { signer: { id } }
    })
    return { createdFor, view }
  }

  it('account without a derived object › left out; the others keep order and fields', () => {
    const { view } = world()
    const accounts = view(bridgeOf([polkadotAccount, solanaAccount, evmAccount]))
    expect(accounts.map(({ id }) => id)).toEqual([polkadotAccount.id, evmAccount.id])
    expect(accounts[0]).toMatchObject(polkadotAccount)
  })

  it('connected account, renamed › keeps its signer', () => {
    const { view, createdFor } = world()
    const bridge = bridgeOf([polkadotAccount])
    const [before] = view(bridge)
    bridge.accounts = [evmAccount, { ...polkadotAccount, name: 'Rent' }]
    const [, after] = view(bridge)
    expect(after?.name).toBe('Rent')
    expect(after?.signer).toBe(before?.signer)
    expect(createdFor).toEqual([polkadotAccount.id, evmAccount.id])
  })

  it('account reconnected › gets a new signer', () => {
    const { view } = world()
    const bridge = bridgeOf([polkadotAccount])
    const [before] = view(bridge)
    bridge.accounts = []
    expect(view(bridge)).toEqual([])
    bridge.accounts = [polkadotAccount]
    expect(view(bridge)[0]?.signer).not.toBe(before?.signer)
  })

  it('same account in two instances › has two signers', () => {
    const { view } = world()
    const [one] = view(bridgeOf([polkadotAccount]))
    const [other] = view(bridgeOf([polkadotAccount]))
    expect(one?.signer).not.toBe(other?.signer)
  })
})
