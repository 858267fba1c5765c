import { createAddressWithSeed, address as kitAddress } from '@solana/kit'
import { address } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Connection } from '../chain-adapter.ts'
import type { Fact } from '../request-facts.ts'
import type { Simulation } from '../simulation.ts'
import { caseCount, caseSeed, checkProperty, isLongRun } from '../testing/check-property.ts'
import { incompleteMessages } from '../testing/incomplete-messages.ts'
import { createTokenAccount, systemTransfer, transferChecked } from './instructions.ts'
import { token2022Program, tokenProgram } from './programs.ts'
import { type Effects, effectsOf, statesOf } from './testing/execution-effects.ts'
import { signWire, type TestKey, testKey } from './testing/key.ts'
import type { Cast } from './testing/random-instructions.ts'
import { decoded, encoded, type RandomTransaction, randomTransaction } from './testing/random-transactions.ts'
import { type SvmWorld, svmWorld } from './testing/svm-world.ts'
import { base64, wireOf } from './testing/transactions.ts'
import { undisclosedEffects } from './testing/undisclosed-losses.ts'
import { connection, thief } from './testing/unit-world.ts'
import { associatedTokenAddress } from './tokens/token-state.ts'

const numRuns = caseCount(40, 10_000)
const seed = caseSeed(160_714)
const { signal } = new AbortController()

let world: SvmWorld
const thiefKey = testKey()

/** Number of cases for which one chain's setup account has SOL and tokens. */
const runsPerChain = 800
async function start(): Promise<void> {
  world = await svmWorld()
  await world.node.call('requestAirdrop', thiefKey.address, 10_000_000_000)
}
beforeAll(start)
afterAll(() => world.stop())

const latestSchema = z.object({ value: z.object({ blockhash: z.string() }) })
const blockhash = async () => latestSchema.parse(await world.node.call('getLatestBlockhash')).value.blockhash

/** Signs for every signer whose key is given. */
function signedBy(wire: Uint8Array, keys: readonly TestKey[]): Uint8Array {
  const { signers } = decoded(wire)
  const message = wire.subarray(1 + 64 * signers.length)
  const signed = Uint8Array.from(wire)
  for (const [at, signer] of signers.entries()) {
    const text: string = signer
    const key = keys.find((one) => one.address === text)
    if (key !== undefined) signed.set(key.sign(message), 1 + 64 * at)
  }
  return signed
}

const send = (wire: Uint8Array): Promise<unknown> =>
  world.node.call('sendTransaction', base64(wire), { encoding: 'base64', skipPreflight: true })

/** Funds a new account with SOL and two tokens, and creates the thief's accounts for them. */
async function victimCast(victim: TestKey): Promise<Cast> {
  const payer = world.other.address
  const tokens = await Promise.all(
    [world.token, world.newerToken].map(async ({ address: text = '', decimals }, at) => {
      const program = at === 0 ? tokenProgram : token2022Program
      const mint = address(text)
      const accountOf = (owner: string) => associatedTokenAddress(address(owner), mint, program)
      const [source, destination, connected] = await Promise.all(
        [victim, thiefKey, world.other].map((key) => accountOf(key.address)),
      )
      if (source === undefined || destination === undefined || connected === undefined)
        throw new Error('No account')
      const setup = [
        createTokenAccount({ payer, tokenAccount: source, owner: victim.address, mint, program }),
        createTokenAccount({ payer, tokenAccount: destination, owner: thiefKey.address, mint, program }),
        transferChecked({
          program,
          mint,
          decimals,
          source: connected,
          authority: payer,
          destination: source,
          amount: at === 0 ? 1_000n : 1n,
        }),
      ]
      return {
        setup,
        token: {
          program: kitAddress(program),
          mint: kitAddress(mint),
          decimals,
          source: kitAddress(source),
          destination: kitAddress(destination),
        },
      }
    }),
  )
  const setup = [systemTransfer(payer, victim.address, 5_000_000n), ...tokens.flatMap((one) => one.setup)]
  await send(signWire(wireOf(setup, { payer, lifetime: await blockhash() }), world.other))
  const [first, ...more] = tokens.map((one) => one.token)
  if (first === undefined) throw new Error('No token')
  const account = kitAddress(victim.address)
  const program = kitAddress(thief)
  return {
    ...{ account, program, other: kitAddress(thiefKey.address), tokens: [first, ...more] },
    seeded: await createAddressWithSeed({ baseAddress: account, programAddress: program, seed: 's' }),
  }
}

const landedSchema = z.nullable(z.object({ meta: z.object({ err: z.unknown(), fee: z.number() }) }))

