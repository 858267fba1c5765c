import { recoverMessageAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { createDisposer } from '../disposer.ts'
import { blockExternalNetwork } from './block-external-network.ts'
import { openDapp } from './dapp.ts'
import { type Relay, startRelay } from './relay.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './wallet.ts'

const account = devAccount('walletconnect chaos')
const rpcMap = { 1: 'http://127.0.0.1:1' }
const requestedNamespaces = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'], rpcMap },
}
/** The client needs seconds to reconnect, by its timers. */
const timeoutMs = 60_000

let relay: Relay
let wallet: WalletConnectWallet
let lifetime = createDisposer()
const blockedHosts: string[] = []
beforeAll(async () => {
  const unblock = blockExternalNetwork((host) => blockedHosts.push(host))
  relay = await startRelay()
  wallet = await createWallet()
  return async () => {
    await wallet.stop()
    await relay.stop()
    unblock()
  }
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  relay.setFault({ is: 'none' })
  await wallet.deleteSessions()
  await lifetime.end()
  lifetime = createDisposer()
  expect({ wallet: wallet.blockedHosts, site: blockedHosts }).toEqual({ wallet: [], site: [] })
})

const createWallet = () =>
  createWalletConnectWallet({
    relayUrl: relay.url,
    name: 'Petrel Wallet',
    accounts: { eip155: { keys: [account.privateKey], rpcUrls: rpcMap } },
  })

async function createOtherWallet(): Promise<WalletConnectWallet> {
  const otherWallet = await createWallet()
  lifetime.defer(otherWallet.stop)
  return otherWallet
}

async function createDapp() {
  const dapp = await openDapp(relay.url)
  lifetime.defer(dapp.close)
  return dapp
}

async function connected() {
  const dapp = await createDapp()
  const { uri, session } = dapp.propose(requestedNamespaces)
  await wallet.pair(await uri)
  await session
  const sign = (message: string) =>
    dapp.provider.request({ method: 'personal_sign', params: [message, account.address] }, 'eip155:1')
  return { dapp, sign }
}

/** The wallet receives the acknowledgement of its approval after the dApp has its session. */
async function waitForSameSession(
  session: { topic: string } | undefined,
  sessionWallet = wallet,
): Promise<void> {
  if (session === undefined) throw new Error('The site has no session')
  await vi.waitFor(() => expect(sessionWallet.sessions().map(({ topic }) => topic)).toEqual([session.topic]))
}

/** Returns a function that lists the kinds of prompts that the wallet has received since this call. */
async function promptKindsFromNow() {
  await wallet.synchronize()
  const before = wallet.prompts.length
  return async () => {
    await wallet.synchronize()
    return wallet.prompts.slice(before).map(({ is }) => is)
  }
}

async function signerOf(message: string, response: unknown): Promise<string> {
  return recoverMessageAddress({
    message,
    signature: z.parse(z.templateLiteral(['0x', z.string()]), response),
  })
}

