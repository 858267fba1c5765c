import { isAddress, isHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { NameService } from '../../ports/sources/name-services.ts'
import { commonQuery, openTestServer, type TestServer, testProject } from '../../testing/test-server.ts'

const anna = privateKeyToAccount(generatePrivateKey())
const eve = privateKeyToAccount(generatePrivateKey())
const signatures = {
  isSignedBy: async (_chainId: string, address: string, message: string, signature: string) =>
    isAddress(address) && isHex(signature) && (await verifyMessage({ address, message, signature })),
}
const sol = { name: 'boris.sol', addresses: { 501: 'SoL1' }, avatar: undefined }
const profileOfSol = { name: 'boris.sol', addresses: { 501: { address: 'SoL1' } }, attributes: [] }
const sns: NameService = {
  isName: (text) => text.endsWith('.sol'),
  resolve: async (name) => (name === sol.name ? sol : undefined),
  reverseResolve: async (address) => (address === 'SoL1' ? sol : undefined),
}
const noNode = new ChainCallError(
  { chainId: 'eip155:1', method: 'eth_call' },
  { code: -32603, message: 'No node of this chain answered', data: { reason: 'network' } },
)
const failingService: NameService = {
  isName: () => true,
  resolve: async () => Promise.reject(noNode),
  reverseResolve: async () => Promise.reject(noNode),
}
let server: TestServer

beforeEach(async () => {
  server = await openTestServer({ signatures, nameServices: [sns], nameZone: 'shop.id' })
})
afterEach(() => server.close())

type Claim = {
  readonly name: string
  readonly account?: typeof anna
  readonly signer?: typeof anna
  readonly seconds?: number
  readonly coinType?: number
  readonly avatar?: string
}

async function claim(
  { name, account = anna, signer = account, seconds, coinType = 60, avatar }: Claim,
  query = commonQuery,
) {
  const message = JSON.stringify({
    name,
    attributes: avatar === undefined ? {} : { avatar },
    timestamp: seconds ?? Math.floor(server.now() / 1_000),
  })
  const signature = await signer.signMessage({ message })
  const body = { coin_type: coinType, address: account.address.toLowerCase(), message, signature }
  const response = await server.app.request(`/v1/profile/account?${query}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}
const get = async (path: string, query = commonQuery) => {
  const response = await server.app.request(`/v1/${path}?${query}`)
  return [response.status, await response.json()]
}
const rejection = (status: number, description: string) => [status, { reasons: [{ description }] }]
const registered = [200, { success: true }]

describe('registration', () => {
  it('signed by its account › found by name, legacy name and account', async () => {
    expect(await claim({ name: 'anna.shop.id', avatar: 'https://shop.example/anna.png' })).toEqual(registered)
    const profile = {
      name: 'anna.shop.id',
      addresses: { 60: { address: anna.address } },
      attributes: [{ avatar: 'https://shop.example/anna.png' }],
    }
    expect(await get('profile/account/anna.shop.id')).toEqual([200, profile])
    expect(await get('profile/account/ANNA.shop.id')).toEqual([200, profile])
    expect(await get('profile/account/anna.wcn.id')).toEqual([200, { ...profile, name: 'anna.wcn.id' }])
    expect(await get(`profile/reverse/${anna.address.toLowerCase()}`)).toEqual([200, [profile]])
    expect(await get(`identity/${anna.address}`)).toEqual([
      200,
      { name: 'anna.shop.id', avatar: 'https://shop.example/anna.png' },
    ])
    const [, { suggestions }] = await get('profile/suggestions/anna')
    expect(suggestions.slice(0, 2)).toEqual([
      { name: 'anna.shop.id', registered: true },
      { name: 'anna-1.shop.id', registered: false },
    ])
  })

  it.each([
    ['another zone', { name: 'anna.reown.id' }, rejection(400, 'Invalid name')],
    ['the legacy zone', { name: 'anna.wcn.id' }, rejection(400, 'Invalid name')],
    ['a label of 3 letters', { name: 'ann.shop.id' }, rejection(400, 'Invalid name')],
    ['capitals', { name: 'ANNA.shop.id' }, rejection(400, 'Invalid name')],
    ['a label with a dot', { name: 'a.anna.shop.id' }, rejection(400, 'Invalid name')],
    [
      'signature of another account',
      { name: 'anna.shop.id', signer: eve },
      rejection(401, 'The signature is not valid'),
    ],
    ['an old time', { name: 'anna.shop.id', seconds: 1 }, rejection(400, 'The message is too old')],
    [
      'a chain that is not served',
      { name: 'anna.shop.id', coinType: 501 },
      rejection(400, 'The coin type belongs to no chain of this deployment'),
    ],
  ])('%s › rejected', async (_, given, answer) => {
    expect(await claim(given)).toEqual(answer)
    expect((await get('profile/account/anna.shop.id'))[0]).toBe(404)
  })

  it('name taken, or account already named › rejected', async () => {
    expect(await claim({ name: 'anna.shop.id' })).toEqual(registered)
    expect(await claim({ name: 'anna.shop.id', account: eve })).toEqual(rejection(400, 'This name is taken'))
    expect(await claim({ name: 'anna-too.shop.id' })).toEqual(
      rejection(400, 'This account has a name already'),
    )
  })

  it('50 accounts at once › exactly one gets the name', async () => {
    const accounts = Array.from({ length: 50 }, () => privateKeyToAccount(generatePrivateKey()))
    const responses = await Promise.all(accounts.map((account) => claim({ name: 'gold.shop.id', account })))
    expect(responses.filter(([status]) => status === 200)).toHaveLength(1)
  })

  it('projects with separate registries › separate names', async () => {
    await server.stores.projects.add(testProject({ key: 'other-key', id: 'other', nameRegistry: 'other' }))
    const other = commonQuery.replace('demo', 'other')
    expect(await claim({ name: 'anna.shop.id' })).toEqual(registered)
    expect((await get('profile/account/anna.shop.id', other))[0]).toBe(404)
    expect(await claim({ name: 'anna.shop.id', account: eve }, other)).toEqual(registered)
  })
})

describe('name services', () => {
  it('known name › returns its profile', async () => {
    expect(await get('profile/account/boris.sol')).toEqual([200, profileOfSol])
    expect(await get('identity/SoL1')).toEqual([200, { name: 'boris.sol', avatar: null }])
    expect((await get('profile/account/missing.eth'))[0]).toBe(404)
  })

  it("one service fails › uses another's result; no result is an error", async () => {
    const other = await openTestServer({ signatures, nameServices: [failingService, sns] })
    const status = async (path: string) => (await other.app.request(`/v1/${path}?${commonQuery}`)).status
    expect(await status('profile/account/boris.sol')).toBe(200)
    expect(await status('profile/account/missing.eth')).toBe(503)
    expect(await status('identity/0x1')).toBe(503)
    // No other service is called for a name of the deployment's zone, or of the legacy one.
    expect(await status('profile/account/missing.reown.id')).toBe(404)
    expect(await status('profile/account/missing.wcn.id')).toBe(404)
    await other.close()
  })
})
