import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { devAccount } from '../accounts.ts'
import { createDisposer } from '../disposer.ts'
import { openDapp } from './dapp.ts'
import { type Relay, startRelay } from './relay.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './wallet.ts'

const [first, second] = [devAccount('walletconnect one'), devAccount('walletconnect two')]
const solanaChain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const unreachableUrl = 'http://127.0.0.1:1'
const evm = {
  chains: ['eip155:1'],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['accountsChanged', 'chainChanged'],
  rpcMap: { 1: unreachableUrl, 8453: unreachableUrl },
}
const bothNamespaces = {
  eip155: evm,
  solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
}
const signRequest = { method: 'personal_sign', params: ['0x00', first.address] }

let relay: Relay
let wallet: WalletConnectWallet
let lifetime = createDisposer()
beforeAll(async () => {
  relay = await startRelay()
  wallet = await createWalletConnectWallet({
    relayUrl: relay.url,
    name: 'Tern Wallet',
    accounts: {
      eip155: {
        keys: [first.privateKey, second.privateKey],
        rpcUrls: { 1: unreachableUrl, 8453: unreachableUrl },
      },
      solana: { keys: [first.privateKey], rpcUrls: { [solanaChain.slice(7)]: unreachableUrl } },
    },
  })
  return async () => {
    await wallet.stop()
    await relay.stop()
  }
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  await wallet.deleteSessions()
  await wallet.changeAccount('eip155', 0)
  await lifetime.end()
  lifetime = createDisposer()
  expect({ problems: wallet.errors, outside: wallet.blockedHosts }).toEqual({
    problems: [],
    outside: [],
  })
})

async function proposeSession(
  requested: Parameters<Awaited<ReturnType<typeof openDapp>>['propose']>[0] = bothNamespaces,
) {
  const dapp = await openDapp(relay.url)
  lifetime.defer(dapp.close)
  const { uri, session } = dapp.propose(requested)
  await wallet.pair(await uri)
  return { dapp, provider: dapp.provider, session }
}

async function connected() {
  const world = await proposeSession()
  await world.session
  return world
}

/** Returns a function that lists the prompts that the wallet has received since this call. */
async function promptsFromNow() {
  await wallet.synchronize()
  const before = wallet.prompts.length
  return async () => {
    await wallet.synchronize()
    return wallet.prompts.slice(before)
  }
}

describe('proposal', () => {
  it('received › recorded unchanged', async () => {
    const promptsSince = await promptsFromNow()
    await connected()
    const { rpcMap: _, ...requested } = evm
    expect(await promptsSince()).toMatchObject([
      {
        is: 'proposal',
        site: { name: 'Shop', url: 'https://shop.test' },
        required: {},
        optional: { eip155: requested },
      },
    ])
  })

  it('rejected › connect rejects with the code of the rejection', async () => {
    await wallet.script({ proposals: { is: 'reject' } })
    const defaultRejection = await proposeSession()
    await expect(defaultRejection.session).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
    await wallet.script({ proposals: { is: 'reject', code: 5002, message: 'Not these methods' } })
    const other = await proposeSession()
    await expect(other.session).rejects.toMatchObject({ code: 5002, message: 'Not these methods' })
    expect(wallet.sessions()).toEqual([])
  })

  it('approved in part › session with that part', async () => {
    await wallet.script({ proposals: { is: 'approve', only: ['solana'] } })
    const { session } = await proposeSession()
    expect(Object.keys((await session)?.namespaces ?? {})).toEqual(['solana'])
  })

  it('no supported chain › rejected with 5100', async () => {
    const { session } = await proposeSession({ eip155: { ...evm, chains: ['eip155:424242'], rpcMap: {} } })
    await expect(session).rejects.toMatchObject({ code: 5100 })
  })

  it('ignored › pending until the wallet decides', async () => {
    await wallet.script({ proposals: { is: 'ignore' } })
    const promptsSince = await promptsFromNow()
    const { session } = await proposeSession()
    await vi.waitFor(async () => expect(await promptsSince()).toHaveLength(1))
    expect(wallet.sessions()).toEqual([])
    await wallet.script({})
    await wallet.respondToWaiting()
    expect((await session)?.topic).toBe(wallet.sessions()[0]?.topic)
  })

  it('approved after a delay › session', async () => {
    await wallet.script({ proposals: { is: 'approve', afterMs: 100 } })
    const startedAt = performance.now()
    const { session } = await proposeSession()
    await session
    expect(performance.now() - startedAt).toBeGreaterThan(99)
  })

  it('alsoAccounts › session with invalid accounts', async () => {
    const invalidAccount = 'eip155:1:GSTELLAR'
    await wallet.script({ proposals: { is: 'approve', alsoAccounts: { eip155: [invalidAccount] } } })
    const { session } = await proposeSession()
    expect((await session)?.namespaces.eip155?.accounts).toContain(invalidAccount)
  })

  it('URI used twice, or invalid › pair rejects', async () => {
    const dapp = await openDapp(relay.url)
    lifetime.defer(dapp.close)
    const { uri, session } = dapp.propose(bothNamespaces)
    await wallet.pair(await uri)
    await session
    // The dApp can have its session before the wallet has finished pairing.
    await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
    await expect(wallet.pair(await uri)).rejects.toThrow('Pairing already exists')
    await expect(wallet.pair('wc:nonsense')).rejects.toThrow()
  })
})

