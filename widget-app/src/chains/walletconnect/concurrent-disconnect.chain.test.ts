import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type KitWallet, type LocalRelay, startKitWallet, startLocalRelay } from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

/** Relay faults apply to the clients of one project: the site's or the wallets'. */
const [siteProject, walletProject] = ['demo', 'local-world']

let relay: LocalRelay
let wallets: readonly KitWallet[] = []
let shop: Site

beforeAll(async () => {
  relay = await startLocalRelay()
  const start = () =>
    startKitWallet(relay, {
      eip155: { keys: [generatePrivateKey()], rpcUrls: { '1': 'http://127.0.0.1:1' } },
    })
  wallets = await Promise.all([start(), start()])
  shop = await openSite(relay, { projectId: siteProject })
})
afterAll(async () => {
  await shop.close()
  for (const wallet of wallets) await wallet.stop()
  await relay.stop()
})

test('wallet and site disconnect at the same time › the next pairing succeeds', async () => {
  const [phone, other] = wallets
  if (!phone || !other) throw new Error('Two phones are wanted')
  const [discovered] = await shop.pair(phone)
  await vi.waitFor(() => expect(phone.sessions()).toHaveLength(1))
  const waitForHeldFrames = (project: string, frames: number) =>
    vi.waitFor(() => expect(relay.blockedOf(project)).toBeGreaterThanOrEqual(frames), 10_000)

  relay.setFault({ is: 'silent' }, walletProject)
  // The wallet's SDK has the same defect that the widget works around; this wallet gets no more requests.
  phone.deleteSessions().catch(() => undefined)
  await waitForHeldFrames(walletProject, 1)
  relay.setFault({ is: 'slow', delayMs: 2_000 }, siteProject)
  const disconnecting = shop.source.transport.request(discovered?.handle ?? '', {
    method: 'wallet_revokePermissions',
  })
  const before = relay.blockedOf(walletProject)
  // The wallet receives the site's disconnect; the site unsubscribes.
  await waitForHeldFrames(walletProject, before + 1)
  relay.setFault({ is: 'silent' }, siteProject)
  await waitForHeldFrames(siteProject, 1)
  // The site receives the wallet's disconnect during its own: it acknowledges the message and responds.
  relay.setFault({ is: 'none' }, walletProject)
  await waitForHeldFrames(siteProject, 3)
  // Deliver each message with the same delay, so that the site's own disconnect ends before its response arrives.
  relay.setFault({ is: 'slow', delayMs: 1_000 }, siteProject)
  await disconnecting
  await vi.waitFor(() => expect(relay.blockedOf(siteProject)).toBe(0), 10_000)
  relay.setFault({ is: 'none' }, siteProject)

  expect(await shop.pair(other)).toHaveLength(1)
})
