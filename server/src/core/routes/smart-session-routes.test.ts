import { createHash } from 'node:crypto'
import { encodeFunctionResult, isAddress, isHex, parseAbi, toHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postCosign } from '../../../../shared/api/cosign.ts'
import * as z from '../../../../shared/zod.ts'
import { createSecretBox } from '../../adapters/secret-box/secret-box.ts'
import { createSessionAccounts } from '../../adapters/session-accounts/session-accounts.ts'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import { commonQuery, openTestServer, type TestServer, testProject } from '../../testing/test-server.ts'

const chainId = 'eip155:8453'
const owner = privateKeyToAccount(generatePrivateKey())
const eve = privateKeyToAccount(generatePrivateKey())
const site = privateKeyToAccount(generatePrivateKey())
const recipient = '0x00000000000000000000000000000000000000B2'
const account = `${chainId}:${owner.address}`
const hourSeconds = 3_600

const contractAbi = parseAbi(['function sessions(address, address) view returns (uint64, uint64)'])
const keyOf = (id: string) => ({ id, key: new Uint8Array(createHash('sha256').update(id).digest()) })

let server: TestServer
let box: SecretBox
/** The expiry of every session in the account contract. */
let grantedExpiry: bigint
/** Called while the account contract is read. */
let onRead: () => Promise<void>
/** Number of signatures by the cosigner. */
let signed: number

const accounts = createSessionAccounts(
  scriptedRpc([chainId, 'eip155:1'], async () => {
    await onRead()
    return encodeFunctionResult({ abi: contractAbi, functionName: 'sessions', result: [grantedExpiry, 0n] })
  }),
)
const smartSessions = {
  secrets: {
    seal: (text: string, context: string) => box.seal(text, context),
    open: (sealed: string, context: string) => box.open(sealed, context),
    get currentPrefix() {
      return box.currentPrefix
    },
  },
  accounts: {
    ...accounts,
    sign: (privateKey: string, hash: string) => {
      signed += 1
      return accounts.sign(privateKey, hash)
    },
  },
}
const signatures = {
  isSignedBy: async (_chainId: string, address: string, message: string, signature: string) =>
    isAddress(address) && isHex(signature) && (await verifyMessage({ address, message, signature })),
}

beforeEach(async () => {
  box = createSecretBox([keyOf('old')])
  onRead = async () => undefined
  signed = 0
  server = await openTestServer({ smartSessions, signatures })
  grantedExpiry = BigInt(seconds() + hourSeconds)
})
afterEach(() => server.close())

const seconds = () => Math.floor(server.now() / 1_000)

async function call(path: string, body?: unknown, query = commonQuery): Promise<readonly [number, unknown]> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await server.app.request(`/v1/sessions/${path}?${query}&v=2`, init)
  return [response.status, await response.json()]
}
const rejection = (status: number, description: string) => [status, { reasons: [{ description }] }]

const allowance = (value: bigint) => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: toHex(value), start: seconds(), period: 86_400 },
})
const createRequest = (over: object = {}) => ({
  chainId: '0x2105',
  address: owner.address,
  expiry: seconds() + hourSeconds,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: site.publicKey }] } },
  permissions: [allowance(5n)],
  ...over,
})
type SessionRequest = ReturnType<typeof createRequest>

const preparedSchema = z.object({ pci: z.string(), key: z.looseObject({ publicKey: z.string() }) })
async function prepared(request: SessionRequest = createRequest(), query = commonQuery) {
  const [status, answer] = await call(account, request, query)
  expect(status).toBe(200)
  const { pci, key } = z.parse(preparedSchema, answer)
  const keys = [key, ...request.signer.data.keys]
  const cosigner = accounts.addressOfKey(key.publicKey) ?? ''
  return {
    pci,
    cosigner,
    body: { ...request, signer: { type: 'keys', data: { keys } }, pci, context: '0x01' },
  }
}
async function granted(request: SessionRequest = createRequest(), query = commonQuery) {
  const session = await prepared(request, query)
  expect(await call(`${account}/activate`, session.body, query)).toEqual([200, {}])
  return session
}
type Session = Awaited<ReturnType<typeof prepared>>

