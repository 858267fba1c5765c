import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import type { LocalKeys, OperationState, SponsoredOperation } from '#widget/chains/chain-adapter.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { alice, bob, testAdapter, testNetworks, testWorld } from '#widget/testing/world.ts'
import { batchReceiptAtom } from './batches.ts'
import { sponsorPort } from './sponsor-port.ts'
import { noticedOperationAtom, operationRecordsAtom } from './sponsored-operations.ts'
import { watchOperationsAtom } from './watch-operations.ts'

const chain = parseChainId('eip155:8453')
const word = (text: string) => `0x${text.padStart(64, '0')}`
const operation = (id: string, over: Partial<SponsoredOperation> = {}): SponsoredOperation => ({
  ...{ hash: word(id), chain, account: alice, nonce: '0x0', since: '0x1' },
  ...over,
})
const included: OperationState = { is: 'included', transaction: word('f') }

function world(storage = memoryArea()) {
  const { store } = testWorld({ storage })
  return { store, sponsor: sponsorPort(store), storage }
}

describe('operations of this host', () => {
  it('stored before it is sent › open after a reload, for its account and chain only', () => {
    const { sponsor, storage } = world()
    sponsor.store(operation('1'), { is: 'open' })
    const { sponsor: reloaded } = world(storage)
    expect(reloaded.open(alice.toLowerCase(), chain)).toMatchObject([{ hash: word('1'), isDropped: false }])
    expect(reloaded.open(bob, chain)).toEqual([])
    expect(reloaded.open(alice, parseChainId('eip155:1'))).toEqual([])
  })

  it('decided by the chain › not open, and never again', () => {
    const { sponsor, store } = world()
    sponsor.store(operation('1'), { is: 'open' })
    sponsor.store(operation('1'), { is: 'dropped' })
    expect(sponsor.open(alice, chain)).toMatchObject([{ isDropped: true }])
    sponsor.store(operation('1'), included)
    sponsor.store(operation('1'), { is: 'open' })
    expect(sponsor.open(alice, chain)).toEqual([])
    expect(store.get(operationRecordsAtom)).toMatchObject([{ state: included }])
  })

  it('refused by the bundler › removed', () => {
    const { sponsor, store } = world()
    sponsor.store(operation('1'), { is: 'open' })
    sponsor.remove(operation('1'))
    expect(store.get(operationRecordsAtom)).toEqual([])
  })

  it('more than 32 › the oldest decided one is evicted, none that is open', () => {
    const { sponsor } = world()
    sponsor.store(operation('a0'), { is: 'open' })
    for (let at = 0; at < 40; at += 1) sponsor.store(operation(`b${at}`), included)
    expect(sponsor.open(alice, chain)).toMatchObject([{ hash: word('a0') }])
  })

  it('notice › shown unless executed; dismissed › no longer prevents others, shown again with its end', () => {
    const { sponsor, store } = world()
    sponsor.store(operation('1'), included)
    expect(store.get(noticedOperationAtom)).toBeUndefined()
    sponsor.store(operation('2'), { is: 'open' })
    expect(store.get(noticedOperationAtom)?.hash).toBe(word('2'))
    store.set(noticedOperationAtom)
    expect(store.get(noticedOperationAtom)).toBeUndefined()
    expect(sponsor.open(alice, chain)).toEqual([])
    sponsor.store(operation('2'), { is: 'reverted', transaction: word('e') })
    expect(store.get(noticedOperationAtom)?.state.is).toBe('reverted')
  })
})

it('who pays › by the deployment, on its chains only', () => {
  const { sponsor, store } = world()
  expect(sponsor.nameOf(chain)).toBeUndefined()
  store.set(deployConfigAtom, completeDeployConfig({ sponsorship: { name: 'Shop', chains: [chain] } }))
  expect(sponsor.nameOf(chain)).toBe('Shop')
  expect(sponsor.nameOf(parseChainId('eip155:1'))).toBeUndefined()
})

it('call without a session › 4900, no request', async () => {
  const { sponsor } = world()
  const call = sponsor.call(chain, 'eth_supportedEntryPoints', [])
  await expect(call).rejects.toMatchObject({ code: 4900 })
})

it('document loaded › operations of former ones are watched, those that are decided are not', async () => {
  const watched: string[] = []
  const unused = () => expect.unreachable('A key was used')
  const keys: LocalKeys = {
    ...{ complete: unused, sign: unused, respond: unused },
    operations: {
      receipt: async ({ hash }) => ({ hash }),
      watch: async ({ hash }) => {
        watched.push(hash)
        return { is: 'open' }
      },
    },
    batches: { support: unused, receipt: unused },
  }
  const ethereum = parseChainId('eip155:1')
  const adapter = { ...testAdapter(), localKeys: async () => keys }
  const { store } = testWorld({ adapter, bundledNetworks: testNetworks })
  const sponsor = sponsorPort(store)
  sponsor.store(operation('1', { chain: ethereum }), { is: 'open' })
  sponsor.store(operation('2', { chain: ethereum }), included)
  await store.set(watchOperationsAtom)
  expect(watched).toEqual([word('1')])
  const sent = { id: 'mine', chain: ethereum, hash: word('1'), isOperation: true }
  expect(await store.set(batchReceiptAtom, sent)).toEqual({ hash: word('1') })
  expect(await store.set(batchReceiptAtom, { ...sent, hash: word('3') })).toBeNull()
})
