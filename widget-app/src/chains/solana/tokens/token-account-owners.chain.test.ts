import { address } from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { systemTransfer, transferChecked } from '../instructions.ts'
import { systemProgram, tokenProgram } from '../programs.ts'
import { type TestKey, testKey } from '../testing/key.ts'
import { decoded } from '../testing/random-transactions.ts'
import { type SvmWorld, svmWorld } from '../testing/svm-world.ts'
import { base64, instructionOf, keyBytes, u32, u64, wireOf } from '../testing/transactions.ts'
import { connection as base } from '../testing/unit-world.ts'
import { associatedTokenAddress, decodeTokenAccount } from './token-state.ts'

const { signal } = new AbortController()
let world: SvmWorld
beforeAll(async () => {
  world = await svmWorld()
})
afterAll(() => world.stop())

const latestSchema = z.object({ value: z.object({ blockhash: z.string() }) })
const blockhash = async () => latestSchema.parse(await world.node.call('getLatestBlockhash')).value.blockhash
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
const balance = async (of: string) =>
  z.object({ value: z.number() }).parse(await world.node.call('getBalance', of)).value
async function send(wire: Uint8Array): Promise<void> {
  await world.node.call('sendTransaction', base64(wire), { encoding: 'base64' })
}

/** A transaction as a site requests it, with its reviewed facts. */
async function reviewed(wire: Uint8Array, account: string) {
  const connection: Connection = { ...base, accounts: [account], chain: world.network.id }
  const prepared = await world.adapter.prepare(connection, {
    method: 'solana:signAndSendTransaction',
    params: { address: account, transaction: base64(wire) },
  })
  const read = await prepared.decode?.(signal)
  if (read === undefined) throw new Error('not read')
  return { prepared, named: await world.adapter.readTokenMetadata?.(read, world.network, signal) }
}

it('C1 › SOL to a token account with another closer › its own address is shown', async () => {
  const [alice, thief, trap] = [testKey(), testKey(), testKey()]
  await world.node.call('requestAirdrop', alice.address, 10_000_000_000)
  await world.node.call('requestAirdrop', thief.address, 1_000_000_000)
  const mint = address(world.token.address ?? '')
  const setAuthority = (type: number, to: string) =>
    instructionOf(
      tokenProgram,
      [trap.address, { signer: thief.address }],
      [6, type, 1, ...keyBytes(address(to))],
    )
  const setUp = wireOf(
    [
      instructionOf(
        systemProgram,
        [{ signer: thief.address }, { signer: trap.address }],
        [...u32(0), ...u64(2_039_280n), ...u64(165n), ...keyBytes(tokenProgram)],
      ),
      instructionOf(tokenProgram, [trap.address, { reads: mint }], [18, ...keyBytes(thief.address)]),
      setAuthority(3, thief.address),
      setAuthority(2, alice.address),
    ],
    { payer: thief.address, lifetime: await blockhash() },
  )
  await send(signedBy(setUp, [thief, trap]))

  const lifetime = await blockhash()
  const wire = wireOf(
    [
      systemTransfer(alice.address, trap.address, 5_000_000_000n),
      instructionOf(tokenProgram, [trap.address, trap.address, { signer: alice.address }], [3, ...u64(0n)]),
    ],
    { payer: alice.address, lifetime },
  )
  const { prepared, named: described } = await reviewed(wire, alice.address)
  const simulation = await prepared.simulate?.(world.network, signal)
  expect(described?.facts[0]).toMatchObject({
    is: 'batch',
    facts: [
      {
        ...{ is: 'transfer', to: trap.address, figure: { value: 5_000_000_000n, contract: undefined } },
        tokenAccount: { owner: alice.address, isAssociated: false },
      },
      { is: 'transfer' },
    ],
  })
  expect(simulation?.is).toBe('runs')

  await send(signedBy(wire, [alice]))
  const close = wireOf(
    [instructionOf(tokenProgram, [trap.address, thief.address, { signer: thief.address }], [9])],
    { payer: thief.address, lifetime: await blockhash() },
  )
  const before = await balance(thief.address)
  await send(signedBy(close, [thief]))
  expect((await balance(thief.address)) - before).toBeGreaterThan(5_000_000_000)
}, 60_000)

it('C4 › token account recreated for a thief › its own address is shown', async () => {
  const [thief, friend, trap] = [testKey(), testKey(), testKey()]
  const alice = world.other
  await world.node.call('requestAirdrop', thief.address, 1_000_000_000)
  const mint = address(world.token.address ?? '')
  const source = await associatedTokenAddress(alice.address, mint, tokenProgram)
  const setAuthority = (type: number, to: string) =>
    instructionOf(
      tokenProgram,
      [trap.address, { signer: thief.address }],
      [6, type, 1, ...keyBytes(address(to))],
    )
  const create = (payer: TestKey) =>
    instructionOf(
      systemProgram,
      [{ signer: payer.address }, { signer: trap.address }],
      [...u32(0), ...u64(2_039_280n), ...u64(165n), ...keyBytes(tokenProgram)],
    )
  const initialize = instructionOf(
    tokenProgram,
    [trap.address, { reads: mint }],
    [18, ...keyBytes(thief.address)],
  )
  await send(
    signedBy(
      wireOf([create(thief), initialize, setAuthority(3, thief.address), setAuthority(2, friend.address)], {
        payer: thief.address,
        lifetime: await blockhash(),
      }),
      [thief, trap],
    ),
  )
  const wire = wireOf(
    [
      instructionOf(tokenProgram, [trap.address, alice.address, { signer: thief.address }], [9]),
      create(alice),
      initialize,
      transferChecked({
        program: tokenProgram,
        mint,
        decimals: 6,
        source,
        authority: alice.address,
        destination: trap.address,
        amount: 500n,
      }),
    ],
    { payer: alice.address, lifetime: await blockhash() },
  )
  const { named: described } = await reviewed(wire, alice.address)
  const facts = described?.facts.flatMap((fact) => (fact.is === 'batch' ? fact.facts : [fact]))
  expect(facts).toContainEqual(
    expect.objectContaining({
      to: trap.address,
      figure: expect.objectContaining({ value: 500n, contract: mint }),
      tokenAccount: { owner: friend.address, isAssociated: false },
    }),
  )
  await send(signedBy(wire, [alice, thief, trap]))
  const account = z
    .object({ value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.string()]) }) })
    .parse(await world.node.call('getAccountInfo', trap.address, { encoding: 'base64' })).value
  const decodedAccount = decodeTokenAccount({
    owner: address(account.owner),
    data: Uint8Array.from(Buffer.from(account.data[0], 'base64')),
  })
  expect(decodedAccount).toMatchObject({ owner: thief.address, amount: 500n })
}, 60_000)