describe('relay killed and restarted', () => {
  it(
    'before the wallet pairs › the proposal is still stored',
    async () => {
      const dapp = await createDapp()
      const { uri, session } = dapp.propose(requestedNamespaces)
      const pairingUri = await uri
      await relay.kill()
      const paired = wallet.pair(pairingUri)
      await relay.restart()
      await paired
      expect((await session)?.namespaces.eip155?.accounts).toEqual([`eip155:1:${account.address}`])
    },
    timeoutMs,
  )

  it(
    'while the wallet decides a proposal › its approval arrives once',
    async () => {
      const promptKinds = await promptKindsFromNow()
      await wallet.script({ proposals: { is: 'ignore' } })
      const dapp = await createDapp()
      const { uri, session } = dapp.propose(requestedNamespaces)
      await wallet.pair(await uri)
      await vi.waitFor(async () => expect(await promptKinds()).toEqual(['proposal']))
      await relay.kill()
      await wallet.script({})
      const responding = wallet.respondToWaiting()
      await relay.restart()
      await responding
      await waitForSameSession(await session)
      expect(await promptKinds()).toEqual(['proposal'])
    },
    timeoutMs,
  )

  it(
    'while the wallet decides a request › its response arrives once',
    async () => {
      const { sign } = await connected()
      const promptKinds = await promptKindsFromNow()
      await wallet.script({ requests: { is: 'ignore' } })
      const response = sign('before')
      await vi.waitFor(async () => expect(await promptKinds()).toEqual(['request']))
      await relay.kill()
      await wallet.script({})
      const responding = wallet.respondToWaiting()
      await relay.restart()
      await responding
      expect(await signerOf('before', await response)).toBe(account.address)
      expect(await promptKinds()).toEqual(['request'])
    },
    timeoutMs,
  )

  it(
    'request made while it is down, restarted forgetful › the request is served',
    async () => {
      const { dapp, sign } = await connected()
      const promptKinds = await promptKindsFromNow()
      await relay.kill()
      await vi.waitUntil(() => !dapp.provider.client.core.relayer.connected)
      const response = sign('down')
      await relay.restart('forgetful')
      expect(await signerOf('down', await response)).toBe(account.address)
      expect(await promptKinds()).toEqual(['request'])
    },
    timeoutMs,
  )

  // The client waits 15 s before it repeats a call without a response.
  if (process.env.DRAWBRIDGE_LONG === '1')
    it(
      'request dropped before the connection is cut › sent again',
      async () => {
        const { sign } = await connected()
        const promptKinds = await promptKindsFromNow()
        relay.setFault({ is: 'dropping' })
        const response = sign('lost')
        await vi.waitUntil(() => relay.counts().dropped > 0)
        relay.cut()
        relay.setFault({ is: 'none' })
        expect(await signerOf('lost', await response)).toBe(account.address)
        expect(await promptKinds()).toEqual(['request'])
      },
      timeoutMs,
    )
})

describe('relay with a fault', () => {
  it(
    'silent during a proposal › no URI until the fault ends, then a session',
    async () => {
      relay.setFault({ is: 'silent' })
      const dapp = await createDapp()
      const { uri, session } = dapp.propose(requestedNamespaces)
      let hasUri = false
      void uri.then(() => {
        hasUri = true
      })
      await vi.waitUntil(() => relay.counts().blocked > 0)
      expect(hasUri).toBe(false)
      relay.setFault({ is: 'none' })
      await wallet.pair(await uri)
      await waitForSameSession(await session)
    },
    timeoutMs,
  )

  it(
    'silent during a request › delivered when the fault ends',
    async () => {
      const { sign } = await connected()
      const promptKinds = await promptKindsFromNow()
      relay.setFault({ is: 'silent' })
      const response = sign('held')
      await vi.waitUntil(() => relay.counts().blocked > 0)
      expect(await promptKinds()).toEqual([])
      relay.setFault({ is: 'none' })
      expect(await signerOf('held', await response)).toBe(account.address)
      expect(await promptKinds()).toEqual(['request'])
    },
    timeoutMs,
  )

  it(
    'slow › connecting and signing still succeed',
    async () => {
      relay.setFault({ is: 'slow', delayMs: 100 })
      const { sign } = await connected()
      expect(await signerOf('slow', await sign('slow'))).toBe(account.address)
    },
    timeoutMs,
  )

  it(
    'refusing › the wallet survives, pairs when the fault ends',
    async () => {
      const dapp = await createDapp()
      const { uri, session } = dapp.propose(requestedNamespaces)
      const pairingUri = await uri
      const { rejected } = relay.counts()
      relay.setFault({ is: 'refusing', how: { reason: 'invalid key' } })
      const otherWallet = await createOtherWallet()
      const paired = otherWallet.pair(pairingUri)
      await vi.waitUntil(() => relay.counts().rejected > rejected)
      relay.setFault({ is: 'none' })
      await paired
      await waitForSameSession(await session, otherWallet)
    },
    timeoutMs,
  )
})
