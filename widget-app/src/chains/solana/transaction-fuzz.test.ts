import { address as kitAddress } from '@solana/kit'
import { address } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import { caseCount, caseSeed, checkProperty, isLongRun } from '../testing/check-property.ts'
import { decodeTransaction } from './decode/decode-transaction.ts'
import { lookupTableProgram, tokenProgram } from './programs.ts'
import { dappWorld, signs } from './testing/dapp-world.ts'
import type { Cast, CastToken } from './testing/random-instructions.ts'
import { token2022Program } from './testing/random-instructions.ts'
import {
  type CastTable,
  changed,
  decoded,
  encoded,
  plainTransfer,
  randomTransaction,
} from './testing/random-transactions.ts'
import { inContext } from './testing/scripted-node.ts'
import { base64, keyBytes, noBlockhash } from './testing/transactions.ts'
import { accountJson, alice, bob, mint, thief, vault } from './testing/unit-world.ts'

const numRuns = caseCount(2_000, 100_000)
const seed = caseSeed(160_713)

const token: CastToken = {
  program: kitAddress(tokenProgram),
  mint: kitAddress(mint),
  decimals: 6,
  source: kitAddress(vault),
  destination: kitAddress('6dM4TqWyWJsbx7obrdLcviBkTafD5E8av61zfU6jq57X'),
}
const cast: Cast = {
  account: kitAddress(alice),
  other: kitAddress(bob),
  program: kitAddress(thief),
  seeded: kitAddress('9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'),
  tokens: [
    token,
    { ...token, program: token2022Program, mint: kitAddress('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo') },
  ],
}
const table: CastTable = {
  address: kitAddress('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'),
  addresses: [cast.other, token.destination, token.source, token.mint, cast.seeded],
}

const tableState = accountJson(
  1,
  lookupTableProgram,
  Uint8Array.from([
    ...new Uint8Array(56),
    ...table.addresses.flatMap((one: string) => keyBytes(address(one))),
  ]),
)
const world = dappWorld({
  node: {
    getMultipleAccounts: ([names]: readonly unknown[]) =>
      inContext(
        (Array.isArray(names) ? names : []).map((name) => (name === table.address ? tableState : null)),
      ),
  },
})
const { signal } = new AbortController()
const known = {
  host: 'shop.example',
  isBundledToken: (_chain: string, contract: string) => contract === mint,
}

/** The prepared request, or the code of the error. */
async function prepare(wire: Uint8Array) {
  try {
    return await world.prepare(signs, { address: alice, transaction: base64(wire) })
  } catch (error) {
    if (isProviderRpcError(error)) return error.code
    throw error
  }
}

describe('differential fuzz of transactions', () => {
  it('R6 › random transactions › decoded as kit does, reviewed unless plain', {
    timeout: isLongRun ? 7_200_000 : 180_000,
  }, async () => {
    const counts = { read: 0, allowed: 0, refused: 0, unreadable: 0, tables: 0 }
    await checkProperty(
      fc.asyncProperty(randomTransaction(cast, 15), async (random) => {
        const original = encoded(random, noBlockhash, table)
        const wire = changed(original, random.change)
        const isChanged = base64(wire) !== base64(original)
        const prepared = await prepare(wire)
        if (typeof prepared === 'number') {
          const isSigner = isChanged || decoded(wire, table).signers.includes(cast.account)
          expect(prepared).toBe(-32602)
          expect(isChanged || wire.length > 1_232 || !isSigner).toBe(true)
          counts.refused += 1
          return
        }
        // The decoded bytes are the signed bytes.
        expect(prepared.request.params).toMatchObject({ transaction: base64(wire) })
        const byKit = decoded(wire, table)
        const description = await prepared.decode?.(signal).catch(() => undefined)
        if (description === undefined) {
          expect(isChanged && byKit.hasLookups).toBe(true)
          counts.unreadable += 1
          return
        }
        const byWidget = decodeTransaction(wire, {
          writable: byKit.loaded.writable.map((one) => address(one ?? '')),
          readonly: byKit.loaded.readonly.map((one) => address(one ?? '')),
        })
        expect(byWidget?.instructions.map((one) => ({ ...one, data: [...one.data] }))).toEqual(
          byKit.instructions,
        )
        const flat = flatFacts(description.facts)
        if (!isChanged)
          for (const fact of random.instructions.flatMap(({ facts }) => facts))
            expect(flat).toContainEqual(expect.objectContaining(fact))
        const transfer = plainTransfer(byKit, alice, [mint])
        expect(isAllowListed(description, known)).toBe(transfer !== undefined)
        if (transfer !== undefined) {
          const { to, value, contract } = transfer
          const plain = { is: 'transfer', from: undefined, to, figure: { value, contract } }
          expect(flat).toContainEqual(expect.objectContaining(plain))
          counts.allowed += 1
        }
        if (byKit.hasLookups) counts.tables += 1
        counts.read += 1
      }),
      { numRuns, seed },
    )
    expect(counts.read).toBeGreaterThan(numRuns / 2)
    expect(counts.allowed).toBeGreaterThan(numRuns / 50)
    expect(counts.refused).toBeGreaterThan(numRuns / 50)
    expect(counts.tables).toBeGreaterThan(numRuns / 20)
  })
})
