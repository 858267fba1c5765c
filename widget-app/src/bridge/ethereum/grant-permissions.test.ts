import { describe, expect, it, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { RpcRequest } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const key = (digit: string) => ({ type: 'secp256k1', publicKey: `0x04${digit.repeat(128)}` })
const permission = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x5', start: 7, period: 60 },
}
const requested = (over: object = {}) => ({
  chainId: '0x1',
  address: alice,
  expiry: 4_000_000_000,
  signer: { type: 'keys', data: { keys: [key('a')] } },
  permissions: [permission],
  ...over,
})
/** The service's key before the host's. */
const bothKeys = { type: 'keys', data: { keys: [key('b'), key('a')] } }
const path = `/v1/sessions/${encodeURIComponent(`eip155:1:${alice}`)}`
/** A complete wallet response: the request, except for what a test changes. */
const completeResponse =
  (over: object) =>
  ({ params }: RpcRequest): unknown => ({ ...(Array.isArray(params) ? params[0] : {}), ...over })
/** A wallet that grants the request, and a service that stores it. */
async function grantWorld({
  answers = {},
  routes = {},
  features = { smartSessions: true },
}: {
  readonly answers?: Readonly<Record<string, unknown>>
  readonly routes?: Readonly<Record<string, () => { readonly status?: number; readonly body?: unknown }>>
  readonly features?: object
} = {}) {
  const apiCalls: [path: string, body: unknown][] = []
  const world = await dappWorld({
    results: {
      wallet_getCapabilities: { '0x1': { permissions: { supported: true } } },
      wallet_grantPermissions: completeResponse({ context: '0xc0ffee' }),
      ...answers,
    },
    options: {
      config: { features },
      routes: {
        [path]: (url, body) => {
          apiCalls.push([`${url.pathname} ${url.searchParams.get('v')}`, body])
          return { body: { pci: 'one', key: key('b') } }
        },
        [`${path}/activate`]: (url, body) => {
          apiCalls.push([`${url.pathname} ${url.searchParams.get('v')}`, body])
          return { body: {} }
        },
        ...routes,
      },
    },
  })
  const grant = (over: object = {}) =>
    world.sendRequest({ method: 'wallet_grantPermissions', params: [requested(over)] })
  const methods = () => world.walletRequests.map(({ method }) => method)
  return { ...world, grant, told: apiCalls, methods }
}

const sessionRead = (_connection: unknown, { method }: { method: string }) =>
  method === 'wallet_grantPermissions'
    ? Promise.resolve({
        account: alice,
        chain: 'eip155:1',
        facts: [{ is: 'session', expiry: 4_000_000_000n, keys: [], permissions: [], policies: [] }],
      })
    : undefined

