import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import type { Connection } from '../chain-adapter.ts'
import { requestWallet, simulateRequest } from '../testing/prepare-request.ts'
import { type PolkadotRow, polkadotBalance, polkadotTokenCases } from '../testing/token-cases.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'
import { found } from './testing/unit-world.ts'

const from = keyAddress(keyAccounts[0])
const minBalance = 10
const holding = { balance: Number(polkadotBalance), isFrozen: false, reason: { Consumer: null }, extra: null }
const roles = { owner: from, issuer: from, admin: from, freezer: from }
const assetSchema = z.nullable(z.object({ balance: z.union([z.int(), z.string()]) }))
const signedSchema = z.object({ signedTransaction: z.string() })

type PlacedRow = { readonly row: PolkadotRow; readonly id: number; readonly to: string }

/** Each row has its own asset and recipient. */
const placedRows: readonly PlacedRow[] = polkadotTokenCases.map((row, at) => ({
  row,
  id: 7_000 + at,
  to: freshAddress(),
}))

/** The storage of a row's asset and accounts. */
function storageOf({ row: { made }, id, to }: PlacedRow) {
  const { receiver, isSufficient = false, isFrozen = false, isHolderFrozen = false } = made
  const asset = {
    ...roles,
    supply: 1_000,
    deposit: 0,
    minBalance: minBalance,
    isSufficient,
    isFrozen,
    accounts: 2,
  }
  const coins = { free: '1000000000000' }
  const consumers = receiver === 'holder' ? 1 : receiver === 'new' ? 0 : receiver.consumers
  return {
    accounts: receiver === 'new' ? [] : [[[to], { consumers, providers: 1, data: coins }]],
    assets: made.isMissing ? [] : [[[id], asset]],
    holdings: [
      ...(made.isMissing ? [] : [[[id, from], { ...holding, isFrozen: isHolderFrozen }]]),
      ...(receiver === 'holder' ? [[[id, to], holding]] : []),
    ],
  }
}

describe('assets with unusual rules on a runtime without a dry run', () => {
  let world: LocalWorld
  let connection: Connection
  beforeAll(async () => {
    world = await localWorld()
    const parts = placedRows.map(storageOf)
    await world.node.call('dev_setStorage', {
      System: { Account: parts.flatMap(({ accounts }) => accounts) },
      Assets: {
        Asset: parts.flatMap(({ assets }) => assets),
        Account: parts.flatMap(({ holdings }) => holdings),
      },
    })
    connection = await world.adapter.connect(found, { silent: false })
    world.wallet.rewrite((response, wholeExtrinsic) => ({ ...response, signedTransaction: wholeExtrinsic() }))
  })
  afterAll(() => world?.stop())

  const sentOf = ({ sends }: PolkadotRow) => (sends === 'max' ? polkadotBalance : sends)

  async function transferOf({ row, id, to }: PlacedRow) {
    const call = (await world.api()).tx.assets?.transfer
    if (call === undefined) throw new Error('The chain has no assets')
    return call(id, to, sentOf(row)).method
  }

  async function requestOf(method: { toHex(): string }) {
    const { registry, genesisHash, runtimeVersion } = await world.api()
    const header = z.object({ number: z.string() }).parse(await world.node.call('chain_getHeader'))
    const head = Number(header.number)
    const payload = registry.createType('SignerPayload', {
      address: from,
      method: method.toHex(),
      era: registry.createType('ExtrinsicEra', { current: head, period: 64 }),
      blockHash: await world.node.call('chain_getBlockHash', head),
      blockNumber: head,
      genesisHash,
      nonce: z.int().parse(await world.node.call('system_accountNextIndex', from)),
      tip: 0,
      runtimeVersion,
      signedExtensions: registry.signedExtensions,
      version: 4,
    })
    return { method: 'injectedWeb3:signPayload', params: { ...payload.toPayload(), address: from } }
  }

  async function balanceOf(owner: string, id: number): Promise<bigint> {
    const stored = await (await world.api()).query.assets?.account?.(id, owner)
    return BigInt(assetSchema.parse(stored?.toJSON())?.balance ?? 0)
  }

  test.each(placedRows.map((one) => [one.row.kind, one] as const))(
    '%s › reviewed › fails or not',
    async (_, one) => {
      const { review } = one.row
      const request = await requestOf(await transferOf(one))
      const outcome = await simulateRequest(world.adapter, connection, request, world.network)
      if ('refused' in review)
        expect(outcome).toEqual({ is: 'fails', reason: expect.stringContaining(review.refused) })
      else expect(outcome).toMatchObject({ is: 'priced' })
    },
  )

  test('batch › one of its transfers fails › fails', async () => {
    const rows = ['sufficient asset to a full account', 'frozen asset'].map((kind) =>
      placedRows.find(({ row }) => row.kind === kind),
    )
    const calls = await Promise.all(rows.flatMap((row) => (row === undefined ? [] : [transferOf(row)])))
    const batch = (await world.api()).tx.utility?.batchAll?.(calls)
    if (batch === undefined || calls.length !== 2) throw new Error('There is no such batch')
    const outcome = await simulateRequest(
      world.adapter,
      connection,
      await requestOf(batch.method),
      world.network,
    )
    expect(outcome).toEqual({ is: 'fails', reason: 'The asset is frozen' })
  })

  test('all cases › executed › as reviewed', async () => {
    const batch = (await world.api()).tx.utility?.batch
    if (batch === undefined) throw new Error('The chain has no batches')
    // A batch stops at a failing call and itself succeeds, so a batch of batches continues.
    const each = await Promise.all(placedRows.map(async (one) => batch([await transferOf(one)])))
    const request = await requestOf(batch(each).method)
    const received = () => Promise.all(placedRows.map(({ id, to }) => balanceOf(to, id)))
    const before = await received()
    const { signedTransaction } = signedSchema.parse(await requestWallet(world.adapter, connection, request))
    await world.node.call('author_submitExtrinsic', signedTransaction)
    await vi.waitFor(async () => expect(await received()).not.toEqual(before), {
      timeout: 30_000,
      interval: 50,
    })
    const after = await received()
    const receivedAmounts = placedRows.map(({ row: { kind } }, at) => [
      kind,
      (after[at] ?? 0n) - (before[at] ?? 0n),
    ])
    expect(receivedAmounts).toEqual(placedRows.map(({ row }) => [row.kind, row.came ?? 0n]))
    for (const { row, id } of placedRows)
      if (row.left !== undefined) expect([row.kind, await balanceOf(from, id)]).toEqual([row.kind, row.left])
  })
})
