/**
 * The whole way of an operator and of visitors, with packed files only: what docs/deploy.md and docs/operate.md say, run with the
 * packages that npm installed into empty folders, behind Caddy with TLS, for a site on another origin. Local chains stand for the
 * main nets: Anvil with id 1, and chains of `main-net-chains.ts` with the genesis hashes of Solana and Polkadot Asset Hub. Ports
 * are free ones: the browser takes `wallet.example` and `shop.example` to the proxy, and knows no other name.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { readStack, type Stack } from '#stack/stack-file.ts'
import { request } from '../deploy/https-client.ts'
import { openPackedSite, type PackedSite, printedBlock } from '../deploy/packed-site.ts'
import type { SiteProxy } from '../deploy/site-proxy.ts'
import { partitionedStorage, spareProcess } from './launch.ts'
import { Dapp } from './pages/dapp.ts'
import { type Problems, watchProblems } from './problems.ts'
import { stranger } from './stranger.ts'
import { createWorld, type TestWorld } from './world.ts'

const long = { tag: '@long' } as const
const shop = 'https://shop.example'
const query = 'projectId=shop&st=test&sv=1'
const name = 'deployed-shop.reown.id'
/** The commands of docs/operate.md that begin so. */
const operation = (command: string) => printedBlock('docs/operate.md', 'sh', command)

/** Account of the local world's Ethereum chains; no other browser test uses it or pays to it. */
const label = 'phone-3'
/** Accounts on Solana and Polkadot, one for each visit. */
const [firstVisit, secondVisit] = ['visit-1', 'visit-2'] as const

/** What each wallet holds before, and what its user sends. */
const visitors = [
  {
    namespace: 'eip155',
    wallet: 'Harbour Wallet',
    id: 'harbour',
    holds: /^Ether12\.5 ETH/,
    payment: { token: 'ETH', amount: '0.25', value: parseEther('0.25') },
  },
  {
    namespace: 'solana',
    wallet: 'Beacon Wallet',
    id: 'beacon',
    holds: /^Solana25 SOL/,
    payment: { token: 'SOL', amount: '0.75', value: parseUnits('0.75', 9) },
  },
  {
    namespace: 'polkadot',
    wallet: 'Trellis Wallet',
    id: 'trellis',
    holds: /^Polkadot10,000 DOT/,
    payment: { token: 'DOT', amount: '1.25', value: parseUnits('1.25', 10) },
  },
] as const
type Visitor = (typeof visitors)[number]

let stack: Stack
let world: TestWorld
let site: PackedSite

test.beforeAll(async () => {
  test.setTimeout(300_000)
  stack = readStack()
  world = createWorld(stack, 'deployed')
  site = await openPackedSite({ stack, funded: [firstVisit, secondVisit] })
})
test.afterAll(() => site?.close())

/** A browser that trusts the proxy's authority. */
const openBrowser = ({ port, authorityKey }: SiteProxy): Promise<Browser> => {
  const { args = [], ...launch } = partitionedStorage(spareProcess)
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

/** A page of the shop for a new visitor, with test wallets that stand for extensions. */
async function openShop(
  { context, account }: Profile,
  path: string,
  wallets: readonly Visitor[],
): Promise<Dapp> {
  const known = `globalThis.drawbridgeWorld = ${JSON.stringify(site.chains.pageWorld)}`
  const extension = await (await fetch(`${stack.dapp.loopback}/__stack/test-wallets.js`)).text()
  await context.addInitScript({
    content: `if (location.origin === '${shop}') {\n${known};\n${extension}\n}`,
  })
  const page = await context.newPage()
  const setups = wallets.map(({ namespace, id }) => ({
    ...{ id, namespaces: [namespace] },
    accounts: [namespace === 'eip155' ? label : account],
  }))
  await page.goto(`${shop}${path}?wallets=${encodeURIComponent(JSON.stringify(setups))}`)
  return new Dapp(page, world, [])
}

/** The tag's instance, where the page objects of these tests look for it. */
const exposeInstance = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { bridge: Object(Reflect.get(window, 'Drawbridge')).bridge })
  })

/** An address that holds nothing, and what it holds later, by the node of its chain. */
function newReceiver(namespace: Visitor['namespace']) {
  if (namespace === 'eip155') {
    const address = stranger()
    return { address, balance: () => world.chain(1).balance(address) }
  }
  const chain = site.chains[namespace]
  const address = chain.newAddress()
  return { address, balance: () => chain.balance(address) }
}

/** Sends coins from the account view to a new address, and reads them from the chain. */
async function pay(dapp: Dapp, visitor: Visitor): Promise<void> {
  const { widget } = dapp
  const { namespace, wallet, id, payment } = visitor
  const { token, amount, value } = payment
  const receiver = newReceiver(namespace)
  expect(await receiver.balance()).toBe(0n)
  await widget.opensSend()
  await widget.fillSend({ token, amount, to: receiver.address })
  await widget.button(`Send in ${wallet}`).click()
  await dapp.wallet(id).approve()
  await widget.says(/Confirmed|arrived/)
  expect(await receiver.balance()).toBe(value)
}

