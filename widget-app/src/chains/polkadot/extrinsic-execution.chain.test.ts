import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview, risksOf } from '#widget/kernel/request-risk.ts'
import type { Connection } from '../contract.ts'
import { askWallet, describeRequest } from '../testing/prepared.ts'
import { normalAddress } from './address.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'
import { found } from './testing/unit-world.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
const numRuns = isLong ? 500 : 8
const seed = Number(process.env.DRAWBRIDGE_SEED ?? 160_719)
const coin = 10n ** 12n
const dollar = 1_984
const from = keyAddress(keyAccounts[0])

/** A call by pallet, name and arguments; `to` stands for the account that gets something. */
type Plan = readonly [pallet: string, name: string, args: (to: string) => readonly unknown[]]

const plans: readonly Plan[] = [
  ['balances', 'transferKeepAlive', (to) => [to, coin]],
  ['balances', 'transfer', (to) => [to, coin]],
  ['assets', 'transfer', (to) => [dollar, to, 5]],
  ['assets', 'approveTransfer', (to) => [dollar, to, 5]],
  ['assets', 'create', (to) => [crypto.getRandomValues(new Uint32Array(1))[0], to, 1]],
  ['proxy', 'addProxy', (to) => [to, 'Any', 0]],
  ['proxy', 'anonymous', () => ['Any', 0, 0]],
  ['uniques', 'create', (to) => [crypto.getRandomValues(new Uint32Array(1))[0], to]],
  ['multisig', 'approveAsMulti', (to) => [2, [to], null, `0x${'11'.repeat(32)}`, 10_000_000]],
  ['system', 'remarkWithEvent', () => ['hello']],
]

const eventsSchema = z.array(
  z.object({
    phase: z.unknown(),
    event: z.object({ section: z.string(), method: z.string(), data: z.unknown() }),
  }),
)
const headSchema = z.object({ number: z.string() })
const phaseSchema = z.object({ ApplyExtrinsic: z.string() })

/** Every account that a value in words names, in the generic form. */
function accountsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [normalAddress(value) ?? []].flat()
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(accountsIn) : []
}

describe('polkadot: execution of random calls', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
  })
  afterAll(() => world?.stop())

  const makeCall = async (chosen: readonly Plan[], isBatch: boolean, to: string) => {
    const { tx } = await world.api()
    const calls = chosen.map(([pallet, name, args]) => {
      const make = tx[pallet]?.[name]
      if (make === undefined) throw new Error(`The chain has no ${pallet}.${name}`)
      return make(...args(to))
    })
    const batch = tx.utility?.batch
    const [first] = calls
    if (first === undefined || batch === undefined) throw new Error('Nothing to call')
    return isBatch ? batch(calls) : first
  }

  /** Asks the wallet for a signature, submits the extrinsic, and gives its events. */
  const execute = async (call: Awaited<ReturnType<typeof makeCall>>, connection: Connection) => {
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
    const answer = z
      .object({ signature: z.templateLiteral(['0x', z.string()]) })
      .parse(await askWallet(world.adapter, connection, request))
    const signed = call.addSignature(from, answer.signature, params)
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

  test('R6 › executed random calls › what moved or gave a right was reviewed and named', async () => {
    const connection = await world.adapter.connect(found, { silent: false })
    let gains = 0
    let executed = 0
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...plans), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (chosen, isBatch) => {
        const to = freshAddress()
        const { description, events } = await execute(await makeCall(chosen, isBatch, to), connection)
        const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
        const isAllowed = isAllowListed(description, { host: 'shop.example', isBundledToken: () => false })
        const isPlain = !isBatch && chosen[0]?.[0] === 'balances'
        const isReviewed = needsReview({ wish: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed })
        expect(isReviewed).toBe(!isPlain)
        const words = JSON.stringify(description.facts, (_, each) =>
          typeof each === 'bigint' ? each.toString() : each,
        )
        const isUnknown = words.includes('"unknown-call"')
        const gets = events.map(({ data }) => accountsIn(data)).filter((accounts) => accounts.includes(to))
        // A shared account is named by itself, and by who else it belongs to.
        if (gets.length > 0 && !isUnknown) expect(words).toContain(to)
        gains += gets.length
        // Pallets limit the proxies and deposits of an account: an extrinsic that they refuse changes no other account.
        if (events.some(({ method }) => method === 'ExtrinsicSuccess')) executed += 1
        else expect(gets).toEqual([])
      },
    )
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
    // The property is of use only where something happened to others.
    expect(gains).toBeGreaterThan(0)
    // A short run stays below those limits.
    expect(executed).toBeGreaterThanOrEqual(isLong ? numRuns / 2 : numRuns)
  }, 3_600_000)
})
