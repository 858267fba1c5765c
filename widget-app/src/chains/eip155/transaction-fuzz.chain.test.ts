import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Connection } from '../chain-adapter.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { createJsonRpc } from '../json-rpc.ts'
import { caseCount, caseSeed, checkProperty, isLongRun } from '../testing/check-property.ts'
import { incompleteMessages } from '../testing/incomplete-messages.ts'
import { decodeParsed } from './decode/decode-request.ts'
import { readTokenMetadata, simulateParsed } from './decode/review.ts'
import { isSameHex, toQuantity } from './hex.ts'
import { isEntry } from './testing/allow-list-entry.ts'
import { type Effects, execute } from './testing/execution-effects.ts'
import { createExecutionWorld, type ExecutionWorld } from './testing/execution-world.ts'
import { type RandomTransaction, randomTransactions } from './testing/random-transaction.ts'
import { undisclosed } from './testing/undisclosed-losses.ts'
import { found } from './testing/unit-world.ts'
import { parseRequest } from './wallet/request-parser.ts'

const numRuns = caseCount(120, 10_000)
const seed = caseSeed(160_714)
const host = 'shop.example'
const networkPrice = 10n ** 9n
const { signal } = new AbortController()

let world: ExecutionWorld
let connection: Connection
let rpc: JsonRpc
beforeAll(async () => {
  world = await createExecutionWorld()
  connection = await world.adapter.connect(found, { silent: false })
  rpc = createJsonRpc({ fetch, clock: systemClock }, world.node.url)
})
afterAll(() => world.stop())

const isBundled = (contract: string): boolean => world.bundled.some((token) => isSameHex(token, contract))
const bundledToken = (contract: string) =>
  isBundled(contract)
    ? { symbol: isSameHex(contract, world.bundled[0]) ? 'USDC' : 'USDT', decimals: 6, name: '' }
    : undefined

/** The request as the review shows it, before and after its simulation. */
async function review(written: Readonly<Record<string, unknown>>) {
  const parsed = parseRequest(connection, { method: 'eth_sendTransaction', params: [written] })
  if (parsed.is !== 'transaction') throw new Error('It is a transaction')
  const decoded = decodeParsed(connection, parsed, isBundled, networkPrice)
  if (decoded === undefined) throw new Error('It signs something')
  const [description, simulation] = await Promise.all([
    readTokenMetadata(rpc, decoded, world.network, signal, bundledToken),
    // A node rejects the simulation of what it would not send.
    simulateParsed(rpc, parsed, world.network, signal, bundledToken).catch(() => undefined),
  ])
  const risks = (run: typeof simulation) =>
    risksOf(description, { host, newContracts: [], now: 0, simulation: run })
  const isHonest = [...world.tokens, world.collection, world.operated].some((one) =>
    isSameHex(one, parsed.transaction.to),
  )
  const isAllowed = isAllowListed(description, { host, isBundledToken: (_chain, one) => isBundled(one) })
  return {
    transaction: parsed.transaction,
    description,
    simulation,
    shown: { facts: description.facts, simulation, risks: risks(simulation), isHonest },
    withoutSimulation: { facts: description.facts, simulation: undefined, risks: risks(undefined), isHonest },
    isReviewed: needsReview({
      reviewMode: 'risky',
      keys: 'wallet',
      risks: risks(undefined),
      isAllowListed: isAllowed,
    }),
  }
}

/** The request with the nonce that makes its authorization valid on the chain. */
async function withNonce({ written, drawn }: RandomTransaction) {
  if (drawn.authorisation === undefined) return written
  const nonce = Number(await world.node.call('eth_getTransactionCount', world.account, 'latest')) + 1
  const { address, chainId } = drawn.authorisation
  return {
    ...written,
    authorizationList: [{ address, chainId: toQuantity(chainId), nonce: toQuantity(BigInt(nonce)) }],
  }
}

const changesOf = (simulation: Awaited<ReturnType<typeof review>>['simulation']) =>
  simulation?.is === 'runs'
    ? new Map(
        simulation.changes.map(({ figure, collectible }) => [
          `${figure.contract?.toLowerCase() ?? ''}#${collectible ?? ''}`,
          figure.value,
        ]),
      )
    : undefined

test(
  'executed requests › losses and grants were reviewed and disclosed, or allowed',
  async () => {
    const counts = { changed: 0, unreviewed: 0, granted: 0, lost: 0, ran: 0 }
    const check = async (random: RandomTransaction) => {
      fc.pre(!random.isInvalid)
      const { transaction, description, simulation, shown, withoutSimulation, isReviewed } = await review(
        await withNonce(random),
      )
      expect(
        incompleteMessages(description.facts, { account: world.account, bundled: bundledToken }),
      ).toEqual([])
      const effects = await execute(world, transaction)
      if (effects === undefined) return fc.pre(false)
      countEffects(effects)
      const { losses, rights: authorities, changes } = effects
      // Before the simulation has ended, or if no node simulates it, the facts and their risks alone must disclose it.
      expect(undisclosed(effects, withoutSimulation)).toEqual([])
      expect(undisclosed(effects, shown)).toEqual([])
      if (simulation?.is === 'runs' && !simulation.isPartial && !effects.isFailed) {
        counts.ran += 1
        expect(changesOf(simulation)).toEqual(changes)
      }
      if (isReviewed) return
      counts.unreviewed += 1
      expect(isEntry(random.drawn, world.bundled, networkPrice)).toBe(true)
      // The effects are exactly those of the one fact.
      const [fact, ...more] = description.facts.filter(({ is }) => is !== 'term')
      expect(more).toEqual([])
      expect(authorities).toEqual([])
      if (fact?.is !== 'transfer') throw new Error('An entry is a transfer')
      for (const loss of losses) {
        expect(loss).toMatchObject({ value: fact.figure.value, id: undefined })
        expect(loss.contract?.toLowerCase()).toBe(fact.figure.contract?.toLowerCase())
      }
    }
    const countEffects = ({ changes, rights: authorities, losses }: Effects) => {
      if (changes.size > 0 || authorities.length > 0) counts.changed += 1
      if (authorities.length > 0) counts.granted += 1
      if (losses.length > 0) counts.lost += 1
    }
    await checkProperty(fc.asyncProperty(randomTransactions(world), check), { numRuns, seed })
    expect(counts.changed).toBeGreaterThan(numRuns / 4)
    expect(counts.granted).toBeGreaterThan(numRuns / 20)
    expect(counts.unreviewed).toBeGreaterThan(numRuns / 50)
  },
  isLongRun ? 7_200_000 : 240_000,
)