/** The host's request to cosign an act. */
async function cosign({ pci, cosigner }: Session, value = 1n, signer = site, query = commonQuery) {
  const keys = { site: site.address, cosigner }
  const act = { to: recipient, value, data: '0x' }
  const hash = accounts.actHash({ chainId, address: owner.address }, keys, 0n, act)
  const signature = await signer.signMessage({ message: { raw: isHex(hash) ? hash : '0x' } })
  const body = { pci, act: { ...act, value: toHex(value) }, signature }
  const answer = await call(`${account}/cosign`, body, query)
  return { answer, hash }
}
const revoke = async ({ pci }: Session, signer = owner) =>
  call(`${account}/revoke`, { pci, signature: await signer.signMessage({ message: pci }) })

const listSchema = z.object({ pcis: z.array(z.looseObject({ pci: z.string() })) })
const listed = async (query = commonQuery) =>
  z.parse(listSchema, (await call(account.toLowerCase(), undefined, query))[1]).pcis
const spentUp = rejection(400, 'The allowance is used up')
const invalidSignature = rejection(401, 'The signature does not hold')

describe('session', () => {
  it('granted › listed, cosigns acts within its allowance', async () => {
    const session = await prepared()
    expect(await listed()).toEqual([])
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session was not granted'))
    expect(await call(`${account}/activate`, session.body)).toEqual([200, {}])
    const { expiry, permissions } = createRequest()
    expect(await listed()).toEqual([
      {
        project: { id: 'demo', name: 'Tidewater Coffee', url: 'https://shop.example' },
        ...{ pci: session.pci, createdAt: seconds(), expiry, permissions },
      },
    ])
    const { answer, hash } = await cosign(session, 5n)
    const { cosigner, signature } = z.parse(postCosign.response(), answer[1])
    expect(await accounts.recoverSigner(hash, signature)).toBe(session.cosigner)
    expect(cosigner).toBe(session.cosigner)
    expect((await cosign(session)).answer).toEqual(spentUp)
    server.advance(86_400_000)
    grantedExpiry += 86_400n
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session has expired'))
    expect(signed).toBe(1)
  })

  it('next period › allowance restarts', async () => {
    const permission = {
      type: 'native-token-recurring-allowance',
      data: { allowance: '0x5', start: 0, period: 60 },
    }
    const session = await granted(createRequest({ permissions: [permission] }))
    for (const status of [200, 400]) expect((await cosign(session, 3n)).answer[0]).toBe(status)
    server.advance(60_000)
    for (const status of [200, 400]) expect((await cosign(session, 3n)).answer[0]).toBe(status)
  })

  it('20 acts at once with an allowance for 5 › exactly 5 are signed', async () => {
    const session = await granted()
    const acts = await Promise.all(Array.from({ length: 20 }, () => cosign(session)))
    expect(acts.filter(({ answer }) => answer[0] === 200)).toHaveLength(5)
    expect(acts.filter(({ answer }) => answer[0] === 400).map(({ answer }) => answer)).toEqual(
      Array.from({ length: 15 }, () => spentUp),
    )
    expect(signed).toBe(5)
  })

  it('two projects › separate sessions', async () => {
    await server.stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
    const other = commonQuery.replace('demo', 'other')
    const session = await granted()
    expect(await listed(other)).toEqual([])
    expect((await cosign(session, 1n, site, other)).answer).toEqual(rejection(404, 'The session is unknown'))
  })

  it('stored key › sealed, not in responses', async () => {
    const session = await prepared()
    const stored = await server.stores.smartSessions.find('demo-key', account.toLowerCase(), session.pci)
    const key = box.open(stored?.sealedKey ?? '', `smart_sessions/demo-key/${session.pci}`)
    expect(accounts.addressOfKey(privateKeyToAccount(isHex(key) ? key : '0x').publicKey)).toBe(
      session.cosigner,
    )
    expect(JSON.stringify(stored)).not.toContain(key.slice(2))
  })

  it('more sessions than a response allows › lists the usable ones', async () => {
    const session = await granted()
    const key = account.toLowerCase()
    const stored = await server.stores.smartSessions.find('demo-key', key, session.pci)
    if (stored === undefined) throw new Error('The session is not stored')
    const others = Array.from({ length: 500 }, (_, at) => {
      const other = { ...stored.session, pci: `p${at}`, createdAt: seconds() + 1, revokedAt: seconds() }
      return server.stores.smartSessions.add({ ...stored, session: other })
    })
    await Promise.all(others)
    const pcis = (await listed()).map(({ pci }) => pci)
    expect(pcis).toHaveLength(500)
    expect(pcis).toContain(session.pci)
  })
})