/** Executes a signed transaction; undefined if it is in no block. */
async function execute(wire: Uint8Array, account: string) {
  const { signers, keys } = decoded(wire)
  const names = keys.flatMap((key) => key ?? [])
  const before = await statesOf(world.node, names)
  const signature = await send(wire).catch(() => undefined)
  if (signature === undefined) return undefined
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const find = async () => landedSchema.parse(await world.node.call('getTransaction', signature, config))
  let landed = await find()
  while (landed === null) landed = await find()
  const fee = BigInt(landed.meta.fee)
  const paid = { payer: signers[0], fee }
  const effects = effectsOf(before, await statesOf(world.node, names), account, paid)
  return { effects, isFailed: landed.meta.err !== null, fee: fee - 5_000n * BigInt(signers.length) }
}

/** The simulation's balance changes, in the form of effects. */
const simulated = (simulation: Simulation | undefined) =>
  simulation?.is === 'runs'
    ? new Map(simulation.changes.map(({ figure }) => [figure.contract ?? '', figure.value] as const))
    : undefined

/** Without a review, the effects must be exactly those of the request. */
function requireEntry(facts: readonly Fact[], { changes, rights }: Effects): void {
  expect(rights).toEqual([])
  const [single, ...more] = facts.filter(({ is }) => is !== 'term')
  expect(more).toEqual([])
  const figure = single?.is === 'transfer' ? single.figure : undefined
  for (const [mint, value] of changes)
    if (value < 0n) expect([mint, -value]).toEqual([figure?.contract ?? '', figure?.value])
}

it('R6 › random transactions › every loss and grant was reviewed', {
  timeout: isLongRun ? 7_200_000 : 300_000,
}, async () => {
  const counts = { changed: 0, granted: 0, allowed: 0 }
  let runs = 0
  const runCase = async (draw: (cast: Cast) => RandomTransaction) => {
    runs += 1
    if (runs % runsPerChain === 0) {
      await world.stop()
      await start()
    }
    const victim = testKey()
    const cast = await victimCast(victim)
    const connected: Connection = { ...connection, accounts: [victim.address], chain: world.network.id }
    const wire = encoded(draw(cast), await blockhash())
    const params = { address: victim.address, transaction: base64(wire) }
    const prepared = await world.adapter
      .prepare(connected, { method: 'solana:signTransaction', params })
      .catch((error: unknown) => {
        if (isProviderRpcError(error)) return undefined
        throw error
      })
    if (prepared === undefined) return fc.pre(false)
    const description = await prepared.decode?.(signal)
    if (description === undefined) throw new Error('It is not read')
    const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
    const simulation = await prepared.simulate?.(world.network, signal)
    const outcome = await execute(signedBy(wire, [victim, thiefKey]), victim.address)
    if (outcome === undefined) return fc.pre(false)
    expect(
      incompleteMessages(described?.facts ?? [], { account: victim.address, bundled: () => undefined }),
    ).toEqual([])
    const facts = flatFacts(description.facts)
    const bundled = cast.tokens[0].mint
    const isAllowed = isAllowListed(description, {
      host: undefined,
      isBundledToken: (_chain, contract) => contract === bundled,
    })
    const namesOf = (mint: string) => [
      mint,
      ...cast.tokens.filter((one) => one.mint === mint).map(({ source }) => source),
    ]
    // If no node simulates it, the facts alone must name it.
    expect(undisclosedEffects(outcome.effects, facts, undefined, namesOf)).toEqual([])
    expect(undisclosedEffects(outcome.effects, facts, simulation, namesOf)).toEqual([])
    if (isAllowed) requireEntry(facts, outcome.effects)
    const isHigh = outcome.fee > 10_000_000n && decoded(wire).signers[0] === cast.account
    if (isHigh) expect(facts).toContainEqual(expect.objectContaining({ is: 'term', name: 'fee-high' }))
    expect(simulation?.is).toBe(outcome.isFailed ? 'fails' : 'runs')
    if (simulation?.is === 'runs') {
      expect(simulation.isPartial).toBe(false)
      expect(simulated(simulation)).toEqual(outcome.effects.changes)
      // The simulation's grants suffice if no fact names them.
      expect(undisclosedEffects({ ...outcome.effects, changes: new Map() }, [], simulation, namesOf)).toEqual(
        [],
      )
    }
    const { changes, rights } = outcome.effects
    counts.changed += changes.size > 0 || rights.length > 0 ? 1 : 0
    counts.granted += rights.length > 0 ? 1 : 0
    counts.allowed += isAllowed ? 1 : 0
  }
  await checkProperty(
    fc.asyncProperty(fc.gen(), async (gen) => {
      await runCase((cast) => ({ ...gen(randomTransaction, cast, 10), change: undefined }))
    }),
    { numRuns, seed },
  )
  expect(counts.changed).toBeGreaterThan(numRuns / 4)
  expect(counts.granted).toBeGreaterThan(numRuns / 20)
  expect(counts.allowed).toBeGreaterThan(0)
})
