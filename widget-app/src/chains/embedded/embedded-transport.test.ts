import { describe, expect, test } from 'vitest'
import type { EmbeddedAccounts } from '#shared/api/embedded-account.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { ChainAdapter, ConnectionChange, RpcRequest, WalletTransport } from '../chain-adapter.ts'
import { createAdapter as createEip155 } from '../eip155/adapter.ts'
import type { EmbeddedPorts } from '../embedded-source.ts'
import { loadEmbeddedTransport } from '../load-embedded-transport.ts'
import { createAdapter as createPolkadot } from '../polkadot/adapter.ts'
import { required } from '../registry.ts'
import { createAdapter as createSolana } from '../solana/adapter.ts'
import { virtualClock } from '../testing/virtual-clock.ts'

const accounts: EmbeddedAccounts = {
  eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  solana: 'FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq',
  // Alice of the development accounts.
  polkadot: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
}
const others: EmbeddedAccounts = {
  eip155: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  solana: 'GwCXyJ8AesaucFMTUSZmiFVMhVngpeBxaBC7mQJiZct3',
  polkadot: '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
}
const addresses = { ...accounts, polkadot: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY' }
const otherAddresses = { ...others, polkadot: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty' }

const namespaces = ['eip155', 'solana', 'polkadot'] as const
type WalletNamespace = (typeof namespaces)[number]
const createAdapter = { eip155: createEip155, solana: createSolana, polkadot: createPolkadot }
const signing = {
  eip155: { method: 'personal_sign', params: ['0x00', accounts.eip155] },
  solana: { method: 'solana:signMessage', params: { address: accounts.solana, message: 'AA==' } },
  polkadot: { method: 'injectedWeb3:signRaw', params: { address: addresses.polkadot, data: '0x00' } },
}

const networkOf = (id: string): Network => ({
  id: parseChainId(id),
  name: id,
  nativeCurrency: { name: 'Native', symbol: 'NAT', decimals: 9 },
})
const chains = {
  eip155: networkOf('eip155:10'),
  solana: networkOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
  polkadot: networkOf('polkadot:68d56f15f85d3136970ec16946040bc1'),
}
const mainnet = networkOf('eip155:1')
const known = [...Object.values(chains), mainnet]

/** The source over an account that changes, and the requests for signatures. */
async function start(initial: EmbeddedAccounts | 'none' = accounts, over: Partial<EmbeddedPorts> = {}) {
  let current = initial === 'none' ? undefined : initial
  const watchers = new Set<() => void>()
  const signed: (readonly [string, RpcRequest])[] = []
  const transport = await loadEmbeddedTransport({
    wallet: { name: 'Own Wallet' },
    accounts: () => current,
    watchAccounts: (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    networks: () => known.map(({ id }) => id),
    knownNetwork: async (chain) => known.find(({ id }) => id === chain),
    selectedChain: (namespace) => chains[namespace].id,
    sign: async (handle, request) => {
      signed.push([handle, request])
      return 'signed'
    },
    batches: {
      support: async () => 'unsupported',
      receipt: async () => null,
      sent: () => [],
      storeSent: () => expect.unreachable('A bundle was sent'),
    },
    log: (message, detail) => expect.unreachable(`${message}: ${String(detail)}`),
    ...over,
  })
  const change = (next: EmbeddedAccounts | undefined) => {
    current = next
    for (const watcher of watchers) watcher()
  }
  return { transport, signed, change }
}

function adapterOf(namespace: WalletNamespace, transport: WalletTransport): ChainAdapter {
  const ports: AdapterPorts = {
    transport,
    rpcUrl: () => 'https://rpc.example',
    fetch: () => Promise.reject(new Error('Nothing is fetched')),
    clock: virtualClock(),
    selectedChain: () => chains[namespace].id,
  }
  return createAdapter[namespace](ports)
}

async function connected(namespace: WalletNamespace, silent = false) {
  const world = await start()
  const adapter = adapterOf(namespace, world.transport)
  const found = world.transport.list().find((wallet) => wallet.namespace === namespace)
  const wallet = required(found, 'wallet')
  return { ...world, adapter, wallet, connection: await adapter.connect(wallet, { silent }) }
}

describe('list', () => {
  test('while there are accounts › one wallet per namespace, which no page can announce', async () => {
    const { transport, change } = await start('none')
    const lists: number[] = []
    const stop = transport.watch((wallets) => lists.push(wallets.length))
    change(accounts)
    change(others)
    change(undefined)
    stop()
    change(accounts)
    expect(lists).toEqual([0, 3, 0])
    expect(transport.list().map(({ handle }) => handle)).toEqual([
      'embedded:eip155',
      'embedded:solana',
      'embedded:polkadot',
    ])
    expect(transport.list().map(walletIdOf)).toEqual([
      'ethereum:embedded:wallet',
      'solana:embedded:wallet',
      'polkadot:embedded:wallet',
    ])
  })
})

describe.each(namespaces)('%s adapter', (namespace) => {
  test.each([true, false])('connect, silent %s › account and selected chain', async (silent) => {
    const { connection } = await connected(namespace, silent)
    expect(connection).toMatchObject({
      handle: `embedded:${namespace}`,
      accounts: [addresses[namespace]],
      chain: chains[namespace].id,
    })
  })

  test('no account › connect rejects', async () => {
    const { transport } = await start('none')
    const adapter = adapterOf(namespace, transport)
    const wallet = { handle: `embedded:${namespace}`, namespace, source: 'embedded', name: 'Own' } as const
    await expect(adapter.connect(wallet, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
    await expect(adapter.connect(wallet, { silent: false })).rejects.toMatchObject({ code: 4100 })
  })

  test('account changes, then goes › reported', async () => {
    const { adapter, connection, change } = await connected(namespace)
    const changes: ConnectionChange[] = []
    const stop = adapter.watch(connection, (one) => changes.push(one))
    change(others)
    await expect.poll(() => changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ is: 'accounts', accounts: [otherAddresses[namespace]] })
    change(others)
    change(undefined)
    await expect.poll(() => changes).toHaveLength(2)
    expect(changes[1]).toEqual({ is: 'disconnected' })
    stop()
  })

  test('disconnect › shares nothing and signs nothing until the next connect', async () => {
    const { adapter, connection, wallet, transport, signed } = await connected(namespace)
    await adapter.disconnect(connection)
    await expect(adapter.connect(wallet, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
    await expect(transport.request(wallet.handle, signing[namespace])).rejects.toMatchObject({ code: 4100 })
    expect(signed).toEqual([])
    await adapter.connect(wallet, { silent: false })
    expect(await transport.request(wallet.handle, signing[namespace])).toBe('signed')
    expect(signed).toEqual([[wallet.handle, signing[namespace]]])
  })

  test.each([
    'eth_sign',
    'eth_sendRawTransaction',
    'eth_blockNumber',
    'wallet_grantPermissions',
    'standard:events',
    'injectedWeb3:metadata.provide',
    'toString',
  ])('%s › 4200', async (method) => {
    const { transport, wallet, signed } = await connected(namespace)
    await expect(transport.request(wallet.handle, { method, params: [] })).rejects.toMatchObject({
      code: 4200,
    })
    expect(signed).toEqual([])
  })

  test('no account › nothing to sign', async () => {
    const { transport, signed, change } = await start()
    change(undefined)
    const request = transport.request(`embedded:${namespace}`, signing[namespace])
    await expect(request).rejects.toMatchObject({ code: 4100 })
    expect(signed).toEqual([])
  })
})

describe('eip155 provider', () => {
  const handle = 'embedded:eip155'

  test('switchNetwork › chainChanged, reported once', async () => {
    const { adapter, connection, transport } = await connected('eip155')
    const changes: ConnectionChange[] = []
    adapter.watch(connection, (one) => changes.push(one))
    const switchNetwork = required(adapter.switchNetwork, 'switchNetwork')
    await switchNetwork(connection, mainnet)
    await switchNetwork(connection, mainnet)
    expect(changes).toEqual([{ is: 'chain', chain: mainnet.id }])
    expect(await transport.request(handle, { method: 'eth_chainId' })).toBe('0x1')
  })

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    '%s of an unknown network › 4902',
    async (method) => {
      const { transport } = await start()
      const events: string[] = []
      transport.onEvent(handle, (event) => events.push(event))
      const params = [{ chainId: '0x539', rpcUrls: ['https://attacker.example'] }]
      await expect(transport.request(handle, { method, params })).rejects.toMatchObject({ code: 4902 })
      await expect(transport.request(handle, { method, params: [{ chainId: '1' }] })).rejects.toMatchObject({
        code: -32602,
      })
      expect(await transport.request(handle, { method: 'eth_chainId' })).toBe('0xa')
      expect(events).toEqual([])
    },
  )

  test('add of a known network › selected', async () => {
    const { transport } = await start()
    const events: unknown[] = []
    transport.onEvent(handle, (event, data) => events.push([event, data]))
    await transport.request(handle, { method: 'wallet_addEthereumChain', params: [{ chainId: '0x1' }] })
    expect(events).toEqual([['chainChanged', '0x1']])
  })

  test('chain › fixed once read, Ethereum without a selected one', async () => {
    let selected = chains.eip155.id
    const { transport } = await start(accounts, { selectedChain: () => selected })
    expect(await transport.request(handle, { method: 'eth_chainId' })).toBe('0xa')
    selected = mainnet.id
    expect(await transport.request(handle, { method: 'eth_chainId' })).toBe('0xa')
    const { transport: unselected } = await start(accounts, { selectedChain: () => undefined })
    expect(await unselected.request(handle, { method: 'eth_chainId' })).toBe('0x1')
  })

  test('permissions, capabilities and tokens', async () => {
    const { transport } = await start()
    const request = (method: string) => transport.request(handle, { method, params: [{ eth_accounts: {} }] })
    const caveats = [{ type: 'restrictReturnedAccounts', value: [accounts.eip155] }]
    const permissions = [{ parentCapability: 'eth_accounts', caveats }]
    expect(await request('wallet_getPermissions')).toEqual(permissions)
    expect(await request('wallet_revokePermissions')).toBeNull()
    expect(await request('wallet_getPermissions')).toEqual([])
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('wallet_requestPermissions')).toEqual(permissions)
    expect(await request('wallet_watchAsset')).toBe(true)
  })
})

describe('source', () => {
  test('handle of another wallet › 4100, no events', async () => {
    const { transport } = await start()
    for (const handle of ['embedded:', 'embedded:bip122', 'wc:1'])
      await expect(transport.request(handle, { method: 'eth_accounts' })).rejects.toMatchObject({
        code: 4100,
      })
    expect(() => transport.onEvent('embedded:bip122', () => undefined)()).not.toThrow()
  })

  test('error of the vault › passed on; aborted request › never reaches it', async () => {
    const rejection = new Error('rejected')
    const { transport } = await start(accounts, { sign: () => Promise.reject(rejection) })
    await expect(transport.request('embedded:eip155', signing.eip155)).rejects.toBe(rejection)
    const { transport: other, signed } = await start()
    const aborted = AbortSignal.abort()
    await expect(other.request('embedded:eip155', signing.eip155, { signal: aborted })).rejects.toBe(
      aborted.reason,
    )
    expect(signed).toEqual([])
  })

  test('solana account › chains by name, a local chain by its id', async () => {
    const local = parseChainId('solana:88y1mUH5nvW2kfyyxFYqKeMc6NSWRyuk')
    const { transport } = await start(accounts, { networks: () => [local, chains.solana.id, mainnet.id] })
    expect(await transport.request('embedded:solana', { method: 'standard:connect' })).toMatchObject({
      accounts: [{ address: accounts.solana, chains: [local, 'solana:devnet'] }],
    })
    const { transport: unconfigured } = await start(accounts, { networks: () => [] })
    expect(await unconfigured.request('embedded:solana', { method: 'standard:connect' })).toMatchObject({
      accounts: [{ chains: ['solana:mainnet'] }],
    })
  })
})