describe('session request', () => {
  const expired = 'The expiry has passed'
  const otherAccount = 'The request is for another account'
  const oneKey = 'The request must have one key, that of the site'
  const wholeKey = 'The key must be an uncompressed secp256k1 public key'
  const signer = (...keys: readonly object[]) => ({ signer: { type: 'keys', data: { keys } } })
  const key = { type: 'secp256k1', publicKey: site.publicKey }
  it.each([
    ['expiry in the past', { expiry: 1 }, expired],
    ['another chain', { chainId: '0x1' }, otherAccount],
    ['chain id beyond 2^53', { chainId: '0x20000000000000002105' }, otherAccount],
    ['another address', { address: eve.address }, otherAccount],
    ['no address', { address: undefined }, otherAccount],
    ['two keys', signer(key, key), oneKey],
    ['key of another curve', signer({ ...key, type: 'secp256r1' }), wholeKey],
    ['compressed key', signer({ ...key, publicKey: `0x02${'ab'.repeat(32)}` }), wholeKey],
    ['key that is no point', signer({ ...key, publicKey: `0x04${'ab'.repeat(64)}` }), wholeKey],
  ])('%s › 400', async (_, over, description) => {
    expect(await call(account, createRequest(over))).toEqual(rejection(400, description))
  })

  it('account on an unsupported chain › 400', async () => {
    expect(await call(`eip155:5:${owner.address}`, createRequest({ chainId: '0x5' }))).toEqual(
      rejection(400, 'The account is not on a chain of this deployment'),
    )
  })

  it('not configured › every endpoint responds 501', async () => {
    const other = await openTestServer({ signatures })
    const body = { ...createRequest(), pci: 'p', context: '0x01' }
    const act = { to: recipient, value: '0x1', data: '0x' }
    for (const [path, given] of [
      ['', undefined],
      ['', createRequest()],
      ['/activate', body],
      ['/revoke', { pci: 'p', signature: '0x01' }],
      ['/cosign', { pci: 'p', act, signature: '0x01' }],
    ] as const) {
      const init = given && { method: 'POST', body: JSON.stringify(given) }
      const response = await other.app.request(
        `/v1/sessions/${account}${path}?${commonQuery}&v=2`,
        init ?? {},
      )
      expect([response.status, await response.json()]).toEqual(
        rejection(501, 'This deployment has no smart sessions configured'),
      )
    }
    await other.close()
  })
})

describe('activation', () => {
  const exceeds = rejection(400, 'The grant exceeds the request')

  it('fewer permissions and a shorter time › only these apply', async () => {
    const token = { type: 'erc20-recurring-allowance', data: { token: recipient, ...allowance(9n).data } }
    const session = await prepared(createRequest({ permissions: [allowance(5n), token] }))
    const permissions = [{ ...token, data: { ...token.data, token: recipient.toLowerCase() } }]
    const body = { ...session.body, expiry: seconds() + 60, permissions }
    grantedExpiry = BigInt(body.expiry)
    expect(await call(`${account}/activate`, body)).toEqual([200, {}])
    expect(await listed()).toMatchObject([{ expiry: body.expiry, permissions }])
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session may not do that'))
    expect(signed).toBe(0)
  })

  it('more than requested › 400', async () => {
    const { body } = await prepared()
    const activate = (over: object) => call(`${account}/activate`, { ...body, ...over })
    expect(await activate({ expiry: body.expiry + 1 })).toEqual(exceeds)
    expect(await activate({ permissions: [allowance(6n)] })).toEqual(exceeds)
    expect(await activate({ permissions: [allowance(5n), allowance(5n)] })).toEqual(exceeds)
    expect(await listed()).toEqual([])
  })

  it('other keys, or another expiry on the chain › 400; not granted on the chain › 409', async () => {
    const { body } = await prepared()
    const activate = (over: object = {}) => call(`${account}/activate`, { ...body, ...over })
    const otherKeys = rejection(400, 'The session is of other keys, or of another account')
    expect(await activate({ signer: createRequest().signer })).toEqual(otherKeys)
    expect(await activate({ address: eve.address })).toEqual(otherKeys)
    const otherExpiry = rejection(400, 'The account has granted the session with another expiry')
    for (const expiry of [1n, BigInt(body.expiry) + 1n]) {
      grantedExpiry = expiry
      expect(await activate()).toEqual(otherExpiry)
    }
    grantedExpiry = 0n
    expect(await activate()).toEqual(rejection(409, 'The account has granted no such session'))
    expect(await listed()).toEqual([])
    grantedExpiry = BigInt(body.expiry)
    expect(await activate()).toEqual([200, {}])
  })

  it('repeated › succeeds for the same grant only', async () => {
    const { body } = await granted()
    expect(await call(`${account}/activate`, body)).toEqual([200, {}])
    grantedExpiry = BigInt(body.expiry - 1)
    expect(await call(`${account}/activate`, { ...body, expiry: body.expiry - 1 })).toEqual(
      rejection(400, 'The session was activated with another grant'),
    )
  })

  it('no node responds › 503, session stays inactive', async () => {
    const session = await prepared()
    onRead = async () => {
      throw new NodeErrorResponse(-32603, 'no node answers', { reason: 'network' })
    }
    const unavailableError = rejection(503, `No node of ${chainId} answered`)
    expect(await call(`${account}/activate`, session.body)).toEqual(unavailableError)
    expect(await listed()).toEqual([])
  })
})

