/** Visitors of the site `shop.example`, which uses a deployment at `wallet.example`; used by each kind of deployment test. */
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from '#shared/zod.ts'
import type { Stack } from '#stack/stack-file.ts'
import type { MainNetChains } from '../deploy/main-net-chains.ts'
import type { SiteProxy } from '../deploy/site-proxy.ts'
import { type BrowserErrors, collectBrowserErrors } from './browser-errors.ts'
import { partitionedStorage, spareProcessFeature } from './launch.ts'
import { Dapp } from './pages/dapp.ts'
import { randomAddress } from './random-address.ts'
import type { Account, TestWorld } from './world.ts'

export const shop = 'https://shop.example'

/** An account on Ethereum that no other test uses. */
export function newBuyer(): Account {
  const privateKey = generatePrivateKey()
  return { label: 'buyer', address: privateKeyToAccount(privateKey).address, privateKey, funded: true }
}

/** The initial balance of each wallet, and the payment of its user. */
const visitors = [
  {
    namespace: 'eip155',
    wallet: 'Harbour Wallet',
    id: 'harbour',
    balanceRow: /^Ether12\.5 ETH/,
    payment: { token: 'ETH', amount: '0.25', value: parseEther('0.25') },
  },
  {
    namespace: 'solana',
    wallet: 'Beacon Wallet',
    id: 'beacon',
    balanceRow: /^Solana25 SOL/,
    payment: { token: 'SOL', amount: '0.75', value: parseUnits('0.75', 9) },
  },
  {
    namespace: 'polkadot',
    wallet: 'Trellis Wallet',
    id: 'trellis',
    balanceRow: /^Polkadot10,000 DOT/,
    payment: { token: 'DOT', amount: '1.25', value: parseUnits('1.25', 10) },
  },
] as const
type Visitor = (typeof visitors)[number]

/** A browser that trusts the proxy's authority. */
const openBrowser = ({ port, authorityKey }: SiteProxy): Promise<Browser> => {
  const { args = [], ...launch } = partitionedStorage(spareProcessFeature)
  const rules = [
    ...['wallet.example', 'shop.example'].map((host) => `MAP ${host}:443 127.0.0.1:${port}`),
    'MAP * ~NOTFOUND',
  ]
  return chromium.launch({
    ...launch,
    args: [
      ...args,
      `--host-resolver-rules=${rules.join(', ')}`,
      `--ignore-certificate-errors-spki-list=${authorityKey}`,
    ],
  })
}

/** A browser profile of a visitor, and the label of the accounts on Solana and Polkadot. */
type Profile = { readonly context: BrowserContext; readonly account: string }

/** Assigns the tag's instance to `window.bridge`, which the page objects read. */
const exposeInstance = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { bridge: Object(Reflect.get(window, 'Drawbridge')).bridge })
  })

const meSchema = z.object({ address: z.string(), chainId: z.string() })

type Options = {
  readonly stack: Stack
  readonly world: TestWorld
  readonly chains: MainNetChains
  /** Account on Ethereum. */
  readonly buyer: Account
}

/**
 * Creates a visit: a visitor pays with the script tag, and visitors sign in on the page of the npm package, each with a
 * separate browser profile.
 * @returns a function of the proxy and of the account on Solana and Polkadot, which resolves with the session of each sign-in
 */
