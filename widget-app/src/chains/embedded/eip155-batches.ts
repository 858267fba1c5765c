import {
  type ChainId,
  chainIdSchema,
  chainReference,
  namespaceOf,
  parseChainId,
} from '#shared/caip/chain-id.ts'
import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { SentBatch } from '../embedded-batch.ts'
import type { BatchPorts } from '../embedded-source.ts'

const hexOf = (chain: ChainId): string => `0x${BigInt(chainReference(chain)).toString(16)}`

const hexChain = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/))

const capabilityParams = () =>
  z.union([z.tuple([z.string(), z.array(hexChain()).check(z.maxLength(256))]), z.tuple([z.string()])])

const invalidParams = () => new ProviderRpcError(providerCodes.invalidParams, 'Invalid parameters')

/**
 * `wallet_getCapabilities` (EIP-5792): chains of `networks` on which the account executes bundles atomically.
 * @throws ProviderRpcError −32602, 4100 for another account.
 */
export async function readCapabilities(
  { support }: Pick<BatchPorts, 'support'>,
  account: string,
  networks: readonly ChainId[],
  params: unknown,
): Promise<Readonly<Record<string, object>>> {
  const parsed = capabilityParams().safeParse(params)
  if (!parsed.success) throw invalidParams()
  const [requestedAccount, requested] = parsed.data
  if (requestedAccount.toLowerCase() !== account.toLowerCase())
    throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
  const requestedChains = requested?.map((chain) => parseChainId(`eip155:${BigInt(chain)}`))
  const chains = networks.filter(
    (chain) => namespaceOf(chain) === 'eip155' && (requestedChains?.includes(chain) ?? true),
  )
  const entries = await Promise.all(
    chains.map(async (chain) => {
      const status = await support(account, chain)
      return status === 'unsupported' ? [] : [[hexOf(chain), { atomic: { status } }] as const]
    }),
  )
  return Object.fromEntries(entries.flat())
}

const sponsoredSchema = () =>
  z.object({ id: z.string(), operation: z.object({ hash: z.string(), chain: chainIdSchema }) })

const sentSchema = () =>
  z.object({
    id: z.string(),
    transaction: z.object({ account: z.string(), nonce: z.string() }),
    capabilities: z.object({
      caip345: z.object({ caip2: chainIdSchema, transactionHashes: z.tuple([z.string()]) }),
    }),
  })

/** What was sent, by the response to `wallet_sendCalls`. @throws ZodError for another response, which is a defect. */
export function sentBatchOf(response: unknown): SentBatch {
  const sponsored = sponsoredSchema().safeParse(response).data
  if (sponsored) return { id: sponsored.id, ...sponsored.operation, isOperation: true }
  const { id, capabilities, transaction } = z.parse(sentSchema(), response)
  const { caip2: chain, transactionHashes } = capabilities.caip345
  return { id, chain, hash: transactionHashes[0], ...transaction }
}

const receiptSchema = () => z.object({ status: z.enum(['0x0', '0x1']) })

/** Codes of EIP-5792. A batch is one transaction, so that it never succeeds in part. */
const statusCodes = { pending: 100, '0x1': 200, replaced: 400, '0x0': 500 } as const

const replacedSchema = () => z.object({ isReplaced: z.literal(true) })

/** `wallet_getCallsStatus` (EIP-5792). @throws ProviderRpcError −32602, 5730 for an unknown id; as `BatchPorts.receipt`. */
export async function callsStatusOf(
  { sent, receipt }: Pick<BatchPorts, 'sent' | 'receipt'>,
  params: unknown,
): Promise<object> {
  const parsed = z.safeParse(z.tuple([z.string()]), params)
  if (!parsed.success) throw invalidParams()
  const [id] = parsed.data
  const batch = sent().find((one) => one.id === id)
  if (batch === undefined)
    throw new ProviderRpcError(bundleCodes.unknownBundle, 'The wallet has sent no such bundle')
  const found = await receipt(batch)
  const mined = receiptSchema().safeParse(found).data
  const base = { version: '2.0.0', id, chainId: hexOf(batch.chain), atomic: true }
  if (replacedSchema().safeParse(found).success) return { ...base, status: statusCodes.replaced }
  return mined === undefined
    ? { ...base, status: statusCodes.pending }
    : { ...base, status: statusCodes[mined.status], receipts: [found] }
}
