import * as z from '../../../../shared/zod.ts'
import { VendorError } from '../../ports/vendor.ts'
import type { ListedRow } from '../../vendor-clients/explorer-rows.ts'
import {
  addressText,
  decimalsOf,
  hashText,
  inputText,
  wholeText,
} from '../../vendor-clients/explorer-wire.ts'

export const vendor = 'Etherscan'

/** The envelope of each response; errors have HTTP status 200. */
export const responseSchema = z.object({
  status: z.enum(['0', '1']),
  message: z.string(),
  result: z.unknown(),
})

/** A daily limit ends at midnight UTC: pause for long until then. */
const dailyPauseMs = 300_000

/**
 * The result of a response. An error's text is matched and not passed on: it may contain the API key.
 * @throws VendorError for any error but an empty list.
 */
export function resultOf({ status, message, result }: z.output<typeof responseSchema>): unknown {
  const isEmpty = Array.isArray(result) && result.length === 0
  if (status === '1' || (isEmpty && /^No (?:\w+ )?transactions found$/i.test(message))) return result
  const text = typeof result === 'string' ? result : message
  if (/daily/i.test(text)) throw new VendorError(vendor, 'limited', 'too many requests', dailyPauseMs)
  if (/rate limit/i.test(text)) throw new VendorError(vendor, 'limited', 'too many requests')
  if (/api ?key/i.test(text)) throw new VendorError(vendor, 'rejected', 'the API key is refused')
  if (/timeout|too busy|maintenance/i.test(text))
    throw new VendorError(vendor, 'unavailable', 'it is too busy')
  throw new VendorError(vendor, 'rejected', 'the request is refused')
}

/** A decimal text that fits a safe integer. */
const safeIntegerText = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((text) => Number(text)),
  )

/** An address; an empty string means none. */
const optionalAddress = () =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => undefined),
    ),
    addressText(),
  ])

const rowPosition = () => ({ hash: hashText(), blockNumber: safeIntegerText(), timeStamp: safeIntegerText() })
const flag = () => z.enum(['0', '1'])

/** Allocations of the genesis block have no transaction. */
const genesis = z.object({ hash: z.string().check(z.startsWith('GENESIS')), blockNumber: safeIntegerText() })

const rows = <Item extends z.ZodMiniType<ListedRow>>(item: Item) => z.array(item).check(z.maxLength(10_000))

/** `action=txlist` */
export const transactionRows = rows(
  z.pipe(
    z.union([
      genesis,
      z.object({
        ...rowPosition(),
        from: addressText(),
        to: optionalAddress(),
        contractAddress: optionalAddress(),
        value: wholeText(),
        nonce: safeIntegerText(),
        transactionIndex: safeIntegerText(),
        input: inputText(),
        isError: flag(),
        /** Empty before Byzantium. */
        txreceipt_status: z.nullish(z.enum(['', '0', '1'])),
      }),
    ]),
    z.transform((item): ListedRow => {
      if (!('nonce' in item)) return { block: item.blockNumber, row: undefined }
      const isFailed = item.isError === '1' || item.txreceipt_status === '0'
      return {
        block: item.blockNumber,
        row: {
          is: 'transaction',
          ...{ hash: item.hash, block: item.blockNumber, minedAtMs: item.timeStamp * 1_000 },
          ...{ from: item.from, to: item.to, created: item.contractAddress, value: item.value },
          ...{ nonce: item.nonce, index: item.transactionIndex, input: item.input },
          status: isFailed ? 'failed' : 'confirmed',
        },
      }
    }),
  ),
)

/** `action=tokentx` */
export const tokenRows = rows(
  z.pipe(
    z.object({
      ...rowPosition(),
      from: addressText(),
      to: optionalAddress(),
      contractAddress: addressText(),
      value: wholeText(),
      tokenName: z.string(),
      tokenSymbol: z.string(),
      tokenDecimal: z.string(),
    }),
    z.transform((item): ListedRow => {
      const decimals = decimalsOf(item.tokenDecimal)
      const metadata = { address: item.contractAddress, name: item.tokenName, symbol: item.tokenSymbol }
      return {
        block: item.blockNumber,
        row: {
          is: 'token',
          ...{ hash: item.hash, block: item.blockNumber, minedAtMs: item.timeStamp * 1_000 },
          ...{ from: item.from, to: item.to },
          amount:
            decimals === undefined ? undefined : { value: item.value, token: { ...metadata, decimals } },
        },
      }
    }),
  ),
)

/** Types of calls that transfer native currency; a delegatecall repeats its caller's value and transfers nothing. */
const transferTypes = new Set(['call', 'create', 'create2', 'suicide', 'selfdestruct'])

/** `action=txlistinternal` */
export const internalRows = rows(
  z.pipe(
    z.object({
      ...rowPosition(),
      from: addressText(),
      to: optionalAddress(),
      contractAddress: optionalAddress(),
      value: wholeText(),
      type: z.string(),
      isError: flag(),
    }),
    z.transform((item): ListedRow => {
      const isTransfer = item.isError === '0' && item.value > 0n && transferTypes.has(item.type)
      return {
        block: item.blockNumber,
        row: isTransfer
          ? {
              is: 'coins',
              ...{ hash: item.hash, block: item.blockNumber, minedAtMs: item.timeStamp * 1_000 },
              ...{ from: item.from, to: item.to ?? item.contractAddress, value: item.value },
            }
          : undefined,
      }
    }),
  ),
)