export function createVisit({ stack, world, chains, buyer }: Options) {
  /** Opens a page of the shop for a new visitor, with test wallets instead of extensions. */
  async function openShop(
    { context, account }: Profile,
    path: string,
    wallets: readonly Visitor[],
  ): Promise<Dapp> {
    const worldScript = `globalThis.drawbridgeWorld = ${JSON.stringify({ ...chains.pageWorld, accounts: [buyer] })}`
    const extension = await (await fetch(`${stack.dapp.loopback}/__stack/test-wallets.js`)).text()
    await context.addInitScript({
      content: `if (location.origin === '${shop}') {\n${worldScript};\n${extension}\n}`,
    })
    const page = await context.newPage()
    const setups = wallets.map(({ namespace, id }) => ({
      ...{ id, namespaces: [namespace] },
      accounts: [namespace === 'eip155' ? buyer.label : account],
    }))
    await page.goto(`${shop}${path}?wallets=${encodeURIComponent(JSON.stringify(setups))}`)
    return new Dapp(page, world, [])
  }

  /** A new address, and a function that reads its balance from the node of its chain. */
  function newReceiver(namespace: Visitor['namespace']) {
    if (namespace === 'eip155') {
      const address = randomAddress()
      return { address, balance: () => world.chain(1).balance(address) }
    }
    const chain = chains[namespace]
    const address = chain.newAddress()
    return { address, balance: () => chain.balance(address) }
  }

  /** Sends native currency from the Account view to a new address, and verifies the amount on the chain. */
  async function pay(dapp: Dapp, visitor: Visitor): Promise<void> {
    const { widget } = dapp
    const { namespace, wallet, id, payment } = visitor
    const { token, amount, value } = payment
    const receiver = newReceiver(namespace)
    expect(await receiver.balance()).toBe(0n)
    await widget.openSend()
    await widget.fillSend({ token, amount, to: receiver.address })
    await widget.button(`Send in ${wallet}`).click()
    await dapp.wallet(id).approve()
    await widget.announces(/Confirmed|arrived/)
    expect(await receiver.balance()).toBe(value)
  }

  /** Connects wallets of three ecosystems by the tag's button, and sends native currency of each. */
  async function payWithTag(profile: Profile): Promise<void> {
    await world.fund(buyer)
    const dapp = await openShop(profile, '/', visitors)
    const { page, widget } = dapp
    const button = page.locator('drawbridge-button').getByRole('button')
    await expect(button).toBeVisible()
    await exposeInstance(page)
    const connected = async () =>
      (await dapp.state()).accounts.map(({ namespace, address }) => `${namespace} ${address}`)
    for (const visitor of visitors) {
      const { namespace, wallet, id, balanceRow } = visitor
      await dapp.waitForPointer()
      if (namespace === 'eip155') await button.click()
      else {
        await dapp.openView({ namespace })
        await widget.button(/^Connect a wallet for/).click()
      }
      await widget.clickRow(wallet)
      await dapp.wallet(id).approve()
      await expect.poll(connected).toContainEqual(expect.stringMatching(new RegExp(`^${namespace} `)))
      await expect(widget.sheet).toBeHidden()
      await dapp.waitForPointer()
      await dapp.openView({ namespace })
      await expect(widget.rowsOf('Tokens').filter({ hasText: balanceRow })).toHaveCount(1)
      await pay(dapp, visitor)
      await widget.close.click()
    }
  }

  /** Signs in on the page of the npm package, and verifies the backend's account. @returns the session token of the cookie */
  async function signIn(profile: Profile, visitor: Visitor): Promise<string> {
    const { wallet, id } = visitor
    const dapp = await openShop(profile, '/account/', [visitor])
    await expect.poll(() => dapp.page.evaluate(() => typeof window.bridge)).toBe('object')
    const widget = await dapp.openView({ view: 'Connect' })
    await widget.clickRow(wallet)
    await dapp.wallet(id).approve()
    await widget.shows('Sign in')
    await widget.button('Sign').click()
    await dapp.wallet(id).approve()
    await expect(widget.sheet).toBeHidden()
    const me = z.parse(meSchema, await dapp.page.evaluate(async () => (await fetch('/me')).json()))
    expect((await dapp.state()).signedIn).toEqual([`${me.chainId}:${me.address}`])
    const cookie = (await profile.context.cookies(shop)).find((one) => one.name === 'session')
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' })
    return cookie?.value ?? ''
  }

  async function visit(proxy: SiteProxy, account: string): Promise<readonly string[]> {
    const browser = await openBrowser(proxy)
    const errors: BrowserErrors[] = []
    const open = async (): Promise<Profile> => {
      const context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(10_000)
      errors.push(collectBrowserErrors(context))
      return { context, account }
    }
    try {
      await payWithTag(await open())
      const sessions: string[] = []
      for (const visitor of visitors) sessions.push(await signIn(await open(), visitor))
      expect(errors.flatMap((each) => each.unexpected())).toEqual([])
      return sessions
    } finally {
      await browser.close()
    }
  }
  return visit
}
