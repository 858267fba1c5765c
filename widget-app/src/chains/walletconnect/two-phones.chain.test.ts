import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { type KitWallet, type LocalRelay, startKitWallet, startLocalRelay } from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const [key, twinKey] = [generatePrivateKey(), generatePrivateKey()]
const [account, twinAccount] = [privateKeyToAccount(key), privateKeyToAccount(twinKey)]

let relay: LocalRelay
let wallet: KitWallet
/** A second phone with a wallet of the same name. */
let twin: KitWallet
let open: Site[] = []

beforeAll(async () => {
  relay = await startLocalRelay()
  const phone = (own: string) =>
    startKitWallet(relay, { eip155: { keys: [own], rpcUrls: { '1': 'http://127.0.0.1:1' } } })
  ;[wallet, twin] = await Promise.all([phone(key), phone(twinKey)])
})
afterAll(async () => {
  await Promise.all([wallet.stop(), twin.stop()])
  await relay.stop()
})
afterEach(async () => {
  await Promise.all([wallet.deleteSessions(), twin.deleteSessions()])
  for (const site of open) await site.close()
  open = []
})

async function site(options?: Parameters<typeof openSite>[1]): Promise<Site> {
  const opened = await openSite(relay, options)
  open.push(opened)
  return opened
}

const idsOf = (shop: Site) => shop.engine.transport.list().map(walletIdOf)
const accountOf = async (shop: Site, found: DiscoveredWallet | undefined) =>
  shop.engine.transport.request(found?.handle ?? '', { method: 'eth_accounts' })

test('several wallets allowed › both connected, with ids that survive a reload', async () => {
  const options = { holdsMany: () => true }
  const shop = await site(options)
  const [first] = await shop.pair(wallet)
  const [second] = await shop.pair(twin)
  const ids = ['ethereum:walletconnect:Petrel Wallet', 'ethereum:walletconnect:Petrel Wallet#2']
  expect(idsOf(shop)).toEqual(ids)
  expect(await accountOf(shop, first)).toEqual([account.address])
  expect(await accountOf(shop, second)).toEqual([twinAccount.address])
  const { records } = shop
  await shop.close()
  const again = await site({ ...options, records })
  expect(idsOf(again).toSorted()).toEqual(ids)
  expect(
    await accountOf(
      again,
      again.engine.transport.list().find((found) => walletIdOf(found) === ids[1]),
    ),
  ).toEqual([twinAccount.address])
})

test('wallet paired again › replaces its own session, which ends at the wallet', async () => {
  const shop = await site({ holdsMany: () => true })
  await shop.pair(wallet)
  await shop.pair(twin)
  await vi.waitFor(() => expect(twin.sessions()).toHaveLength(1))
  const [before] = twin.sessions()
  const [again] = await shop.pair(twin)
  expect(idsOf(shop)).toEqual([
    'ethereum:walletconnect:Petrel Wallet',
    'ethereum:walletconnect:Petrel Wallet#2',
  ])
  await vi.waitFor(() => {
    expect(twin.sessions()).toHaveLength(1)
    expect(twin.sessions()).not.toContainEqual(before)
  })
  expect(await accountOf(shop, again)).toEqual([twinAccount.address])
  // The first phone disconnects; the second keeps its id.
  await wallet.deleteSessions()
  await vi.waitFor(() => expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet#2']))
  await shop.pair(twin)
  expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet#2'])
  await vi.waitFor(() => expect(twin.sessions()).toHaveLength(1))
})

test('one wallet at a time › the second replaces the first, whose session ends', async () => {
  const shop = await site()
  await shop.pair(wallet)
  await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
  const [found] = await shop.pair(twin)
  expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet'])
  expect(await accountOf(shop, found)).toEqual([twinAccount.address])
  await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
})
