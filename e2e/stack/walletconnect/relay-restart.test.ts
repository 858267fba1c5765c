import { recoverMessageAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { devAccount } from '../accounts.ts'
import { createDisposer } from '../disposer.ts'
import { blockExternalNetwork } from './block-external-network.ts'
import { openDapp } from './dapp.ts'
import { type Relay, startRelay } from './relay.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './wallet.ts'

const account = devAccount('walletconnect chaos')
const rpcMap = { 1: 'http://127.0.0.1:1' }
const wanted = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'], rpcMap },
}
/** The client needs seconds to reconnect, by its timers. */
const patientMs = 60_000

let relay: Relay
let wallet: WalletConnectWallet
let lifetime = createDisposer()
const outside: string[] = []
beforeAll(async () => {
  const release = blockExternalNetwork((host) => outside.push(host))
  relay = await startRelay()
  wallet = await newWallet()
  return async () => {
    await wallet.stop()
    await relay.stop()
    release()
  }
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  relay.setFault({ is: 'none' })
  await wallet.deleteSessions()
  await lifetime.end()
  lifetime = createDisposer()
  expect({ wallet: wallet.outsideAttempts, site: outside }).toEqual({ wallet: [], site: [] })
})

const newWallet = () =>
  createWalletConnectWallet({
    relayUrl: relay.url,
    name: 'Petrel Wallet',
    accounts: { eip155: { keys: [account.privateKey], rpcUrls: rpcMap } },
  })

async function freshWallet(): Promise<WalletConnectWallet> {
  const fresh = await newWallet()
  lifetime.defer(fresh.stop)
  return fresh
}

async function site() {
  const dapp = await openDapp(relay.url)
  lifetime.defer(dapp.close)
  return dapp
}

async function connected() {
  const dapp = await site()
  const { uri, session } = dapp.propose(wanted)
  await wallet.pair(await uri)
  await session
  const sign = (message: string) =>
    dapp.provider.request({ method: 'personal_sign', params: [message, account.address] }, 'eip155:1')
  return { dapp, sign }
}

/** The wallet receives the acknowledgement of its approval after the dApp has its session. */
async function bothHave(session: { topic: string } | undefined, of = wallet): Promise<void> {
  if (session === undefined) throw new Error('The site has no session')
  await vi.waitFor(() => expect(of.sessions().map(({ topic }) => topic)).toEqual([session.topic]))
}

/** Returns a function that lists the kinds of prompts that the wallet has received since this call. */
async function askedFrom() {
  await wallet.synchronize()
  const before = wallet.asked.length
  return async () => {
    await wallet.synchronize()
    return wallet.asked.slice(before).map(({ is }) => is)
  }
}

async function signerOf(message: string, answer: unknown): Promise<string> {
  return recoverMessageAddress({ message, signature: z.parse(z.templateLiteral(['0x', z.string()]), answer) })
}

describe('relay killed and restarted', () => {
  it(
    'before the wallet pairs › the proposal is still stored',
    async () => {
      const dapp = await site()
      const { uri, session } = dapp.propose(wanted)
      const shown = await uri
      await relay.kill()
      const paired = wallet.pair(shown)
      await relay.restart()
      await paired
      expect((await session)?.namespaces.eip155?.accounts).toEqual([`eip155:1:${account.address}`])
    },
    patientMs,
  )

  it(
    'while the wallet decides a proposal › its approval arrives once',
    async () => {
      const asked = await askedFrom()
      await wallet.script({ proposals: { is: 'ignore' } })
      const dapp = await site()
      const { uri, session } = dapp.propose(wanted)
      await wallet.pair(await uri)
      await vi.waitFor(async () => expect(await asked()).toEqual(['proposal']))
      await relay.kill()
      await wallet.script({})
      const answered = wallet.answerWaiting()
      await relay.restart()
      await answered
      await bothHave(await session)
      expect(await asked()).toEqual(['proposal'])
    },
    patientMs,
  )

  it(
    'while the wallet decides a request › its response arrives once',
    async () => {
      const { sign } = await connected()
      const asked = await askedFrom()
      await wallet.script({ requests: { is: 'ignore' } })
      const answer = sign('before')
      await vi.waitFor(async () => expect(await asked()).toEqual(['request']))
      await relay.kill()
      await wallet.script({})
      const answered = wallet.answerWaiting()
      await relay.restart()
      await answered
      expect(await signerOf('before', await answer)).toBe(account.address)
      expect(await asked()).toEqual(['request'])
    },
    patientMs,
  )

  it(
    'request made while it is down, restarted forgetful › the request is served',
    async () => {
      const { dapp, sign } = await connected()
      const asked = await askedFrom()
      await relay.kill()
      await vi.waitUntil(() => !dapp.provider.client.core.relayer.connected)
      const answer = sign('down')
      await relay.restart('forgetful')
      expect(await signerOf('down', await answer)).toBe(account.address)
      expect(await asked()).toEqual(['request'])
    },
    patientMs,
  )

  // The client waits 15 s before it repeats a call without a response.
  if (process.env.DRAWBRIDGE_LONG === '1')
    it(
      'request dropped before the connection is cut › sent again',
      async () => {
        const { sign } = await connected()
        const asked = await askedFrom()
        relay.setFault({ is: 'dropping' })
        const answer = sign('lost')
        await vi.waitUntil(() => relay.counts().dropped > 0)
        relay.cut()
        relay.setFault({ is: 'none' })
        expect(await signerOf('lost', await answer)).toBe(account.address)
        expect(await asked()).toEqual(['request'])
      },
      patientMs,
    )
})

describe('relay with a fault', () => {
  it(
    'silent during a proposal › no URI until the fault ends, then a session',
    async () => {
      relay.setFault({ is: 'silent' })
      const dapp = await site()
      const { uri, session } = dapp.propose(wanted)
      let isShown = false
      void uri.then(() => {
        isShown = true
      })
      await vi.waitUntil(() => relay.counts().held > 0)
      expect(isShown).toBe(false)
      relay.setFault({ is: 'none' })
      await wallet.pair(await uri)
      await bothHave(await session)
    },
    patientMs,
  )

  it(
    'silent during a request › delivered when the fault ends',
    async () => {
      const { sign } = await connected()
      const asked = await askedFrom()
      relay.setFault({ is: 'silent' })
      const answer = sign('held')
      await vi.waitUntil(() => relay.counts().held > 0)
      expect(await asked()).toEqual([])
      relay.setFault({ is: 'none' })
      expect(await signerOf('held', await answer)).toBe(account.address)
      expect(await asked()).toEqual(['request'])
    },
    patientMs,
  )

  it(
    'slow › connecting and signing still succeed',
    async () => {
      relay.setFault({ is: 'slow', delayMs: 100 })
      const { sign } = await connected()
      expect(await signerOf('slow', await sign('slow'))).toBe(account.address)
    },
    patientMs,
  )

  it(
    'refusing › the wallet survives, pairs when the fault ends',
    async () => {
      const dapp = await site()
      const { uri, session } = dapp.propose(wanted)
      const shown = await uri
      const { refused } = relay.counts()
      relay.setFault({ is: 'refusing', how: { reason: 'invalid key' } })
      const fresh = await freshWallet()
      const paired = fresh.pair(shown)
      await vi.waitUntil(() => relay.counts().refused > refused)
      relay.setFault({ is: 'none' })
      await paired
      await bothHave(await session, fresh)
    },
    patientMs,
  )
})
