import type { Signer } from '@polkadot/api/types'
import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { evmAccount, polkadotAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { polkadotAccounts } from './polkadot.ts'
import { type InjectedSigner, injectedAccounts } from './polkadot-js.ts'

const signature = `0x01${'ab'.repeat(64)}`
const { address, walletId } = polkadotAccount

function bridge(respond: () => unknown = () => ({ id: 7, signature })) {
  const calls: unknown[] = []
  return {
    calls,
    accounts: [evmAccount, polkadotAccount, solanaAccount],
    requestWallet: async (...call: unknown[]) => {
      calls.push(call)
      return respond()
    },
  }
}

describe('polkadotAccounts', () => {
  it('accounts › Polkadot only, with the fields of the specification and both signers', () => {
    const [account, ...others] = polkadotAccounts(bridge())
    expect(others).toEqual([])
    expect(account).toMatchObject({ id: polkadotAccount.id, name: 'Savings', type: 'sr25519' })
    expect(account?.polkadotSigner.publicKey).toHaveLength(32)
    expect(Object.keys(account?.injectedSigner ?? {})).toEqual(['signPayload', 'signRaw'])
  })

  it('account of 20 bytes › its address is the public key', () => {
    const ethereum = { ...polkadotAccount, address: evmAccount.address, type: 'ethereum' } as const
    const [account] = polkadotAccounts({ ...bridge(), accounts: [ethereum] })
    expect(account?.polkadotSigner.publicKey).toHaveLength(20)
  })

  it('polkadot-api › signs bytes through the wallet of the account', async () => {
    const page = bridge()
    const [account] = polkadotAccounts(page)
    expect(await account?.polkadotSigner.signBytes(new TextEncoder().encode('hi'))).toHaveLength(65)
    expect(page.calls).toEqual([
      [walletId, { method: 'injectedWeb3:signRaw', params: { address, data: '0x6869' } }],
    ])
  })
})

describe('injectedAccounts', () => {
  it('signPayload › payload and result of @polkadot/api pass unchanged', async () => {
    const page = bridge(() => ({ id: 7, signature, signedTransaction: '0x84' }))
    const [account] = injectedAccounts(page)
    const payload = { address, method: '0x00', version: 4, assetId: null, withSignedTransaction: true }
    expect(await account?.injectedSigner.signPayload(payload)).toEqual({
      id: 7,
      signature,
      signedTransaction: '0x84',
    })
    expect(page.calls).toEqual([[walletId, { method: 'injectedWeb3:signPayload', params: payload }]])
  })

  it.each([
    [null],
    [{}],
    [{ id: 7, signature: 'none' }],
    [{ id: '7', signature }],
    [{ id: 7, signature, more: 1 }],
  ])('result %j › rejected as no signature', async (respond) => {
    const [account] = injectedAccounts(bridge(() => respond))
    await expect(account?.injectedSigner.signRaw({ address, data: '0x00' })).rejects.toMatchObject({
      code: -32603,
    })
  })

  it('widget rejects › the dApp receives the same error', async () => {
    const [account] = injectedAccounts(
      bridge(() => {
        throw new ProviderRpcError(4200, 'Only extrinsic version 4 is supported, not 5')
      }),
    )
    await expect(account?.injectedSigner.signPayload({ address, version: 5 })).rejects.toThrow(
      'Only extrinsic version 4 is supported, not 5',
    )
  })
})

describe('types', () => {
  it('signers › match the types of their libraries', () => {
    expectTypeOf<InjectedSigner>().toExtend<Signer>()
    expectTypeOf<
      ReturnType<typeof polkadotAccounts>[number]['polkadotSigner']
    >().toEqualTypeOf<PolkadotSigner>()
  })
})
