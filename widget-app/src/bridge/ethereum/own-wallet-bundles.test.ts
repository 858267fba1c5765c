import { expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { LocalKeys } from '#widget/chains/chain-adapter.ts'
import { bob, testWallet } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const unused = () => expect.unreachable('A key was used')
const calls = [
  { to: bob, value: '0x1' },
  { to: bob, value: '0x3' },
]

/** Our own wallet, whose account has no code; `completed` collects what would be reviewed in the vault. */
async function ownWorld() {
  const completed: string[] = []
  const keys: LocalKeys = {
    complete: async (_connection, { method }) => {
      completed.push(method)
      throw new ProviderRpcError(-32000, 'insufficient funds')
    },
    ...{ sign: unused, respond: unused },
  }
  const world = await dappWorld({
    adapter: { localKeys: async () => keys },
    options: {
      wallets: [testWallet({ source: 'embedded' })],
      config: { defaultAccountTypes: { eip155: 'eoa' } },
    },
  })
  const send = (atomicRequired: boolean) =>
    world.sendRequest({
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', chainId: '0x1', atomicRequired, calls }],
    })
  return { ...world, completed, send }
}

test('account without code, atomic bundle › 5760, nothing reviewed', async () => {
  const { send, completed } = await ownWorld()
  await expect(send(true)).rejects.toMatchObject({ code: 5760 })
  expect(completed).toEqual([])
})

test('account without code, other bundle › each call is a transaction for the vault', async () => {
  const { send, completed, walletRequests } = await ownWorld()
  // The first transaction cannot be completed, which ends the bundle.
  await expect(send(false)).rejects.toMatchObject({ code: -32000 })
  expect(completed).toEqual(['eth_sendTransaction'])
  expect(walletRequests).toEqual([])
})
