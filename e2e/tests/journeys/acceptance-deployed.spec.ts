/**
 * An operator deploys, and visitors use, packed files only: the commands of docs/deploy.md and docs/operate.md, with the
 * packages that npm installed into empty folders, behind Caddy with TLS, for a site on another origin. Local chains replace
 * the main nets: Anvil with id 1, and chains of `main-net-chains.ts` with the genesis hashes of Solana and Polkadot Asset
 * Hub. Ports are free ones: the browser resolves `wallet.example` and `shop.example` to the proxy, and no other name.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { request } from '../../deploy/https-client.ts'
import { findBlock, openPackedSite, type PackedSite } from '../../deploy/packed-site.ts'
import { readStack, type Stack } from '../../stack/stack-file.ts'
import { createVisit, newBuyer, shop } from '../shop-visit.ts'
import { createWorld, type TestWorld } from '../world.ts'

const long = { tag: '@long' } as const
const query = 'projectId=shop&st=test&sv=1'
const name = 'deployed-shop.reown.id'
/** The code block of docs/operate.md that contains a command. */
const operation = (command: string) => findBlock('docs/operate.md', 'sh', command)

/** Account on Ethereum, used by this test only. */
const buyer = newBuyer()
/** Accounts on Solana and Polkadot, one for each visit. */
const [firstVisit, secondVisit] = ['visit-1', 'visit-2'] as const

let stack: Stack
let world: TestWorld
let site: PackedSite
let visit: ReturnType<typeof createVisit>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  stack = readStack()
  world = createWorld(stack, 'deployed')
  site = await openPackedSite({ stack, funded: [firstVisit, secondVisit] })
  visit = createVisit({ stack, world, chains: site.chains, buyer })
})
test.afterAll(() => site?.close())

/** Responses of a server with the sign-in session, the registered name and the project's origins. */
async function readStored(url: string, session: string): Promise<readonly unknown[]> {
  const me = await request(`${url}/auth/v1/me?${query}`, { headers: { authorization: `Bearer ${session}` } })
  const profile = await request(`${url}/v1/profile/account/${name}?${query}&apiVersion=2`)
  const origins = await request(`${url}/projects/v1/origins?${query}`)
  return [me, profile, origins].map(({ status, body }) => [status, body.toString()])
}

/** Registers a name, and returns the data that the server has stored. */
async function registerName(url: string, session: string): Promise<readonly unknown[]> {
  const { address, privateKey } = buyer
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

/** Backs the server up, restores it in another folder, and returns the data stored there. */
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
  const restored = commands.adapt('http://localhost:8788')
  const stored = await readStored(restored, session)
  await commands.stop(`${restored}/readyz`)
  return stored
}

// One test, because each step continues with the deployment of the previous one.
test('packed server › by deploy.md, restored, two replicas › serves visitors', long, async () => {
  test.setTimeout(420_000)
  const { commands } = site
  const urls = ['http://localhost:8787', 'http://localhost:8788'].map(commands.adapt)
  const [first = ''] = urls

  const session = await test.step('visitors pay and sign in', async () => {
    await site.deployThrough('node backend.mjs')
    const [ethereum = ''] = await visit(await site.openProxy(['8787']), firstVisit)
    return ethereum
  })

  const stored =
    await test.step('backup › restored in another folder › has sessions, names and projects', async () => {
      const before = await registerName(first, session)
      expect(await restoreElsewhere(session)).toEqual(before)
      return before
    })

  await test.step('two replicas › PostgreSQL and Redis › same data, visitors pay and sign in', async () => {
    await commands.stop(`${first}/readyz`)
    await site.deployThrough('drawbridge migrate')
    await commands.shell(operation('drawbridge backup move.jsonl'))
    await site.deployThrough('serve --port 8788')
    for (const url of urls) expect(await readStored(url, session)).toEqual(stored)
    await visit(await site.openProxy(['8787', '8788']), secondVisit)
  })
})
