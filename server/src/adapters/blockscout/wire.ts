import * as z from '../../../../shared/zod.ts'
import type { ListedRow } from '../../vendor-clients/explorer-rows.ts'
import {
  addressText,
  decimalsOf,
  hashText,
  inputText,
  wholeText,
} from '../../vendor-clients/explorer-wire.ts'

const account = () => z.object({ hash: addressText() })
const block = () => z.int().check(z.gte(0))

const time = () =>
  z.pipe(
    z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
    z.transform((text) => Date.parse(text)),
  )

/** A page of a list. */
const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item).check(z.maxLength(1_000)),
    next_page_params: z.nullable(z.record(z.string(), z.unknown())),
  })

/** A transaction without a block is pending, or was replaced. */
const unmined = z.object({ block_number: z.null() })

const minedTransaction = z.object({
  hash: hashText(),
  block_number: block(),
  timestamp: time(),
  from: account(),
  to: z.nullish(account()),
  created_contract: z.nullish(account()),
  value: wholeText(),
  nonce: z.int().check(z.gte(0)),
  /** Null while Blockscout does not know it. */
  status: z.nullable(z.enum(['ok', 'error'])),
  position: z.nullish(z.int()),
  raw_input: z.nullish(inputText()),
})

const statusOf = { ok: 'confirmed', error: 'failed' } as const

/** `/addresses/{hash}/transactions` */
export const transactionsPage = pageOf(
  z.pipe(
    z.union([unmined, minedTransaction]),
    z.transform((item): ListedRow | undefined => {
      if (item.block_number === null) return undefined
      return {
        block: item.block_number,
        row: {
          is: 'transaction',
          ...{ hash: item.hash, block: item.block_number, minedAtMs: item.timestamp, nonce: item.nonce },
          ...{ from: item.from.hash, to: item.to?.hash, created: item.created_contract?.hash },
          ...{ value: item.value, index: item.position ?? undefined, input: item.raw_input ?? '0x' },
          status: item.status === null ? 'pending' : statusOf[item.status],
        },
      }
    }),
  ),
)

const tokenType = 'ERC-20'

/** `/addresses/{hash}/token-transfers?type=ERC-20`; on Celo some transfers have no transaction. */
export const tokenTransfersPage = pageOf(
  z.pipe(
    z.object({
      transaction_hash: z.nullable(hashText()),
      block_number: block(),
      timestamp: time(),
      from: account(),
      to: z.nullish(account()),
      total: z.nullish(z.object({ value: z.nullish(wholeText()), decimals: z.nullish(z.string()) })),
      token: z.object({
        address_hash: addressText(),
        name: z.nullish(z.string()),
        symbol: z.nullish(z.string()),
        decimals: z.nullish(z.string()),
        icon_url: z.nullish(z.string()),
        type: z.nullish(z.string()),
      }),
    }),
    z.transform((item): ListedRow => {
      const { token, total } = item
      const value = total?.value
      const decimals = decimalsOf(total?.decimals ?? token.decimals)
      const isKnown = typeof value === 'bigint' && decimals !== undefined
      const name = token.name ?? token.symbol ?? ''
      const metadata = { address: token.address_hash, name, symbol: token.symbol ?? name }
      const icon = token.icon_url ? { iconUrl: token.icon_url } : {}
      if (item.transaction_hash === null || (token.type ?? tokenType) !== tokenType)
        return { block: item.block_number, row: undefined }
      return {
        block: item.block_number,
        row: {
          is: 'token',
          ...{ hash: item.transaction_hash, block: item.block_number, minedAtMs: item.timestamp },
          ...{ from: item.from.hash, to: item.to?.hash },
          amount: isKnown ? { value, token: { ...metadata, decimals, ...icon } } : undefined,
        },
      }
    }),
  ),
)

/** Types of calls that transfer native currency; a delegatecall repeats its caller's value and transfers nothing. */
const transferTypes = new Set(['call', 'create', 'create2', 'selfdestruct'])

/** `/addresses/{hash}/internal-transactions` */
export const internalTransactionsPage = pageOf(
  z.pipe(
    z.object({
      success: z.boolean(),
      type: z.string(),
      transaction_hash: hashText(),
      block_number: block(),
      timestamp: time(),
      from: account(),
      to: z.nullish(account()),
      created_contract: z.nullish(account()),
      value: wholeText(),
    }),
    z.transform((item): ListedRow => {
      const isTransfer = item.success && item.value > 0n && transferTypes.has(item.type)
      return {
        block: item.block_number,
        row: isTransfer
          ? {
              is: 'coins',
              ...{ hash: item.transaction_hash, block: item.block_number, minedAtMs: item.timestamp },
              ...{
                from: item.from.hash,
                to: item.to?.hash ?? item.created_contract?.hash,
                value: item.value,
              },
            }
          : undefined,
      }
    }),
  ),
)