describe('wallet_grantPermissions', () => {
  it('service prepares, wallet grants to both keys, then it is activated', async () => {
    const { grant, told: apiCalls, walletRequests: requestsToWallet } = await grantWorld()
    const { signer: _signer, ...rest } = requested()
    expect(await grant()).toEqual({ ...rest, context: 'one' })
    expect(requestsToWallet.at(-1)).toEqual({
      method: 'wallet_grantPermissions',
      params: [requested({ signer: bothKeys })],
    })
    expect(apiCalls).toEqual([
      [`${path} 2`, requested()],
      [`${path}/activate 2`, { ...requested({ signer: bothKeys }), pci: 'one', context: '0xc0ffee' }],
    ])
  })

  it('account metadata › passed on as the wallet returned it', async () => {
    const accountMeta = { factory: bob, factoryData: '0x' }
    const signerMeta = { delegationManager: bob }
    const { grant, told: apiCalls } = await grantWorld({
      answers: {
        wallet_grantPermissions: { context: '0x01', accountMeta, signerMeta, address: alice, chainId: '0x1' },
      },
    })
    await grant()
    expect(apiCalls.at(-1)?.[1]).toMatchObject({ context: '0x01', accountMeta, signerMeta })
  })

  it('malformed metadata › is left out', async () => {
    const { grant, told: apiCalls } = await grantWorld({
      answers: {
        wallet_grantPermissions: { context: '0x01', accountMeta: [{ factory: bob }], signerMeta: null },
      },
    })
    await grant()
    expect(apiCalls.at(-1)?.[1]).toEqual({ ...requested({ signer: bothKeys }), pci: 'one', context: '0x01' })
  })

  it('wallet grants less than requested › accepted', async () => {
    const other = { ...permission, data: { ...permission.data, allowance: '0x6' } }
    const { grant } = await grantWorld({
      answers: {
        wallet_grantPermissions: { context: '0x01', expiry: 3_999_999_999, permissions: [permission] },
      },
    })
    expect(await grant({ permissions: [permission, other] })).toMatchObject({
      expiry: 3_999_999_999,
      permissions: [permission],
    })
  })

  it.each([
    ['for longer', { expiry: 4_000_000_001 }],
    ['to another key', { signer: { type: 'keys', data: { keys: [key('a'), key('c')] } } }],
    ['with more', { permissions: [{ ...permission, data: { ...permission.data, allowance: '0x6' } }] }],
    ['with something that nobody asked for', { permissions: [{ type: 'everything' }] }],
    ['for another account', { address: bob }],
    ['on another chain', { chainId: '0x2105' }],
  ])('wallet grants %s › not activated', async (_name, over) => {
    const { grant, told: apiCalls } = await grantWorld({
      answers: { wallet_grantPermissions: { context: '0x01', ...over } },
    })
    await expect(grant()).rejects.toMatchObject({ code: -32603, data: { reason: 'mismatch' } })
    expect(apiCalls.map(([name]) => name)).toEqual([`${path} 2`])
  })

  it('wider grant of a reviewed request › the user sees the mismatch', async () => {
    const { grant, store, adapter } = await grantWorld({
      answers: { wallet_grantPermissions: completeResponse({ context: '0x01', expiry: 4_000_000_001 }) },
    })
    Object.assign(adapter, { readRequest: sessionRead })
    const result = grant()
    await vi.waitFor(() => expect(store.get(reviewsAtom)).toHaveLength(1))
    store.get(reviewsAtom)[0]?.decide(acceptClick())
    await expect(result).rejects.toMatchObject({ data: { reason: 'mismatch' } })
    expect(store.get(reviewsAtom)).toMatchObject([
      { stage: { is: 'mismatch' }, request: { method: 'wallet_grantPermissions' } },
    ])
    expect(store.get(modalOpenAtom)).toBe(true)
  })

  it.each([
    ['says all that it granted', completeResponse({ context: '0x01' }), []],
    ['says nothing of what it granted', { context: '0x01' }, [{ is: 'unverified', account: alice }]],
    [
      'writes permissions in another form',
      completeResponse({ context: '0x01', permissions: [{ type: permission.type, data: {} }] }),
      [{ is: 'unverified', account: alice }],
    ],
  ])('wallet %s › the user sees whether it could be verified', async (_, result, stages) => {
    const { grant, store } = await grantWorld({ answers: { wallet_grantPermissions: result } })
    expect(await grant()).toMatchObject({ context: 'one', permissions: [permission] })
    expect(store.get(reviewsAtom).map(({ stage }) => stage)).toMatchObject(stages)
  })

  it('host without smart sessions › 4200, nothing is called', async () => {
    const { grant, methods, told: apiCalls } = await grantWorld({ features: {} })
    await expect(grant()).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
    expect([methods(), apiCalls]).toEqual([[], []])
  })

  it.each([
    ['says nothing of permissions', { wallet_getCapabilities: { '0x1': { atomic: { status: 'ready' } } } }],
    [
      'knows them on another chain',
      { wallet_getCapabilities: { '0x2105': { permissions: { supported: true } } } },
    ],
    ['does not support them', { wallet_getCapabilities: { '0x1': { permissions: { supported: false } } } }],
    ['knows no capabilities', { wallet_getCapabilities: new ProviderRpcError(4200, 'What?') }],
  ])('wallet that %s › 4200, before anything is called', async (_name, answers) => {
    const { grant, methods, told: apiCalls } = await grantWorld({ answers })
    await expect(grant()).rejects.toMatchObject({ code: 4200 })
    expect([methods(), apiCalls]).toEqual([['wallet_getCapabilities'], []])
  })

  it.each([
    [4100, 'an account that is not connected', { address: bob }],
    [4901, 'another chain', { chainId: '0x2105' }],
    [-32602, 'a time that has passed', { expiry: 0 }],
    [-32602, 'no permission', { permissions: [] }],
    [-32602, 'a field that nobody would be shown', { more: 1 }],
    [-32602, 'a policy that nobody would read', { policies: [{ type: 'a', data: 'b'.repeat(1_000) }] }],
  ])('%i for %s', async (code, _name, over) => {
    const { grant, methods, told: apiCalls } = await grantWorld()
    await expect(grant(over)).rejects.toMatchObject({ code })
    expect([methods(), apiCalls]).toEqual([[], []])
  })

  it('session active › tracked without account and amounts', async () => {
    const { grant, events } = await grantWorld()
    await grant()
    const properties = {
      ...{ network: 'eip155:1', caipNetworkId: 'eip155:1', isSmartAccount: false },
      ...{ permissions: [permission.type], expiry: 4_000_000_000 },
    }
    expect(events).toContainEqual({ event: 'SMART_SESSION_CREATED', properties })
  })

  it('session not granted or not activated › not tracked', async () => {
    const rejectedGrant = await grantWorld({
      answers: { wallet_grantPermissions: new ProviderRpcError(4001, 'No') },
    })
    await expect(rejectedGrant.grant()).rejects.toMatchObject({ code: 4001 })
    const failedActivation = await grantWorld({
      routes: { [`${path}/activate`]: () => ({ status: 400, body: {} }) },
    })
    await expect(failedActivation.grant()).rejects.toThrow()
    const names = [rejectedGrant, failedActivation].flatMap(({ events }) => events.map(({ event }) => event))
    expect(names).not.toContain('SMART_SESSION_CREATED')
  })

  it('user rejects › nothing is activated', async () => {
    const { grant, told: apiCalls } = await grantWorld({
      answers: { wallet_grantPermissions: new ProviderRpcError(4001, 'No') },
    })
    await expect(grant()).rejects.toMatchObject({ code: 4001 })
    expect(apiCalls).toHaveLength(1)
  })

  it('service fails › the wallet is not called', async () => {
    const { grant, methods } = await grantWorld({ routes: { [path]: () => ({ status: 400 }) } })
    await expect(grant()).rejects.toMatchObject({ code: 'http/status' })
    expect(methods()).not.toContain('wallet_grantPermissions')
  })

  it('before the user approves the review › nothing is prepared or requested', async () => {
    const { grant, methods, told: apiCalls, store, adapter } = await grantWorld()
    Object.assign(adapter, { readRequest: sessionRead })
    const result = grant()
    await vi.waitFor(() => expect(store.get(reviewsAtom)).toHaveLength(1))
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['session', 'session-long'])
    expect([methods(), apiCalls]).toEqual([['wallet_getCapabilities'], []])
    store.get(reviewsAtom)[0]?.decide(acceptClick())
    expect(await result).toMatchObject({ context: 'one' })
  })
})
