import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { devAccount } from '../accounts.ts'
import { polkadotDevAccount } from '../chains/polkadot/dev-account.ts'
import { acalaChainId, polkadotChainId } from '../chains/polkadot/local-genesis.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { createDisposer } from '../disposer.ts'
import { createPhoneControl, createRelayControl } from './control.ts'
import { openDapp } from './dapp.ts'
import { createMobileWallets } from './phones.ts'
import { startRelay } from './relay.ts'
import { sessionSchema, walletPromptSchema } from './thread-messages.ts'

const nowhere = 'http://127.0.0.1:1'
const { address, privateKey } = svmAccount('phone-1')
const wanted = (chain: string, method: string) => ({ chains: [chain], methods: [method], events: [] })
const three = {
  eip155: { ...wanted('eip155:1', 'personal_sign'), rpcMap: { 1: nowhere } },
  solana: wanted(svmChainId, 'solana_signMessage'),
  polkadot: wanted(polkadotChainId, 'polkadot_signMessage'),
}
const opened = z.object({ id: z.string() })
const shown = z.object({
  addresses: z.record(z.string(), z.array(z.string())),
  asked: z.array(walletPromptSchema),
  waiting: z.array(z.int()),
  sessions: z.array(sessionSchema),
})

const lifetime = createDisposer()
let phones: ReturnType<typeof createPhoneControl>
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
    chains: [{ chainId: 1, rpcUrl: nowhere }],
    solana: { id: svmChainId, rpcUrl: nowhere, accounts: [svm] },
    polkadot: { id: polkadotChainId, accounts: [polkadotDevAccount('phone-1')] },
    acala: { id: acalaChainId },
  }
  phones = createPhoneControl(createMobileWallets(world, lifetime))
})
afterAll(() => lifetime.end())

const post = (path: string, body: unknown) =>
  phones.request(path, { method: 'POST', body: JSON.stringify(body) })
const look = async (id: string) => z.parse(shown, await (await phones.request(`/${id}`)).json())

describe('mobile wallet over HTTP', () => {
  it('script ignores › waits for each decision; the approval can be limited', async () => {
    const { id } = z.parse(opened, await (await post('/', { account: 'phone-1' })).json())
    expect(z.parse(opened, await (await post('/', { account: 'phone-1' })).json()).id).toBe(id)
    const chains = ['eip155:1', svmChainId, polkadotChainId, acalaChainId]
    expect(Object.keys((await look(id)).addresses)).toEqual(chains)
    const ignore = { is: 'ignore' }
    await post(`/${id}`, {
      is: 'script',
      script: { proposals: ignore, signIns: ignore, requests: ignore, methods: {} },
    })

    const dapp = await openDapp(relayUrl)
    lifetime.defer(dapp.close)
    const { uri, session } = dapp.propose(three)
    await post(`/${id}`, { is: 'pair', uri: await uri })
    await vi.waitFor(async () => expect((await look(id)).waiting).toHaveLength(1))
    const [proposal] = (await look(id)).asked
    await post(`/${id}`, {
      is: 'answer',
      id: proposal?.id,
      decision: { is: 'approve', only: ['eip155', 'polkadot'] },
    })
    expect(Object.keys((await session)?.namespaces ?? {}).sort()).toEqual(['eip155', 'polkadot'])

    const sign = { method: 'personal_sign', params: ['0x00', devAccount('phone-1').address] }
    const refused = dapp.provider.request(sign, 'eip155:1')
    refused.catch(() => undefined)
    await vi.waitFor(async () => expect((await look(id)).waiting).toHaveLength(1))
    const request = (await look(id)).asked.at(-1)
    await post(`/${id}`, { is: 'answer', id: request?.id, decision: { is: 'reject' } })
    await expect(refused).rejects.toMatchObject({ code: 5000 })
    expect(await look(id)).toMatchObject({ waiting: [], sessions: [{ site: { name: 'Shop' } }] })
  })

  it('unknown wallet, account, command or URI › rejected with a reason', async () => {
    expect((await phones.request('/none')).status).toBe(404)
    expect((await post('/', { account: 'nobody' })).status).toBe(400)
    const { id } = z.parse(opened, await (await post('/', { account: 'phone-1' })).json())
    expect((await post(`/${id}`, { is: 'dance' })).status).toBe(400)
    const refused = await post(`/${id}`, { is: 'pair', uri: 'wc:nonsense' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ reasons: [expect.stringMatching(/./)] })
  })
})

describe('relay over HTTP', () => {
  it('connections and faults › per project', async () => {
    const connections = async (project: string) =>
      (await relayControl.request(`/connections?project=${project}`)).json()
    const { id } = z.parse(
      opened,
      await (await post('/', { account: 'phone-1', projectId: 'demo~1' })).json(),
    )
    expect(id).not.toBe('')
    expect(await connections('demo~2')).toEqual({ open: 0, ever: 0 })
    const order = (fault: unknown) =>
      relayControl.request('/fault', { method: 'POST', body: JSON.stringify({ project: 'demo~1', fault }) })
    expect((await order({ is: 'gone' })).status).toBe(200)
    expect(await connections('demo~1')).toMatchObject({ open: 0 })
    expect((await order({ is: 'odd' })).status).toBe(400)
    await order({ is: 'none' })
  })
})
