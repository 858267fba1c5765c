import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryTransport, type ScriptedResult } from '../../testing/scripted-transport.ts'
import { alice, bob, connection, found } from '../testing/unit-world.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

const prompting = { silent: false }
const lower = alice.toLowerCase()

describe('connect', () => {
  test('requests › accounts, then the chain, nothing else', async () => {
    const transport = memoryTransport({
      eth_requestAccounts: () => [lower, bob],
      eth_chainId: () => '0x2105',
    })
    expect(await connect(transport, found, prompting)).toEqual({
      namespace: 'eip155',
      walletId: 'ethereum:com.example.wallet',
      handle: found.handle,
      walletName: found.name,
      icon: undefined,
      accounts: [alice, bob],
      chain: 'eip155:8453',
    })
    expect(transport.requests.map((request) => request.method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
    ])
  })

  test('silent › no prompt, rejects if the wallet would need one', async () => {
    const transport = memoryTransport({ eth_accounts: () => [] })
    await expect(connect(transport, found, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
    expect(transport.count('eth_requestAccounts')).toBe(0)
  })

  test('legacy wallet › identified by its name', async () => {
    const { rdns: _, ...legacy } = found
    const transport = memoryTransport({ eth_requestAccounts: () => [alice], eth_chainId: () => 1 })
    expect((await connect(transport, legacy, prompting)).walletId).toBe('ethereum:Example Wallet')
  })

  test.each<[string, unknown, string[]]>([
    ['twice the same', [alice, lower], [alice]],
    ['garbage among them', [1, null, '0x12', bob], [bob]],
    ['CAIP-10', [`eip155:1:${lower}`, ` ${bob} `], [alice, bob]],
  ])('%s in the account list › valid accounts, without duplicates', async (_, accounts, expected) => {
    const transport = memoryTransport({ eth_requestAccounts: () => accounts, eth_chainId: () => '0x1' })
    expect((await connect(transport, found, prompting)).accounts).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['an empty list', []],
    ['no list', { 0: alice }],
    ['only garbage', ['hello']],
  ])('%s › no account', async (_, accounts) => {
    const transport = memoryTransport({ eth_requestAccounts: () => accounts })
    await expect(connect(transport, found, prompting)).rejects.toMatchObject({ code: 'wallet/no-account' })
  })

  test.each<[unknown, string]>([
    ['0x1', 'eip155:1'],
    ['137', 'eip155:137'],
    [8453, 'eip155:8453'],
  ])('chain %j › %s', async (chain, id) => {
    const transport = memoryTransport({ eth_requestAccounts: () => [alice], eth_chainId: () => chain })
    expect((await connect(transport, found, prompting)).chain).toBe(id)
  })

  test.each([null, '', '0x', '0x0', -1, 1.5, '1e3', 'loading'])('chain %j › no chain', async (chain) => {
    const transport = memoryTransport({ eth_requestAccounts: () => [alice], eth_chainId: () => chain })
    await expect(connect(transport, found, prompting)).rejects.toThrow('No chainId found')
  })

  test.each([
    [4001, 'User rejected the request.', 4001],
    [5002, 'User rejected methods', 4001],
    [-32603, 'User denied account authorization', 4001],
    [-32002, 'Request already pending', -32002],
    [4100, 'Unauthorized', 4100],
  ])('error %i %s › rejects with %i', async (code, message, expectedCode) => {
    const rejects: ScriptedResult = () => {
      throw new ProviderRpcError(code, message)
    }
    const transport = memoryTransport({ eth_requestAccounts: rejects })
    await expect(connect(transport, found, prompting)).rejects.toMatchObject({ code: expectedCode })
    expect(transport.requests).toHaveLength(1)
  })
})

describe('connect, wallet changes while its chain is read', () => {
  const connectWhileChanging = (event: string, data: unknown, laterAccounts: readonly string[]) => {
    const transport = memoryTransport({
      eth_requestAccounts: () => [alice],
      eth_accounts: () => laterAccounts,
      eth_chainId: () => {
        if (transport.count('eth_chainId') > 1) return '0x2105'
        transport.emit(event, data)
        return '0x1'
      },
    })
    return connect(transport, found, prompting)
  }

  test('another account › connected to that one', async () => {
    expect((await connectWhileChanging('accountsChanged', [bob], [bob])).accounts).toEqual([bob])
  })

  test('another chain › connected on that one', async () => {
    expect((await connectWhileChanging('chainChanged', '0x2105', [alice])).chain).toBe('eip155:8453')
  })

  test('no account left › not connected', async () => {
    await expect(connectWhileChanging('accountsChanged', [], [])).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
  })

  test('changes at each read › connected after three', async () => {
    const transport = memoryTransport({
      eth_requestAccounts: () => [alice],
      eth_accounts: () => [bob],
      eth_chainId: () => {
        transport.emit('chainChanged', '0x1')
        return '0x1'
      },
    })
    expect((await connect(transport, found, prompting)).accounts).toEqual([bob])
    expect(transport.count('eth_chainId')).toBe(3)
  })
})

describe('disconnect', () => {
  test('wallet reports a permission › it is revoked', async () => {
    let permissions = [{ parentCapability: 'eth_accounts' }]
    const transport = memoryTransport({
      wallet_getPermissions: () => permissions,
      wallet_revokePermissions: () => {
        permissions = []
        return null
      },
    })
    await disconnect(transport, connection)
    expect(transport.requests.map(({ method }) => method)).toEqual([
      'wallet_getPermissions',
      'wallet_revokePermissions',
      'wallet_getPermissions',
    ])
    expect(transport.requests[1]).toMatchObject({ params: [{ eth_accounts: {} }] })
  })

  test('permissions › invalid entry › the others count', async () => {
    let permissions: unknown[] = [null, { parentCapability: 7 }, { parentCapability: 'eth_accounts' }]
    const transport = memoryTransport({
      wallet_getPermissions: () => permissions,
      wallet_revokePermissions: () => {
        permissions = []
        return null
      },
    })
    await disconnect(transport, connection)
    expect(transport.count('wallet_revokePermissions')).toBe(1)
  })

  test('acknowledged, permission still granted › error', async () => {
    const transport = memoryTransport({
      wallet_getPermissions: () => [{ parentCapability: 'eth_accounts' }],
      wallet_revokePermissions: () => null,
    })
    await expect(disconnect(transport, connection)).rejects.toThrow('shares its accounts still')
  })

  test.each<[string, () => unknown]>([
    ['refused by the wallet', () => Promise.reject(new ProviderRpcError(4001, 'No'))],
    ['acknowledged, then no permission can be read', () => null],
  ])('%s › ends without an error', async (_what, revoke) => {
    let isRevokeRequested = false
    const transport = memoryTransport({
      wallet_getPermissions: () => {
        if (isRevokeRequested) throw new ProviderRpcError(-32601, 'no such method')
        return [{ parentCapability: 'eth_accounts' }]
      },
      wallet_revokePermissions: () => {
        isRevokeRequested = true
        return revoke()
      },
    })
    await expect(disconnect(transport, connection)).resolves.toBeUndefined()
  })

  test('wallet without the method › no request to revoke, no error', async () => {
    const transport = memoryTransport({
      wallet_getPermissions: () => {
        throw new ProviderRpcError(-32601, 'no such method')
      },
    })
    await expect(disconnect(transport, connection)).resolves.toBeUndefined()
    await expect(
      disconnect(memoryTransport({ wallet_getPermissions: () => [] }), connection),
    ).resolves.toBeUndefined()
  })
})