/** Connects wallets of three ecosystems by the button of the tag, reads balances, and sends coins of each. */
async function payWithTag(profile: Profile): Promise<void> {
  await world.fund(world.account(label))
  const dapp = await openShop(profile, '/', visitors)
  const { page, widget } = dapp
  const button = page.locator('drawbridge-button').getByRole('button')
  await expect(button).toBeVisible()
  await exposeInstance(page)
  const connected = async () =>
    (await dapp.state()).accounts.map(({ namespace, address }) => `${namespace} ${address}`)
  for (const visitor of visitors) {
    const { namespace, wallet, id, holds } = visitor
    await dapp.isClear()
    if (namespace === 'eip155') await button.click()
    else {
      await dapp.openView({ namespace })
      await widget.button(/^Connect a wallet for/).click()
    }
    await widget.row(wallet).click()
    await dapp.wallet(id).approve()
    await expect.poll(connected).toContainEqual(expect.stringMatching(new RegExp(`^${namespace} `)))
    await expect(widget.sheet).toBeHidden()
    await dapp.isClear()
    await dapp.openView({ namespace })
    await expect(widget.rowsOf('Tokens').filter({ hasText: holds })).toHaveCount(1)
    await pay(dapp, visitor)
    await widget.close.click()
  }
}

const meSchema = z.object({ address: z.string(), chainId: z.string() })

/** Signs in on the page of the npm package, and asks its backend who that is. @returns the session token in its cookie */
async function signIn(profile: Profile, visitor: Visitor): Promise<string> {
  const { wallet, id } = visitor
  const dapp = await openShop(profile, '/account/', [visitor])
  await expect.poll(() => dapp.page.evaluate(() => typeof window.bridge)).toBe('object')
  const widget = await dapp.openView({ view: 'Connect' })
  await widget.row(wallet).click()
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

/** What every visitor does, each with a browser profile of their own. @returns the session of each sign-in */
async function visit(proxy: SiteProxy, account: string): Promise<readonly string[]> {
  const browser = await openBrowser(proxy)
  const problems: Problems[] = []
  const open = async (): Promise<Profile> => {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' })
    context.setDefaultTimeout(10_000)
    problems.push(watchProblems(context))
    return { context, account }
  }
  try {
    await payWithTag(await open())
    const sessions: string[] = []
    for (const visitor of visitors) sessions.push(await signIn(await open(), visitor))
    expect(problems.flatMap((each) => each.unexpected())).toEqual([])
    return sessions
  } finally {
    await browser.close()
  }
}

/** What a server says of a session, and whether it knows the name and the project's origin. */
async function readStored(url: string, session: string): Promise<readonly unknown[]> {
  const me = await request(`${url}/auth/v1/me?${query}`, { headers: { authorization: `Bearer ${session}` } })
  const profile = await request(`${url}/v1/profile/account/${name}?${query}&apiVersion=2`)
  const origins = await request(`${url}/projects/v1/origins?${query}`)
  return [me, profile, origins].map(({ status, body }) => [status, body.toString()])
}

/** Registers a name, and returns what the server has stored. */
async function registerName(url: string, session: string): Promise<readonly unknown[]> {
  const { address, privateKey } = world.account(label)
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1_000) })
  const signature = await privateKeyToAccount(privateKey).signMessage({ message })
  const body = JSON.stringify({ coin_type: 60, address, message, signature })
  expect((await request(`${url}/v1/profile/account?${query}`, { method: 'POST', body })).status).toBe(200)
  const stored = await readStored(url, session)
  expect(stored).toEqual([
    [200, expect.stringContaining(address)],
    [200, expect.stringContaining(address)],
    [200, expect.stringContaining(shop)],
  ])
  return stored
}

/** Backs the server up, restores it in another folder, and returns what the server there has stored. */
async function restoreElsewhere(session: string): Promise<readonly unknown[]> {
  const { commands } = site
  await commands.shell(operation('drawbridge backup'))
  const [file = ''] = readdirSync(commands.path).filter((each) => each.endsWith('.jsonl'))
  const restore = operation('drawbridge restore').replace(/\S+\.jsonl/, join(commands.path, file))
  await commands.shell(`mkdir ../elsewhere\ncd ../elsewhere\n${restore}`)
  await commands.execute({
    mark: 'start',
    target: 'http://localhost:8788/readyz',
    line: 0,
    text: 'cd ../elsewhere\ndrawbridge serve --port 8788\n',
  })
  const restored = commands.adapted('http://localhost:8788')
  const stored = await readStored(restored, session)
  await commands.stop(`${restored}/readyz`)
  return stored
}

// One test, because each step goes on with the deployment of the one before.
test(
  'packed server › as deploy.md says, then restored, then two replicas › serves visitors',
  long,
  async () => {
    test.setTimeout(420_000)
    const { commands } = site
    const urls = ['http://localhost:8787', 'http://localhost:8788'].map(commands.adapted)
    const [first = ''] = urls

    const session = await test.step('visitors pay and sign in', async () => {
      await site.deployThrough('node backend.mjs')
      const [ethereum = ''] = await visit(await site.openProxy(['8787']), firstVisit)
      return ethereum
    })

    const stored =
      await test.step('a backup restored in another folder has sessions, names and projects', async () => {
        const before = await registerName(first, session)
        expect(await restoreElsewhere(session)).toEqual(before)
        return before
      })

    await test.step('two replicas on PostgreSQL and Redis have the same, and visitors pay and sign in', async () => {
      await commands.stop(`${first}/readyz`)
      await site.deployThrough('drawbridge migrate')
      await commands.shell(operation('drawbridge backup move.jsonl'))
      await site.deployThrough('serve --port 8788')
      for (const url of urls) expect(await readStored(url, session)).toEqual(stored)
      await visit(await site.openProxy(['8787', '8788']), secondVisit)
    })
  },
)
