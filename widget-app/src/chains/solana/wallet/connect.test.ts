import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { chainOfWallet, walletChain } from '../../solana-clusters.ts'
import { memoryTransport, type ScriptedResult } from '../../testing/scripted-transport.ts'
import { alice, bob, chain, connection, found, network, walletAccount } from '../testing/unit-world.ts'
import { connect, disconnect, type SolanaConnectOptions } from './connect.ts'
import { createAccountBook } from './wallet-accounts.ts'
import { createConnectionWatch } from './watch-wallet-events.ts'

const notSilent = { silent: false }
const devnet = parseChainId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
const local = parseChainId('solana:88y1mUH5nvW2kfyyxFYqKeMc6NSWRyuk')
const fails =
  (code: number, message = ''): ScriptedResult =>
  () => {
    throw new ProviderRpcError(code, message)
  }
const wallet = (answer: ScriptedResult) => memoryTransport({ 'standard:connect': answer })
const start = (transport: ReturnType<typeof wallet>, options: SolanaConnectOptions = notSilent) =>
  connect(transport, createAccountBook(transport), found, options)

describe('connect', () => {
  test('one request › returns accounts and chain', async () => {
    const transport = wallet(() => ({ accounts: [walletAccount(alice), walletAccount(bob)] }))
    expect(await start(transport)).toEqual({ ...connection, accounts: [alice, bob] })
    expect(transport.requests).toEqual([{ method: 'standard:connect', params: {} }])
  })

  test('silent › the request has the silent flag', async () => {
    const transport = wallet(() => ({ accounts: [walletAccount(alice)] }))
    await start(transport, { silent: true })
    expect(transport.requests).toEqual([{ method: 'standard:connect', params: { silent: true } }])
  })

  test.each<[string, readonly string[], SolanaConnectOptions['chain'], string]>([
    ['the first of the wallet', ['solana:devnet', 'solana:mainnet'], undefined, devnet],
    ['the chosen one', ['solana:mainnet', 'solana:devnet'], devnet, devnet],
    ['the chosen one, which is local', ['solana:mainnet', 'solana:localnet'], local, local],
    ['none that the wallet has not', ['solana:mainnet'], devnet, chain],
    ['a CAIP-2 id rather than a name without one', ['solana:localnet', local], undefined, local],
    ['a name, where there is nothing else', ['solana:localnet'], undefined, 'solana:localnet'],
  ])('chain › %s', async (_, chains, selected, expected) => {
    const transport = wallet(() => ({ accounts: [{ ...walletAccount(alice), chains }] }))
    const options = selected === undefined ? notSilent : { ...notSilent, chain: selected }
    expect((await start(transport, options)).chain).toBe(expected)
  })

  test.each<[string, unknown, readonly string[]]>([
    ['twice the same', [walletAccount(alice), walletAccount(alice)], [alice]],
    ['garbage', [null, 7, { address: alice }, walletAccount('nobody'), walletAccount(bob)], [bob]],
    ['other chains', [{ ...walletAccount(alice), chains: ['sui:mainnet'] }, walletAccount(bob)], [bob]],
  ])('account list › %s › filtered', async (_, accounts, expectedAccounts) => {
    expect((await start(wallet(() => ({ accounts })))).accounts).toEqual(expectedAccounts)
  })

  test.each<[string, unknown]>([
    ['an empty list', { accounts: [] }],
    ['no list', { accounts: { 0: walletAccount(alice) } }],
    ['nothing', undefined],
    [
      'an account for no chain of Solana',
      { accounts: [{ ...walletAccount(alice), chains: ['solana:unheard'] }] },
    ],
  ])('%s › no account', async (_, answer) => {
    await expect(start(wallet(() => answer))).rejects.toMatchObject({ code: 'wallet/no-account' })
  })

  test.each([
    [4001, 'User rejected the request.', 4001],
    [-32603, 'User rejected the request.', 4001],
    [-32603, 'Unexpected error', -32603],
    [-32002, 'Request already pending', -32002],
    [4900, 'gone', 4900],
  ])('error %i %s › rejects with %i', async (code, message, expectedCode) => {
    await expect(start(wallet(fails(code, message)))).rejects.toMatchObject({ code: expectedCode })
  })

  test.each([4001, 4100])('silent request fails with %i › no account', async (code) => {
    await expect(start(wallet(fails(code)), { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
  })
})

describe('disconnect', () => {
  test('sends the request and ignores errors', async () => {
    const transport = memoryTransport({ 'standard:disconnect': fails(-32601) })
    await disconnect(transport, connection)
    expect(transport.requests).toEqual([{ method: 'standard:disconnect', params: {} }])
  })
})

describe('watch', () => {
  const watching = () => {
    const transport = wallet(() => ({ accounts: [walletAccount(alice)] }))
    const book = createAccountBook(transport)
    return { transport, book, ...createConnectionWatch(transport, book) }
  }

  test('new accounts › reported and stored; none › disconnected; invalid › ignored', async () => {
    const { transport, book, watch } = watching()
    const changes: unknown[] = []
    watch(connection, (change) => changes.push(change))
    transport.emit('accountsChanged', [walletAccount(bob, 'solana:signTransaction')])
    transport.emit('accountsChanged', ['garbage'])
    transport.emit('chainChanged', '0x1')
    transport.emit('accountsChanged', [])
    expect(changes).toEqual([{ is: 'accounts', accounts: [bob] }, { is: 'disconnected' }])
    expect(await book.find(connection, bob)).toMatchObject({ features: ['solana:signTransaction'] })
    expect(transport.requests).toEqual([])
  })

  test('selected network › reported to subscribers of this wallet only', async () => {
    const { watch, switchNetwork } = watching()
    const [changes, others]: [unknown[], unknown[]] = [[], []]
    const stop = watch(connection, (change) => changes.push(change))
    watch({ ...connection, handle: '1'.repeat(32) }, (change) => others.push(change))
    await switchNetwork(connection, { ...network, id: devnet })
    stop()
    await switchNetwork(connection, network)
    expect([changes, others]).toEqual([[{ is: 'chain', chain: devnet }], []])
  })

  test('network that the account does not support › rejected', async () => {
    const { switchNetwork } = watching()
    await expect(switchNetwork(connection, { ...network, id: local })).rejects.toMatchObject({
      code: 'chain/not-supported-by-wallet',
    })
  })

  test('account that the wallet no longer shares › rejected', async () => {
    await expect(watching().book.find(connection, bob)).rejects.toMatchObject({ code: 4100 })
  })
})

describe('clusters', () => {
  test.each([
    ['solana:mainnet', chain],
    ['solana:devnet', devnet],
    ['solana:testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    [local, local],
    ['sui:mainnet', undefined],
    ['solana:', undefined],
  ])('cluster %s › %s', (name, id) => {
    expect(chainOfWallet(name)).toBe(id)
  })

  test('chain with a custom genesis hash › the local cluster', () => {
    expect([chain, devnet, local].map(walletChain)).toEqual([
      'solana:mainnet',
      'solana:devnet',
      'solana:localnet',
    ])
  })
})
