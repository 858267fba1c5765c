import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { polkadotDevAccount } from '../chains/polkadot/dev-account.ts'
import { acalaChainId, polkadotChainId } from '../chains/polkadot/local-genesis.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { createDisposer } from '../disposer.ts'
import { createMobileWalletControl, createRelayControl } from './control.ts'
import { openDapp } from './dapp.ts'
import { createMobileWallets } from './phones.ts'
import { startRelay } from './relay.ts'
import { sessionSchema, walletPromptSchema } from './thread-messages.ts'

const unreachableUrl = 'http://127.0.0.1:1'
const { address, privateKey } = svmAccount('phone-1')
const requestedNamespace = (chain: string, method: string) => ({
  chains: [chain],
  methods: [method],
  events: [],
})
const threeNamespaces = {
  eip155: { ...requestedNamespace('eip155:1', 'personal_sign'), rpcMap: { 1: unreachableUrl } },
  solana: requestedNamespace(svmChainId, 'solana_signMessage'),
  polkadot: requestedNamespace(polkadotChainId, 'polkadot_signMessage'),
}
const openedSchema = z.object({ id: z.string() })
const stateSchema = z.object({
  addresses: z.record(z.string(), z.array(z.string())),
  asked: z.array(walletPromptSchema),
  waiting: z.array(z.int()),
  sessions: z.array(sessionSchema),
})

const lifetime = createDisposer()
let walletControl: ReturnType<typeof createMobileWalletControl>
let relayControl: ReturnType<typeof createRelayControl>
let relayUrl = ''
beforeAll(async () => {
  const relay = await startRelay()
  lifetime.defer(relay.stop)
  relayUrl = relay.url
  relayControl = createRelayControl(relay)
  const evm = { ...devAccount('phone-1'), funded: true }
  const svm = { label: 'phone-1', address, privateKey: Buffer.from(privateKey).toString('hex') }
  const world = {
    walletConnect: { relayUrl, projectId: 'demo' },
    accounts: [evm],
    chains: [{ chainId: 1, rpcUrl: unreachableUrl }],
    solana: { id: svmChainId, rpcUrl: unreachableUrl, accounts: [svm] },
    polkadot: { id: polkadotChainId, accounts: [polkadotDevAccount('phone-1')] },
    acala: { id: acalaChainId },
  }
  walletControl = createMobileWalletControl(createMobileWallets(world, lifetime))
})
afterAll(() => lifetime.end())

const post = (path: string, body: unknown) =>
  walletControl.request(path, { method: 'POST', body: JSON.stringify(body) })
const readState = async (id: string) =>
  z.parse(stateSchema, await (await walletControl.request(`/${id}`)).json())

describe('mobile wallet over HTTP', () => {
  it('script ignores › waits for each decision; the approval can be limited', async () => {
    const { id } = z.parse(openedSchema, await (await post('/', { account: 'phone-1' })).json())
    expect(z.parse(openedSchema, await (await post('/', { account: 'phone-1' })).json()).id).toBe(id)
    const chains = ['eip155:1', svmChainId, polkadotChainId, acalaChainId]
    expect(Object.keys((await readState(id)).addresses)).toEqual(chains)
    const ignore = { is: 'ignore' }
    await post(`/${id}`, {
      is: 'script',
      script: { proposals: ignore, signIns: ignore, requests: ignore, methods: {} },
    })

    const dapp = await openDapp(relayUrl)
    lifetime.defer(dapp.close)
    const { uri, session } = dapp.propose(threeNamespaces)
    await post(`/${id}`, { is: 'pair', uri: await uri })
    await vi.waitFor(async () => expect((await readState(id)).waiting).toHaveLength(1))
    const [proposal] = (await readState(id)).asked
    await post(`/${id}`, {
      is: 'answer',
      id: proposal?.id,
      decision: { is: 'approve', only: ['eip155', 'polkadot'] },
    })
    expect(Object.keys((await session)?.namespaces ?? {}).sort()).toEqual(['eip155', 'polkadot'])

    const sign = { method: 'personal_sign', params: ['0x00', devAccount('phone-1').address] }
    const rejected = dapp.provider.request(sign, 'eip155:1')
    rejected.catch(() => undefined)
    await vi.waitFor(async () => expect((await readState(id)).waiting).toHaveLength(1))
    const request = (await readState(id)).asked.at(-1)
    await post(`/${id}`, { is: 'answer', id: request?.id, decision: { is: 'reject' } })
    await expect(rejected).rejects.toMatchObject({ code: 5000 })
    expect(await readState(id)).toMatchObject({ waiting: [], sessions: [{ site: { name: 'Shop' } }] })
  })

  it('unknown wallet, account, command or URI › rejected with a reason', async () => {
    expect((await walletControl.request('/none')).status).toBe(404)
    expect((await post('/', { account: 'nobody' })).status).toBe(400)
    const { id } = z.parse(openedSchema, await (await post('/', { account: 'phone-1' })).json())
    expect((await post(`/${id}`, { is: 'dance' })).status).toBe(400)
    const rejected = await post(`/${id}`, { is: 'pair', uri: 'wc:nonsense' })
    expect(rejected.status).toBe(422)
    expect(await rejected.json()).toMatchObject({ reasons: [expect.stringMatching(/./)] })
  })
})

describe('relay over HTTP', () => {
  it('connections and faults › per project', async () => {
    const connections = async (project: string) =>
      (await relayControl.request(`/connections?project=${project}`)).json()
    const { id } = z.parse(
      openedSchema,
      await (await post('/', { account: 'phone-1', projectId: 'demo~1' })).json(),
    )
    expect(id).not.toBe('')
    expect(await connections('demo~2')).toEqual({ open: 0, ever: 0 })
    const setFault = (fault: unknown) =>
      relayControl.request('/fault', { method: 'POST', body: JSON.stringify({ project: 'demo~1', fault }) })
    expect((await setFault({ is: 'gone' })).status).toBe(200)
    expect(await connections('demo~1')).toMatchObject({ open: 0 })
    expect((await setFault({ is: 'odd' })).status).toBe(400)
    await setFault({ is: 'none' })
  })
})
