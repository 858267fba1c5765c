import { recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import {
  blockExternalHosts,
  type KitWallet,
  type LocalRelay,
  startKitWallet,
  startLocalRelay,
} from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const [key, otherKey] = [generatePrivateKey(), generatePrivateKey()]
const [account, other] = [privateKeyToAccount(key), privateKeyToAccount(otherKey)]
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const polkadotChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const allChains = ['eip155:1', 'eip155:8453', solanaChain, polkadotChain]
const unreachableUrl = 'http://127.0.0.1:1'
const neverAborted = new AbortController().signal

let relay: LocalRelay
let wallet: KitWallet
let releaseGuard: () => void
const externalHosts: string[] = []
let openSites: Site[] = []

beforeAll(async () => {
  releaseGuard = await blockExternalHosts((host) => externalHosts.push(host))
  relay = await startLocalRelay()
  wallet = await startKitWallet(relay, {
    eip155: {
      keys: [key, otherKey],
      rpcUrls: { '1': unreachableUrl, '8453': unreachableUrl, '10': unreachableUrl },
    },
    solana: { keys: [`0x${'07'.repeat(32)}`], rpcUrls: { [solanaChain.slice(7)]: unreachableUrl } },
    polkadot: { keys: ['//Alice'], ss58Prefixes: { [polkadotChain.slice(9)]: 0 } },
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
  releaseGuard()
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  await wallet.deleteSessions()
  for (const site of openSites) await site.close()
  openSites = []
  expect({ wallet: wallet.blockedHosts, site: externalHosts }).toEqual({ wallet: [], site: [] })
})

async function site(options?: Parameters<typeof openSite>[1]): Promise<Site> {
  const opened = await openSite(relay, options)
  openSites.push(opened)
  return opened
}

const handleOf = (wallets: readonly DiscoveredWallet[], namespace: string): string =>
  wallets.find((one) => one.namespace === namespace)?.handle ?? ''

/** A site with a session, and functions to send requests through it. */
async function connected(options: Parameters<typeof openSite>[1] = { chains: allChains }) {
  const shop = await site(options)
  const wallets = await shop.pair(wallet)
  return { shop, wallets, ...sessionRequests(shop) }
}

function sessionRequests(shop: Site) {
  const { transport } = shop.source
  const handle = (namespace: string) => handleOf(transport.list(), namespace)
  const request = (
    namespace: string,
    method: string,
    params?: readonly unknown[] | object,
    signal = neverAborted,
  ) => transport.request(handle(namespace), { method, ...(params ? { params } : {}) }, { signal })
  return {
    request,
    handle,
    sign: (message: string, signal = neverAborted) =>
      request(
        'eip155',
        'personal_sign',
        [`0x${Buffer.from(message).toString('hex')}`, account.address],
        signal,
      ),
    recordEvents: (namespace: string) => {
      const events: [string, unknown][] = []
      transport.onEvent(handle(namespace), (event, data) => events.push([event, data]))
      return events
    },
  }
}

const signerOf = (message: string, answer: unknown): Promise<string> =>
  recoverMessageAddress({ message, signature: `0x${String(answer).slice(2)}` })

const recordRequests = () => {
  const before = wallet.prompts.length
  return () => wallet.prompts.slice(before)
}

describe('pairing', () => {
  test('one session › one wallet per approved namespace, its signature is valid', async () => {
    const { shop, wallets, sign } = await connected()
    expect(wallets.map(({ namespace, source, name }) => [namespace, source, name])).toEqual([
      ['eip155', 'walletconnect', 'Petrel Wallet'],
      ['solana', 'walletconnect', 'Petrel Wallet'],
      ['polkadot', 'walletconnect', 'Petrel Wallet'],
    ])
    expect(shop.source.transport.list()).toEqual(wallets)
    expect(await signerOf('hello', await sign('hello'))).toBe(account.address)
  })

  test('proposal › optional namespaces only, with the origin of the site', async () => {
    const newRequests = recordRequests()
    await connected()
    const [proposal] = newRequests()
    expect(proposal).toMatchObject({ site: { name: 'Shop', url: 'https://shop.example' }, required: {} })
    expect(proposal?.optional).toMatchObject({
      eip155: { chains: ['eip155:1', 'eip155:8453'], events: ['accountsChanged', 'chainChanged'] },
      solana: { chains: [solanaChain] },
      polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'] },
    })
  })

  test('wallet approves less › the session has fewer namespaces and chains', async () => {
    await wallet.script({ proposals: { is: 'approve', only: ['eip155:8453', 'solana'] } })
    const { wallets, request } = await connected()
    expect(wallets.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana'])
    expect(await request('eip155', 'eth_chainId')).toBe('0x2105')
    await expect(request('eip155', 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).resolves.toBeNull()
  })

  test('invalid accounts › omitted', async () => {
    const alsoAccounts = {
      polkadot: [
        'polkadot:91b171bb158e2d3848fa23a9f1c25182:GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
      ],
    }
    await wallet.script({ proposals: { is: 'approve', alsoAccounts } })
    const { request } = await connected()
    expect(await request('polkadot', 'injectedWeb3:enable')).toEqual({
      accounts: [
        {
          address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
          type: 'sr25519',
          genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182',
        },
      ],
    })
  })

  test('rejected proposal › 4001; nothing supported › its own code', async () => {
    const shop = await site()
    await wallet.script({ proposals: { is: 'reject' } })
    await expect(shop.pair(wallet)).rejects.toMatchObject({ code: 4001 })
    const elsewhere = await site({ chains: ['eip155:424242'] })
    await wallet.script({})
    await expect(elsewhere.pair(wallet)).rejects.toMatchObject({
      code: 'pairing/nothing-approved',
      message: 'Chain is not supported',
    })
    expect(shop.source.transport.list()).toEqual([])
  })

  test('session approved after the abort › ended at once', async () => {
    const shop = await site()
    const proposalAbort = new AbortController()
    const { uri, approval } = await shop.source.propose({ walletId: undefined, signal: proposalAbort.signal })
    approval.catch(() => undefined)
    proposalAbort.abort()
    const newRequests = recordRequests()
    await wallet.pair(uri)
    await vi.waitFor(() => expect(newRequests().map(({ is }) => is)).toEqual(['proposal']))
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
    expect(shop.source.transport.list()).toEqual([])
  })

  test('catalogue wallet › rdns, icon and deep link are stored', async () => {
    const known = (_peer: object, walletId: string | undefined) => ({
      rdns: `test.${walletId}`,
      icon: '/petrel.png',
      app: 'trust://',
    })
    const shop = await site({ known })
    const { uri, approval } = await shop.source.propose({ walletId: 'petrel', signal: neverAborted })
    await wallet.pair(uri)
    expect(await approval).toMatchObject([{ rdns: 'test.petrel', icon: '/petrel.png', app: 'trust://' }])
    const { records } = shop
    await shop.close()
    expect((await site({ records })).source.transport.list()).toMatchObject([
      { rdns: 'test.petrel', app: 'trust://' },
    ])
  })
})

describe('session in use', () => {
  test('rejected request › 4001; unknown method › 4200 (EIP-1193)', async () => {
    const { sign, request } = await connected()
    await wallet.script({ requests: { is: 'reject' } })
    await expect(sign('no')).rejects.toMatchObject({ code: 4001, message: 'User rejected the request' })
    await expect(request('eip155', 'eth_sign', [])).rejects.toMatchObject({ code: 4200 })
    await expect(request('solana', 'eth_accounts')).rejects.toMatchObject({ code: 4200 })
  })

  test('aborted request › rejects, and the next one gets a response', async () => {
    const { sign } = await connected()
    await wallet.script({ requests: { is: 'ignore' } })
    const newRequests = recordRequests()
    const requestAbort = new AbortController()
    const aborted = sign('never mind', requestAbort.signal)
    await vi.waitFor(() => expect(newRequests()).toHaveLength(1))
    requestAbort.abort(new DOMException('Given up', 'AbortError'))
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    await wallet.script({})
    expect(await signerOf('again', await sign('again'))).toBe(account.address)
  })

  test('switch › approved chains locally, other chains at the wallet', async () => {
    await wallet.script({ proposals: { is: 'approve', only: ['eip155:1'] } })
    const { request, recordEvents } = await connected()
    await wallet.script({})
    const events = recordEvents('eip155')
    const newRequests = recordRequests()
    await request('eip155', 'wallet_switchEthereumChain', [{ chainId: '0x1' }])
    expect(newRequests()).toEqual([])
    await request('eip155', 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    expect(newRequests()).toMatchObject([{ method: 'wallet_switchEthereumChain', chainId: 'eip155:1' }])
    expect(await request('eip155', 'eth_chainId')).toBe('0x2105')
    expect(events).toEqual([['chainChanged', '0x2105']])
    await expect(
      request('eip155', 'wallet_switchEthereumChain', [{ chainId: '0x539' }]),
    ).rejects.toMatchObject({
      code: 4902,
    })
  })

  test('accountsChanged, chainChanged, session_update › reach the adapters', async () => {
    const { request, recordEvents } = await connected()
    const events = recordEvents('eip155')
    await wallet.changeAccount('eip155', 1)
    await vi.waitFor(async () => expect(await request('eip155', 'eth_accounts')).toEqual([other.address]))
    expect(events).toEqual([['accountsChanged', [other.address]]])
    await wallet.changeChain('eip155:8453')
    await vi.waitFor(() => expect(events.at(-1)).toEqual(['chainChanged', '0x2105']))
    await wallet.changeAccount('eip155', 0)
    await vi.waitFor(() => expect(events.at(-1)).toEqual(['accountsChanged', [account.address]]))
  })

  test('wallet revokes a namespace › it ends, the others stay', async () => {
    const { shop, recordEvents } = await connected()
    const events = recordEvents('solana')
    await wallet.updateNamespaces(['eip155', 'polkadot'])
    await vi.waitFor(() => expect(events).toEqual([['accountsChanged', []]]))
    expect(shop.source.transport.list().map(({ namespace }) => namespace)).toEqual(['eip155', 'polkadot'])
    await wallet.updateNamespaces(['eip155', 'polkadot', 'solana'])
    await vi.waitFor(() => expect(shop.source.transport.list()).toHaveLength(3))
  })

  test('wallet deletes the session › it ends in every namespace', async () => {
    const { shop, sign, recordEvents, handle } = await connected()
    const events = ['eip155', 'solana', 'polkadot'].map(recordEvents)
    const gone = handle('eip155')
    await wallet.deleteSessions()
    await vi.waitFor(() => expect(events).toEqual(Array(3).fill([['accountsChanged', []]])))
    expect(shop.source.transport.list()).toEqual([])
    await expect(sign('gone')).rejects.toThrow()
    await expect(shop.source.transport.request(gone, { method: 'eth_accounts' })).rejects.toMatchObject({
      code: 4900,
    })
  })

  test('wallet deletes the session › pending requests reject', async () => {
    const { sign } = await connected()
    await wallet.script({ requests: { is: 'ignore' } })
    const newRequests = recordRequests()
    const waiting = sign('never answered')
    waiting.catch(() => undefined)
    await vi.waitFor(() => expect(newRequests()).toHaveLength(1))
    await wallet.deleteSessions()
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
  })

  test('one namespace disconnected › session stays, also on reload; the last ends it', async () => {
    const { shop, request } = await connected()
    await request('solana', 'standard:disconnect', {})
    expect(shop.source.transport.list().map(({ namespace }) => namespace)).toEqual(['eip155', 'polkadot'])
    await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
    const { records } = shop
    await shop.close()
    const again = await site({ chains: allChains, records })
    expect(again.source.transport.list().map(({ namespace }) => namespace)).toEqual(['eip155', 'polkadot'])
    await sessionRequests(again).request('polkadot', 'injectedWeb3:disconnect', {})
    await sessionRequests(again).request('eip155', 'wallet_revokePermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
    expect(again.source.transport.list()).toEqual([])
  })

  test('same wallet paired again › its earlier session ends', async () => {
    const { shop, wallets } = await connected()
    const topics = () => wallet.sessions().map(({ topic }) => topic)
    await vi.waitFor(() => expect(topics()).toHaveLength(1))
    const [before] = topics()
    const again = await shop.pair(wallet)
    expect(shop.source.transport.list()).toEqual(again)
    expect(again.map(({ handle }) => handle)).not.toEqual(wallets.map(({ handle }) => handle))
    await vi.waitFor(() => {
      expect(topics()).toHaveLength(1)
      expect(topics()).not.toContain(before)
    })
  })

  test('page reload › the session is restored and signs', async () => {
    const { shop, wallets } = await connected()
    const { records } = shop
    await shop.close()
    const again = await site({ chains: allChains, records })
    expect(again.source.transport.list()).toEqual(wallets)
    expect(await signerOf('back', await sessionRequests(again).sign('back'))).toBe(account.address)
  })
})
