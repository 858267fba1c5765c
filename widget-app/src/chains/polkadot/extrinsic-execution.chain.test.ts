import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Connection } from '../chain-adapter.ts'
import { caseCount, caseSeed, checkProperty } from '../testing/check-property.ts'
import { incompleteMessages } from '../testing/incomplete-messages.ts'
import { describeRequest, requestWallet } from '../testing/prepare-request.ts'
import { normalizeAddress } from './address.ts'
import { effectOf, runtimeEventSchema, undisclosedEffects } from './testing/execution-effects.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'
import { found } from './testing/unit-world.ts'

const numRuns = caseCount(8, 500)
const seed = caseSeed(160_719)
const dollar = 1_984
const { signal } = new AbortController()
const from = keyAddress(keyAccounts[0])

/** A call by pallet, name and arguments; `to` is the account that gains something, and `value` the amount. */
type Plan = readonly [pallet: string, name: string, args: (to: string, value: bigint) => readonly unknown[]]

const plans: readonly Plan[] = [
  ['balances', 'transferKeepAlive', (to, value) => [to, 10n ** 9n + value]],
  ['balances', 'transfer', (to, value) => [to, 10n ** 9n + value]],
  ['assets', 'transfer', (to, value) => [dollar, to, value]],
  ['assets', 'approveTransfer', (to, value) => [dollar, to, value]],
  ['assets', 'create', (to) => [crypto.getRandomValues(new Uint32Array(1))[0], to, 1]],
  ['proxy', 'addProxy', (to) => [to, 'Any', 0]],
  ['proxy', 'anonymous', () => ['Any', 0, 0]],
  ['uniques', 'create', (to) => [crypto.getRandomValues(new Uint32Array(1))[0], to]],
  ['multisig', 'approveAsMulti', (to) => [2, [to], null, `0x${'11'.repeat(32)}`, 10_000_000]],
  ['system', 'remarkWithEvent', () => ['hello']],
]

const eventsSchema = z.array(z.object({ phase: z.unknown(), event: runtimeEventSchema }))
const headSchema = z.object({ number: z.string() })
const phaseSchema = z.object({ ApplyExtrinsic: z.string() })

/** Every account in a readable value, normalized. */
function accountsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [normalizeAddress(value) ?? []].flat()
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(accountsIn) : []
}

type Drawn = { readonly plan: Plan; readonly value: bigint }

describe('polkadot random calls, executed', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
  })
  afterAll(() => world?.stop())

  const createCall = async (selected: readonly Drawn[], isBatch: boolean, to: string) => {
    const { tx } = await world.api()
    const calls = selected.map(({ plan: [pallet, name, args], value }) => {
      const createExtrinsic = tx[pallet]?.[name]
      if (createExtrinsic === undefined) throw new Error(`The chain has no ${pallet}.${name}`)
      return createExtrinsic(...args(to, value))
    })
    const batch = tx.utility?.batch
    const [first] = calls
    if (first === undefined || batch === undefined) throw new Error('Nothing to call')
    return isBatch ? batch(calls) : first
  }

  /** Requests the wallet's signature, submits the extrinsic, and returns its events. */
  const execute = async (call: Awaited<ReturnType<typeof createCall>>, connection: Connection) => {
    const api = await world.api()
    const { registry, genesisHash, runtimeVersion } = api
    const nonce = z.int().parse(await world.node.call('system_accountNextIndex', from))
    const head = Number(headSchema.parse(await world.node.call('chain_getHeader')).number)
    const payload = registry.createType('SignerPayload', {
      address: from,
      method: call.method.toHex(),
      era: registry.createType('ExtrinsicEra', { current: head, period: 64 }),
      blockHash: await world.node.call('chain_getBlockHash', head),
      blockNumber: head,
      genesisHash,
      nonce,
      tip: 0,
      runtimeVersion,
      signedExtensions: registry.signedExtensions,
      version: 4,
    })
    const params = { ...payload.toPayload(), address: from }
    const request = { method: 'injectedWeb3:signPayload', params }
    const description = await describeRequest(world.adapter, connection, request)
    if (description === undefined) throw new Error('It was not read')
    const response = z
      .object({ signature: z.templateLiteral(['0x', z.string()]) })
      .parse(await requestWallet(world.adapter, connection, request))
    const signed = call.addSignature(from, response.signature, params)
    await world.node.call('author_submitExtrinsic', signed.toHex())
    const { hash, index } = await vi.waitFor(
      async () => {
        const newest = z.string().parse(await world.node.call('chain_getBlockHash'))
        const { block } = await api.rpc.chain.getBlock(newest)
        const at = block.extrinsics.findIndex((each) => each.toHex() === signed.toHex())
        if (at < 0) throw new Error('No block has it yet')
        return { hash: newest, index: at }
      },
      { timeout: 20_000, interval: 50 },
    )
    const records = eventsSchema.parse((await (await api.at(hash)).query.system?.events?.())?.toHuman())
    const events = records
      .filter(({ phase }) => phaseSchema.safeParse(phase).data?.ApplyExtrinsic === `${index}`)
      .map(({ event }) => event)
    return { description, events }
  }

  test('R6 › executed random calls › every loss and grant was reviewed', async () => {
    const connection = await world.adapter.connect(found, { silent: false })
    let gainCount = 0
    let changed = 0
    const drawn = fc.record({
      plan: fc.constantFrom(...plans),
      value: fc.bigInt({ min: 1n, max: 9_999n }),
    })
    const property = fc.asyncProperty(
      fc.array(drawn, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(true, true, false),
      async (selected, isBatch) => {
        const to = freshAddress()
        const { description, events } = await execute(await createCall(selected, isBatch, to), connection)
        const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
        const isAllowed = isAllowListed(description, { host: 'shop.example', isBundledToken: () => false })
        const isPlain = !isBatch && selected[0]?.plan[0] === 'balances'
        const isReviewed = needsReview({
          reviewMode: 'risky',
          keys: 'wallet',
          risks,
          isAllowListed: isAllowed,
        })
        expect(isReviewed).toBe(!isPlain)
        const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
        const account = connection.accounts[0]
        expect(incompleteMessages(described?.facts ?? [], { account, bundled: () => undefined })).toEqual([])
        const effects = events.flatMap((event) => effectOf(event, account) ?? [])
        expect(undisclosedEffects(effects, description.facts)).toEqual([])
        const factsText = JSON.stringify(description.facts, (_, each) =>
          typeof each === 'bigint' ? each.toString() : each,
        )
        const isUnknown = factsText.includes('"unknown-call"')
        const affectedAccounts = events
          .map(({ data }) => accountsIn(data))
          .filter((accounts) => accounts.includes(to))
        // A multisig account is named by itself, and by its other signatories.
        if (affectedAccounts.length > 0 && !isUnknown) expect(factsText).toContain(to)
        gainCount += affectedAccounts.length
        changed += effects.length > 0 ? 1 : 0
        // Pallets limit the proxies and deposits of an account: an extrinsic that fails for this changes no other account.
        const isExecuted = events.some(({ method }) => method === 'ExtrinsicSuccess')
        if (!isExecuted) expect(affectedAccounts).toEqual([])
        fc.pre(isExecuted)
      },
    )
    await checkProperty(property, { numRuns, seed })
    // The property is meaningful only if other accounts were affected.
    expect(gainCount).toBeGreaterThan(0)
    expect(changed).toBeGreaterThan(numRuns / 4)
  }, 3_600_000)
})
