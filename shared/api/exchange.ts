import * as z from '#shared/zod.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { pageUrlText } from './page-url.ts'
import { chainIdText } from './query-text.ts'
import { accountIdText, imageUrlText, transactionHashText } from './wire-formats.ts'

// Deposits from an exchange: three JSON-RPC methods at one path, and a list of assets.

const path = '/v1/json-rpc'
const query = () => z.object({ source: z.literal('fund-wallet') })
const shortText = () => z.string().check(z.minLength(1), z.maxLength(256))
const assetIdText = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/))

/** A JSON-RPC call of one method. */
const call = <Method extends string, Params extends z.core.$ZodType>(method: Method, params: Params) =>
  z.object({ jsonrpc: z.literal('2.0'), id: z.int(), method: z.literal(method), params })

/** Response of a JSON-RPC method: a result or an error. */
const rpcResult = <Result extends z.core.$ZodType>(result: Result) =>
  z.union([
    z.object({ jsonrpc: z.literal('2.0'), id: z.int(), result }),
    z.object({
      jsonrpc: z.literal('2.0'),
      id: z.nullable(z.int()),
      error: z.object({ code: z.number(), message: z.string().check(z.maxLength(4_096)) }),
    }),
  ])

const listCall = () =>
  call(
    'reown_getExchanges',
    z.object({
      page: z.int().check(z.gte(0)),
      asset: z.optional(assetIdText()),
      amount: z.optional(shortText()),
    }),
  )
const exchangeList = () =>
  z.object({
    exchanges: lenientListOf(
      z.object({ id: shortText(), name: shortText(), imageUrl: z.optional(imageUrlText(65_536)) }),
      100,
    ),
    total: z.int(),
  })

const payUrlCall = () =>
  call(
    'reown_getExchangePayUrl',
    z.object({
      exchangeId: shortText(),
      asset: assetIdText(),
      /** Whole units of the asset, a plain decimal text. */
      amount: z.string().check(z.regex(/^\d{1,60}(\.\d{1,60})?$/)),
      recipient: accountIdText(),
    }),
  )
const payUrl = () => z.object({ url: pageUrlText(), sessionId: shortText() })

const buyStatusCall = () =>
  call('reown_getExchangeBuyStatus', z.object({ sessionId: shortText(), exchangeId: shortText() }))
const buyStatus = () =>
  z.object({ status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']), txHash: transactionHashText() })

/** The exchanges that the user can pay from. */
export const postExchanges = postEndpoint(path, query, listCall, () => rpcResult(exchangeList()))

/** The exchange's page on which the user pays `amount` of an asset to an account, and the exchange's id of the payment. */
export const postExchangePayUrl = postEndpoint(path, query, payUrlCall, () => rpcResult(payUrl()))

/** The status of such a payment; `txHash` once the exchange has sent the asset. */
export const postExchangeBuyStatus = postEndpoint(path, query, buyStatusCall, () => rpcResult(buyStatus()))

/** All three methods, for the server. */
export const postExchangeRpc = postEndpoint(
  path,
  query,
  () => z.discriminatedUnion('method', [listCall(), payUrlCall(), buyStatusCall()]),
  () => rpcResult(z.union([exchangeList(), payUrl(), buyStatus()])),
)

const paymentAsset = () =>
  z.object({
    network: chainIdText,
    /** `native`, or the token's address. */
    asset: z.string().check(z.minLength(1), z.maxLength(128)),
    metadata: z.object({
      name: shortText(),
      symbol: z.string().check(z.minLength(1), z.maxLength(64)),
      decimals: z.int().check(z.gte(0), z.lte(36)),
      logoURI: z.optional(imageUrlText()),
    }),
  })
export type PaymentAsset = z.output<ReturnType<typeof paymentAsset>>

/** Assets that an exchange can send, by namespace. */
export const getExchangeAssets = getEndpoint('/appkit/v1/transfers/assets/exchanges/:id', noQuery, () =>
  z.object({
    exchangeId: shortText(),
    assets: z.record(z.string(), lenientListOf(paymentAsset(), 1_000)),
  }),
)
