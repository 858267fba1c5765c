import { Interface, Signature, Transaction } from 'ethers'
import fc from 'fast-check'
import { serializeTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { caseCount, caseSeed, checkProperty, isLongRun } from '../testing/check-property.ts'
import { decodeParsed } from './decode/decode-request.ts'
import { bytesSchema, type Hex, isSameHex, quantitySchema } from './hex.ts'
import { isEntry } from './testing/allow-list-entry.ts'
import {
  type DrawnTransaction,
  type DrawnWorld,
  type RandomTransaction,
  randomTransactions,
} from './testing/random-transaction.ts'
import { alice, bob, connection, tokenAddress } from './testing/unit-world.ts'
import { type ParsedRequest, parseRequest } from './wallet/request-parser.ts'

const numRuns = caseCount(2_000, 100_000)
const seed = caseSeed(160_713)
const host = 'shop.example'
const networkPrice = 10n ** 9n
const tokens: readonly [Hex] = [tokenAddress]
const world: DrawnWorld = { account: alice, tokens, others: [bob] }

type ParsedTransaction = Extract<ParsedRequest, { is: 'transaction' }>

/** The parsed request, or the code of the rejection. */
function parse(written: object): ParsedTransaction | number {
  try {
    const parsed = parseRequest(connection, { method: 'eth_sendTransaction', params: [written] })
    if (parsed.is !== 'transaction') throw new Error('It is a transaction')
    return parsed
  } catch (error) {
    if (isProviderRpcError(error)) return error.code
    throw error
  }
}

const quantity = z.optional(
  z.pipe(
    quantitySchema,
    z.transform((value) => value),
  ),
)
const sentSchema = z.tuple([
  z.strictObject({
    from: z.string(),
    to: z.optional(bytesSchema),
    value: quantity,
    data: z.optional(bytesSchema),
    gas: quantity,
    gasPrice: quantity,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
    nonce: quantity,
    type: quantity,
    accessList: z.optional(
      z.array(z.strictObject({ address: bytesSchema, storageKeys: z.array(bytesSchema) })),
    ),
    authorizationList: z.optional(
      z.tuple([z.strictObject({ address: bytesSchema, chainId: quantitySchema, nonce: quantitySchema })]),
    ),
    chainId: z.literal('0x1'),
  }),
])

/** The transaction that a wallet gets, in the shape of the drawn one. @throws for an unlisted member. */
function parseSent({ request }: ParsedTransaction): DrawnTransaction {
  const [{ from, to, value = 0n, data = '0x', authorizationList, ...terms }] = z.parse(
    sentSchema,
    request.params,
  )
  expect(from.toLowerCase()).toBe(alice.toLowerCase())
  return {
    to,
    value,
    data,
    gas: terms.gas,
    gasPrice: terms.gasPrice,
    maxFeePerGas: terms.maxFeePerGas,
    maxPriorityFeePerGas: terms.maxPriorityFeePerGas,
    nonce: terms.nonce,
    type: terms.type,
    accessList: terms.accessList,
    authorisation: authorizationList?.[0],
  }
}

/** Hex in one case, so that equal bytes are equal. */
const normalize = (transaction: DrawnTransaction): unknown =>
  JSON.parse(
    JSON.stringify(transaction, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.toLowerCase() : value,
    ),
  )

const attempt = <Value>(run: () => Value): Value | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const [r, s] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const

/** The type that a wallet chooses for the present members. */
function typeOf({ type, authorisation, accessList, ...fees }: DrawnTransaction): number {
  if (type !== undefined) return Number(type)
  if (authorisation) return 4
  if (fees.maxFeePerGas !== undefined || fees.maxPriorityFeePerGas !== undefined) return 2
  return accessList ? 1 : 0
}

const withDefaults = (transaction: DrawnTransaction) => ({
  chainId: 1,
  to: transaction.to ?? null,
  value: transaction.value,
  data: transaction.data,
  gas: transaction.gas ?? 21_000n,
  nonce: Number(transaction.nonce ?? 0n),
})
const marketFees = ({ maxFeePerGas, maxPriorityFeePerGas }: DrawnTransaction) => ({
  maxFeePerGas: maxFeePerGas ?? 2n ** 200n,
  maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
})

function serializeByViem(transaction: DrawnTransaction) {
  const common = withDefaults(transaction)
  const accessList = transaction.accessList ?? []
  const gasPrice = transaction.gasPrice ?? 1n
  switch (typeOf(transaction)) {
    case 0:
      return serializeTransaction({ ...common, type: 'legacy', gasPrice })
    case 1:
      return serializeTransaction({ ...common, type: 'eip2930', gasPrice, accessList })
    case 2:
      return serializeTransaction({ ...common, ...marketFees(transaction), type: 'eip1559', accessList })
    default: {
      const list = transaction.authorisation ? [transaction.authorisation] : []
      const authorizationList = list.map((one) => ({
        address: one.address,
        chainId: Number(one.chainId),
        nonce: Number(one.nonce),
        ...{ r, s, yParity: 0 },
      }))
      const more = { ...marketFees(transaction), accessList, authorizationList }
      return serializeTransaction({ ...common, ...more, type: 'eip7702' })
    }
  }
}

function serializeByEthers(transaction: DrawnTransaction): string {
  const { gas, ...common } = withDefaults(transaction)
  const type = typeOf(transaction)
  const list = transaction.authorisation ? [transaction.authorisation] : []
  return Transaction.from({
    ...common,
    gasLimit: gas,
    type,
    ...(type < 2 ? { gasPrice: transaction.gasPrice ?? 1n } : marketFees(transaction)),
    ...(type === 0
      ? {}
      : {
          accessList:
            transaction.accessList?.map((one) => ({ ...one, storageKeys: [...one.storageKeys] })) ?? [],
        }),
    ...(type === 4
      ? {
          authorizationList: list.map((one) => ({ ...one, signature: Signature.from({ r, s, yParity: 0 }) })),
        }
      : {}),
  }).unsignedSerialized
}

function evaluate(parsed: ParsedTransaction) {
  const isKnown = (contract: string) => isSameHex(contract, tokenAddress)
  const description = decodeParsed(connection, parsed, isKnown, networkPrice)
  if (description === undefined) throw new Error('It signs something')
  const risks = risksOf(description, { host, newContracts: [], now: 0 })
  const isAllowed = isAllowListed(description, { host, isBundledToken: (_chain, one) => isKnown(one) })
  return {
    isAllowed,
    isReviewed: needsReview({ reviewMode: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed }),
  }
}

/** The same call by another encoder. */
const callByEthers = ({ signature, args }: NonNullable<RandomTransaction['call']>): string =>
  new Interface([`function ${signature}`]).encodeFunctionData(signature, args)

describe('differential fuzz of transactions', () => {
  it(
    'random requests › sent fields equal decoded ones; reviewed unless allowed',
    async () => {
      const counts = { parsed: 0, refused: 0, agreed: 0, allowed: 0 }
      const check = ({ drawn, written, call, isInvalid }: RandomTransaction) => {
        if (call) expect(callByEthers(call)).toBe(drawn.data)
        const parsed = parse(written)
        if (typeof parsed === 'number') {
          expect(isInvalid).toBe(true)
          expect([-32602, 4100, 4901]).toContain(parsed)
          counts.refused += 1
          return
        }
        expect(isInvalid).toBe(false)
        counts.parsed += 1
        const sent = parseSent(parsed)
        expect(normalize(sent)).toEqual(normalize(drawn))
        const [viem, ethers] = [attempt(() => serializeByViem(sent)), attempt(() => serializeByEthers(drawn))]
        if (viem !== undefined && ethers !== undefined) {
          expect(viem).toBe(ethers)
          counts.agreed += 1
        }
        const [reparsed] = z.parse(z.tuple([z.record(z.string(), z.unknown())]), parsed.request.params)
        // The canonical form is a fixed point.
        expect(parse(reparsed)).toEqual(parsed)
        const { isAllowed, isReviewed } = evaluate(parsed)
        expect(isAllowed).toBe(isEntry(drawn, tokens, networkPrice))
        expect(isReviewed).toBe(!isEntry(drawn, tokens, networkPrice))
        if (isAllowed) counts.allowed += 1
      }
      await checkProperty(fc.property(randomTransactions(world), check), { numRuns, seed })
      expect(counts.agreed).toBeGreaterThan(numRuns / 3)
      expect(counts.refused).toBeGreaterThan(numRuns / 20)
      expect(counts.allowed).toBeGreaterThan(numRuns / 100)
    },
    isLongRun ? 7_200_000 : 240_000,
  )
})