describe('session that must not sign', () => {
  it('revoked › never signs again, cannot be activated', async () => {
    const [session, other] = [await granted(), await prepared()]
    expect(await revoke(session, eve)).toEqual(invalidSignature)
    expect((await cosign(session)).answer[0]).toBe(200)
    expect(await revoke(session)).toEqual([200, {}])
    expect(await revoke(session)).toEqual(rejection(400, 'The session is already revoked'))
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session was revoked'))
    expect(await listed()).toMatchObject([{ pci: session.pci, revokedAt: seconds() }])
    expect(await revoke(other)).toEqual([200, {}])
    expect(await call(`${account}/activate`, other.body)).toEqual(rejection(400, 'The session was revoked'))
    expect(signed).toBe(1)
  })

  it('revoked while the chain is read › does not sign', async () => {
    const session = await granted()
    onRead = async () => {
      onRead = async () => undefined
      expect(await revoke(session)).toEqual([200, {}])
    }
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session was revoked'))
    expect(signed).toBe(0)
  })

  it('expired while the chain is read › does not sign', async () => {
    const session = await granted()
    onRead = async () => {
      server.advance(hourSeconds * 1_000)
      grantedExpiry += BigInt(hourSeconds)
    }
    expect((await cosign(session)).answer).toEqual(rejection(400, 'The session has expired'))
    expect(signed).toBe(0)
  })

  it('ended by the account itself › does not sign', async () => {
    const session = await granted()
    const ended = rejection(400, 'The account no longer grants the session')
    for (const expiry of [0n, BigInt(seconds())]) {
      grantedExpiry = expiry
      expect((await cosign(session)).answer).toEqual(ended)
    }
    expect(signed).toBe(0)
  })

  it('act signed by another key › 401, nothing is spent', async () => {
    const session = await granted()
    expect((await cosign(session, 5n, eve)).answer).toEqual(invalidSignature)
    expect((await cosign(session, 5n)).answer[0]).toBe(200)
  })

  it('act not signed by its host › 401', async () => {
    const session = await granted()
    const { hash } = await cosign(session, 1n)
    const signature = await site.signMessage({ message: { raw: isHex(hash) ? hash : '0x' } })
    const act = { to: eve.address, value: '0x1', data: '0x' }
    expect(await call(`${account}/cosign`, { pci: session.pci, act, signature })).toEqual(invalidSignature)
    expect(signed).toBe(1)
  })
})

describe('secret box keys', () => {
  it('rotated › sessions of the old key sign until it is removed', async () => {
    const session = await granted()
    box = createSecretBox([keyOf('new'), keyOf('old')])
    expect((await cosign(session, 2n)).answer[0]).toBe(200)
    const newer = await granted()
    box = createSecretBox([keyOf('new')])
    expect((await cosign(newer)).answer[0]).toBe(200)
    expect((await cosign(session, 3n)).answer[0]).toBe(500)
    expect(JSON.stringify(server.logged)).toContain('sealed under an unknown key')
    expect(signed).toBe(2)
    box = createSecretBox([keyOf('old')])
    // An unsigned act spends nothing.
    expect((await cosign(session, 3n)).answer[0]).toBe(200)
  })
})
