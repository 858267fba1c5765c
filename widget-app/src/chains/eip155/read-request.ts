import { hexToBytes } from 'viem/utils'
import * as z from 'zod/mini'
import type { Connection, RpcRequest } from '../contract.ts'
import { readMessage, readText } from '../read-message.ts'
import type { Description, Fact } from '../request-facts.ts'
import type { Call } from './call-facts.ts'
import { parseTypedData } from './canonical-typed-data.ts'
import { parseWalletChain } from './chain-number.ts'
import { addressSchema, bytesSchema, quantitySchema, toQuantity } from './hex.ts'
import { readCall } from './read-call.ts'
import { readGrant } from './read-grant.ts'
import { readTypedData } from './read-typed-data.ts'

const quantity = () =>
  z.optional(
    z.union([
      quantitySchema,
      z.pipe(
        z.int(),
        z.transform((value) => BigInt(value)),
      ),
    ]),
  )

const authorisationSchema = () =>
  z.object({
    address: z.optional(addressSchema),
    contractAddress: z.optional(addressSchema),
    chainId: quantity(),
  })

const transactionSchema = () =>
  z.object({
    from: z.optional(addressSchema),
    to: z.nullish(addressSchema),
    value: quantity(),
    data: z.optional(bytesSchema),
    input: z.optional(bytesSchema),
    chainId: z.optional(z.unknown()),
    authorizationList: z.optional(z.array(authorisationSchema())),
  })

const bundleSchema = () =>
  z.object({
    from: z.optional(addressSchema),
    chainId: z.optional(z.unknown()),
    calls: z.array(
      z.object({ to: z.optional(addressSchema), value: quantity(), data: z.optional(bytesSchema) }),
    ),
  })

/** A request as a chain runs it: its sender and its calls, in order. */
export type Calls = {
  readonly from: string
  readonly chain: Description['chain']
  readonly calls: readonly Call[]
  readonly authorisations: readonly Fact[]
}

const listOf = (params: RpcRequest['params']): readonly unknown[] => (Array.isArray(params) ? params : [])

/**
 * The calls of `eth_sendTransaction`, `eth_signTransaction` or `wallet_sendCalls`; `undefined` for other methods.
 * @throws ZodError when they cannot be read.
 */
export function callsOf(connection: Connection, { method, params }: RpcRequest): Calls | undefined {
  const [first] = listOf(params)
  const [account] = connection.accounts
  if (method === 'wallet_sendCalls') {
    const { from, chainId, calls } = z.parse(bundleSchema(), first)
    return {
      from: from ?? account,
      chain: parseWalletChain(chainId) ?? connection.chain,
      calls: calls.map(({ to, value, data }) => ({ to, value: value ?? 0n, data: data ?? '0x' })),
      authorisations: [],
    }
  }
  if (method !== 'eth_sendTransaction' && method !== 'eth_signTransaction') return undefined
  const { from, to, value, data, input, chainId, authorizationList } = z.parse(transactionSchema(), first)
  return {
    from: from ?? account,
    chain: parseWalletChain(chainId) ?? connection.chain,
    calls: [{ to: to ?? undefined, value: value ?? 0n, data: input ?? data ?? '0x' }],
    authorisations: (authorizationList ?? []).map((one) => ({
      is: 'authorisation',
      delegate: one.address ?? one.contractAddress ?? '',
      chain: one.chainId ? parseWalletChain(toQuantity(one.chainId)) : undefined,
    })),
  }
}

/** Wallets take address and message in either order; the address is the one that is one of ours. */
function messageOf(connection: Connection, params: readonly unknown[]): readonly [text: unknown, by: string] {
  const [first, second] = params
  const isOwn = (value: unknown): value is string =>
    typeof value === 'string' &&
    connection.accounts.some((account) => account.toLowerCase() === value.toLowerCase())
  return isOwn(first) && !isOwn(second)
    ? [second, first]
    : [first, isOwn(second) ? second : connection.accounts[0]]
}

function messageFact(message: unknown): Fact {
  if (typeof message !== 'string') throw new TypeError('A message is a text')
  const bytes = bytesSchema.safeParse(message)
  return bytes.success ? readMessage(hexToBytes(bytes.data)) : readText(message)
}

/**
 * What a request of EIP-1193 does; `undefined` for methods that sign nothing. Nothing is asked of the chain.
 * @throws ZodError, TypeError for parameters that make no sense.
 */
export function readRequest(connection: Connection, request: RpcRequest): Description | undefined {
  const { chain } = connection
  const params = listOf(request.params)
  switch (request.method) {
    case 'personal_sign': {
      const [message, account] = messageOf(connection, params)
      return { account, chain, facts: [messageFact(message)] }
    }
    case 'eth_signTypedData_v4': {
      const [account, data] = params
      const signer = z.parse(addressSchema, account)
      return { account: signer, chain, facts: readTypedData(parseTypedData(data), signer) }
    }
    case 'wallet_grantPermissions':
      return readGrant(connection, params[0])
    default: {
      const asked = callsOf(connection, request)
      if (asked === undefined) return undefined
      const facts = asked.calls.flatMap((call) => readCall(call, asked.from))
      const isBundle = asked.calls.length > 1
      return {
        account: asked.from,
        chain: asked.chain,
        facts: [...asked.authorisations, ...(isBundle ? [{ is: 'batch' as const, facts }] : facts)],
      }
    }
  }
}
