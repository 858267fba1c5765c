import { recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import { type KitWallet, type LocalRelay, startKitWallet, startLocalRelay } from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const key = generatePrivateKey()
const account = privateKeyToAccount(key)
const neverAborted = new AbortController().signal
/** The SDK needs several seconds to reconnect, by its own timers. */
const reconnectTimeoutMs = 60_000

let relay: LocalRelay
let wallet: KitWallet
let openSites: Site[] = []

beforeAll(async () => {
  relay = await startLocalRelay()
  wallet = await startKitWallet(relay, {
    eip155: { keys: [key], rpcUrls: { '1': 'http://127.0.0.1:1' } },
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  relay.setFault({ is: 'none' })
  await wallet.deleteSessions()
  for (const site of openSites) await site.close()
  openSites = []
})

async function site(options?: Parameters<typeof openSite>[1]): Promise<Site> {
  const opened = await openSite(relay, options)
  openSites.push(opened)
  return opened
}

const propose = (shop: Site, signal = neverAborted) => shop.source.propose({ walletId: undefined, signal })

const sign = (shop: Site, message: string) =>
  shop.source.transport.request(shop.source.transport.list()[0]?.handle ?? '', {
    method: 'personal_sign',
    params: [`0x${Buffer.from(message).toString('hex')}`, account.address],
  })

const signerOf = (message: string, answer: unknown) =>
  recoverMessageAddress({ message, signature: `0x${String(answer).slice(2)}` })

const stateOf = (promise: Promise<unknown>) => {
  let state: 'open' | 'resolved' | 'rejected' = 'open'
  promise.then(
    () => {
      state = 'resolved'
    },
    () => {
      state = 'rejected'
    },
  )
  return () => state
}

describe('relay stops and restarts', () => {
  test(
    'before there is a URI › the URI arrives after the restart',
    async () => {
      const shop = await site()
      await relay.kill()
      const proposing = propose(shop)
      const state = stateOf(proposing)
      await vi.waitFor(() => expect(shop.source.transport.list()).toEqual([]))
      expect(state()).toBe('open')
      await relay.restart()
      const { uri, approval } = await proposing
      await wallet.pair(uri)
      expect(await approval).toHaveLength(1)
    },
    reconnectTimeoutMs,
  )

  test(
    'while the URI is on screen › a wallet that scans it afterwards is paired',
    async () => {
      const { uri, approval } = await propose(await site())
      await relay.kill()
      await relay.restart()
      await wallet.pair(uri)
      expect(await approval).toHaveLength(1)
    },
    reconnectTimeoutMs,
  )

  test(
    'during a request › it stays pending, is sent once and gets a response',
    async () => {
      const shop = await site()
      await shop.pair(wallet)
      const before = wallet.prompts.length
      await relay.kill()
      const signing = sign(shop, 'patience')
      const state = stateOf(signing)
      await relay.restart('forgetful')
      expect(state()).toBe('open')
      expect(await signerOf('patience', await signing)).toBe(account.address)
      expect(wallet.prompts.slice(before).map(({ method }) => method)).toEqual(['personal_sign'])
    },
    reconnectTimeoutMs,
  )

  test(
    'disconnect meanwhile › waits 2 s at most, the wallet gets it afterwards',
    async () => {
      const shop = await site()
      await shop.pair(wallet)
      await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
      const [discovered] = shop.source.transport.list()
      await relay.kill()
      const start = performance.now()
      try {
        await shop.source.transport.request(discovered?.handle ?? '', { method: 'wallet_revokePermissions' })
        expect(performance.now() - start).toBeLessThan(3_000)
        expect(shop.source.transport.list()).toEqual([])
      } finally {
        await relay.restart()
      }
      await vi.waitFor(() => expect(wallet.sessions()).toEqual([]), reconnectTimeoutMs / 2)
    },
    reconnectTimeoutMs,
  )
})

describe('relay is away for longer than the timeouts', () => {
  test(
    'expired request › not sent after the restart, but the next one is',
    async () => {
      let elapsedMs = 0
      const clock = { ...systemClock, now: () => Date.now() + elapsedMs }
      const shop = await site({ clock })
      await shop.pair(wallet)
      const before = wallet.prompts.length
      await relay.kill()
      const expired = sign(shop, 'late')
      expired.catch(() => undefined)
      // The SDK stores the request when it begins to publish it.
      await vi.waitFor(() => expect(JSON.stringify(shop.records.read())).toContain('"wc_sessionRequest"'))
      elapsedMs = 60_000
      await relay.restart()
      expect(await signerOf('next', await sign(shop, 'next'))).toBe(account.address)
      expect(wallet.prompts.slice(before)).toHaveLength(1)
    },
    reconnectTimeoutMs,
  )

  test(
    'disconnect › sent after the restart',
    async () => {
      let elapsedMs = 0
      const clock = { ...systemClock, now: () => Date.now() + elapsedMs }
      const shop = await site({ clock })
      const [discovered] = await shop.pair(wallet)
      await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
      await relay.kill()
      await shop.source.transport.request(discovered?.handle ?? '', { method: 'wallet_revokePermissions' })
      elapsedMs = 60_000
      await relay.restart()
      await vi.waitFor(() => expect(wallet.sessions()).toEqual([]), reconnectTimeoutMs / 2)
    },
    reconnectTimeoutMs,
  )
})

describe('relay does not respond', () => {
  test(
    'silent relay › proposal stays pending, resolves when it responds',
    async () => {
      const shop = await site()
      relay.setFault({ is: 'silent' })
      const proposing = propose(shop)
      const state = stateOf(proposing)
      await vi.waitFor(() => expect(relay.counts().blocked).toBeGreaterThan(0))
      expect(state()).toBe('open')
      relay.setFault({ is: 'none' })
      expect((await proposing).uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    },
    reconnectTimeoutMs,
  )

  test(
    'abort › the proposal rejects at once',
    async () => {
      const shop = await site()
      await relay.kill()
      const controller = new AbortController()
      const proposing = propose(shop, controller.signal)
      controller.abort(new DOMException('Left', 'AbortError'))
      await expect(proposing).rejects.toMatchObject({ name: 'AbortError' })
      await relay.restart()
    },
    reconnectTimeoutMs,
  )
})

describe('relay refuses the connection', () => {
  test.each([
    ['APKT007', 'invalid key'],
    ['APKT002', 'origin not allowed'],
    ['APKT006', 'JWT validation error: JWT not yet valid'],
  ])(
    'refusal › %s for "%s"',
    async (code, reason) => {
      const shop = await site()
      relay.setFault({ is: 'refusing', how: { reason } })
      await expect(propose(shop)).rejects.toMatchObject({ code })
      relay.setFault({ is: 'none' })
      expect((await propose(shop)).uri).toMatch(/^wc:/)
    },
    reconnectTimeoutMs,
  )

  test(
    'no further connection until the user tries again',
    async () => {
      // The wallet reconnects after the earlier faults; with its own project id it is neither refused nor counted.
      const projectId = 'left-alone'
      const shop = await site({ projectId })
      const before = relay.counts().rejected
      relay.setFault({ is: 'refusing', how: { reason: 'invalid key' } }, projectId)
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await expect(propose(shop)).rejects.toMatchObject({ code: 'APKT007' })
        expect(relay.counts().rejected - before).toBe(attempt)
      }
    },
    reconnectTimeoutMs,
  )
})