describe('request', () => {
  it('rejected by method or for all › code of the rejection', async () => {
    const { provider } = await connected()
    await wallet.script({ methods: { personal_sign: { is: 'reject', code: 4001, message: 'No' } } })
    await expect(provider.request(signRequest, 'eip155:1')).rejects.toMatchObject({
      code: 4001,
      message: 'No',
    })
    await wallet.script({ requests: { is: 'reject' } })
    await expect(provider.request(signRequest, 'eip155:1')).rejects.toMatchObject({ code: 5000 })
  })

  it('ignored › blocks no other request, can be decided later', async () => {
    const { provider } = await connected()
    await wallet.script({ methods: { personal_sign: { is: 'ignore' } } })
    const promptsSince = await promptsFromNow()
    const ignoredRequest = provider.request(signRequest, 'eip155:1')
    await vi.waitFor(async () => expect(await promptsSince()).toHaveLength(1))
    const message = { message: '2', pubkey: wallet.addresses[solanaChain]?.[0] }
    await provider.request({ method: 'solana_signMessage', params: message }, solanaChain)
    await wallet.script({})
    await wallet.respondToWaiting()
    expect(await ignoredRequest).toMatch(/^0x[0-9a-f]{130}$/)
  })
})

describe('session', () => {
  it('deleted by the wallet › the dApp is disconnected with 6000', async () => {
    const { dapp, provider } = await connected()
    const disconnected = dapp.nextEvent('disconnect')
    await wallet.deleteSessions()
    expect(await disconnected).toMatchObject({ code: 6000 })
    expect(provider.session).toBeUndefined()
    expect(wallet.sessions()).toEqual([])
  })

  it('ended by the dApp › the wallet has no session', async () => {
    const { provider } = await connected()
    await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
    await provider.disconnect()
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
  })

  it('account changed › accountsChanged, session has the account', async () => {
    const { dapp, provider } = await connected()
    const changed = dapp.nextEvent('accountsChanged')
    await wallet.changeAccount('eip155', 1)
    expect(await changed).toEqual([second.address])
    expect(provider.session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${second.address}`])
  })

  it('chain changed › chainChanged, session has the chain', async () => {
    const { dapp, provider } = await connected()
    const changed = dapp.nextEvent('chainChanged')
    await wallet.changeChain('eip155:8453')
    expect(await changed).toBe('8453')
    expect(provider.session?.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:8453'])
    await expect(wallet.changeChain('eip155:424242')).rejects.toThrow('does not know')
  })

  it('namespaces removed and added › session_update', async () => {
    const { dapp, provider } = await connected()
    const namespaces = () => Object.keys(provider.session?.namespaces ?? {})
    const narrowed = dapp.nextEvent('session_update')
    await wallet.updateNamespaces(['eip155'])
    await narrowed
    expect(namespaces()).toEqual(['eip155'])
    const widened = dapp.nextEvent('session_update')
    await wallet.updateNamespaces(['eip155', 'solana'])
    await widened
    expect(namespaces()).toEqual(['eip155', 'solana'])
  })
})

describe('wallet', () => {
  const accounts = { eip155: { keys: [first.privateKey], rpcUrls: { 1: unreachableUrl } } }

  it('stopped while the relay is silent › ends at once, no resources left', async () => {
    const silentRelay = await startRelay()
    lifetime.defer(silentRelay.stop)
    const before = process.getActiveResourcesInfo().sort()
    const stoppedWallet = await createWalletConnectWallet({
      relayUrl: silentRelay.url,
      name: 'Short',
      accounts,
    })
    const dapp = await openDapp(relay.url)
    lifetime.defer(dapp.close)
    silentRelay.setFault({ is: 'silent' })
    const pairing = stoppedWallet.pair(await dapp.propose(bothNamespaces).uri)
    const stopRejection = expect(pairing).rejects.toThrow('Short has stopped')
    await vi.waitFor(() => expect(silentRelay.counts().connections).toBe(1))
    await dapp.close()
    await stoppedWallet.stop()
    await stopRejection
    await vi.waitFor(() => expect(silentRelay.counts().connections).toBe(0))
    expect(process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')).toEqual(
      before.filter((name) => name === 'MessagePort'),
    )
    await expect(stoppedWallet.pair('wc:any')).rejects.toThrow('Short has stopped')
  })

  it('invalid accounts › rejects before it starts', async () => {
    const broken = { eip155: { ...accounts.eip155, rpcUrls: { one: unreachableUrl } } }
    await expect(
      createWalletConnectWallet({ relayUrl: relay.url, name: 'Broken', accounts: broken }),
    ).rejects.toThrow()
  })
})
