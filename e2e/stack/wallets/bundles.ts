import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, isHex } from 'viem'
import * as z from '#shared/zod.ts'
import { bundleAccountAddress } from '../chains/local-chains.ts'
import { RpcError } from '../rpc-error.ts'
import { sessionCapability } from './sessions.ts'
import type { WalletCore } from './wallet-core.ts'

type Params = readonly unknown[]

const hexSchema = z.custom<Hex>((value) => isHex(value), 'not hex')
const quantitySchema = z.pipe(
  hexSchema,
  z.transform((text) => BigInt(text)),
)
const addressSchema = z.custom<Address>((value) => isHex(value) && value.length === 42, 'not an address')

const sendSchema = z.object({
  version: z.string().check(z.startsWith('2.')),
  id: z.optional(z.string()),
  from: z.optional(hexSchema),
  chainId: quantitySchema,
  atomicRequired: z.boolean(),
  calls: z
    .array(
      z.object({
        to: z.optional(addressSchema),
        data: z.optional(hexSchema),
        value: z.optional(quantitySchema),
      }),
    )
    .check(z.minLength(1)),
})

/** The ERC-7821 mode of an atomic batch without optional data. */
const batchMode: Hex = `0x01${'0'.repeat(62)}`

const executeAbi = [
  {
    type: 'function',
    name: 'execute',
    stateMutability: 'payable',
    inputs: [
      { name: 'mode', type: 'bytes32' },
      { name: 'executionData', type: 'bytes' },
    ],
    outputs: [],
  },
] as const

const callTuples = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

/** More than any bundle of a test needs; unused gas is not paid for. */
const gasLimit = 2_000_000n

const unsupportedMethod = (method: string) => new RpcError(4200, `The wallet does not support ${method}`)

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

/** `wallet_getCapabilities`: bundles (atomic after an EIP-7702 upgrade) and smart sessions, the same on every chain. */
export function capabilities(core: WalletCore): unknown {
  const { bundles, sessions } = core.script()
  if (!bundles && !sessions) throw unsupportedMethod('wallet_getCapabilities')
  const chainCapabilities = {
    ...(bundles ? { atomic: { status: 'ready' } } : {}),
    ...sessionCapability(core),
  }
  return Object.fromEntries(core.world.chains.map(({ chainId }) => [toHex(chainId), chainCapabilities]))
}

/** Code of an account that delegates to BundleAccount (EIP-7702). */
const upgradedCode = `0xef0100${bundleAccountAddress.slice(2)}`.toLowerCase()

/**
 * `wallet_sendCalls`: sends one transaction in which the account executes the code of BundleAccount; the id is its hash. As in
 * real wallets, the first bundle upgrades the account (type 4), and later bundles are type-2 calls from the account to itself.
 */
export async function sendCalls(core: WalletCore, params: Params): Promise<unknown> {
  if (!core.script().bundles) throw unsupportedMethod('wallet_sendCalls')
  const parsed = sendSchema.safeParse(params[0])
  if (!parsed.success) throw new RpcError(-32602, 'Invalid bundle')
  const { calls, from, chainId } = parsed.data
  if (Number(chainId) !== core.chainId()) throw new RpcError(5710, `The wallet is on chain ${core.chainId()}`)
  const account = core.accountFor(from ?? core.visible()[0])
  await core.approver.requireApproval('Send a bundle', [
    ['Calls', calls.map(({ to, value = 0n }) => `${to ?? 'New contract'}: ${value}`).join('\n')],
  ])
  const readQuantity = async (method: string, rpcParams: Params) =>
    z.parse(quantitySchema, await core.rpc(core.chainId(), method, rpcParams))
  const nonce = Number(await readQuantity('eth_getTransactionCount', [account.address, 'pending']))
  const gasPrice = await readQuantity('eth_gasPrice', [])
  const code = z.parse(hexSchema, await core.rpc(core.chainId(), 'eth_getCode', [account.address, 'latest']))
  const data = encodeAbiParameters(callTuples, [
    calls.map(({ to = account.address, value = 0n, data: input = '0x' }) => ({
      target: to,
      value,
      data: input,
    })),
  ])
  const call = {
    chainId: core.chainId(),
    nonce,
    gas: gasLimit,
    maxFeePerGas: gasPrice * 2n,
    maxPriorityFeePerGas: 0n,
    to: account.address,
    data: encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [batchMode, data] }),
  }
  const raw =
    code.toLowerCase() === upgradedCode
      ? await account.signTransaction({ ...call, type: 'eip1559' })
      : await account.signTransaction({
          ...({ ...call, type: 'eip7702' } as const),
          authorizationList: [
            await account.signAuthorization({
              address: bundleAccountAddress,
              chainId: core.chainId(),
              // The node increments the sender's nonce before it checks the authorization.
              nonce: nonce + 1,
            }),
          ],
        })
  return { id: await core.rpc(core.chainId(), 'eth_sendRawTransaction', [raw]) }
}

const receiptSchema = z.nullable(z.looseObject({ status: z.enum(['0x0', '0x1']) }))

/** `wallet_getCallsStatus`: derived from the receipt of the bundle's transaction. */
export async function callsStatus(core: WalletCore, params: Params): Promise<unknown> {
  if (!core.script().bundles) throw unsupportedMethod('wallet_getCallsStatus')
  const id = params[0]
  const receipt = z.parse(receiptSchema, await core.rpc(core.chainId(), 'eth_getTransactionReceipt', [id]))
  const status = receipt === null ? 100 : receipt.status === '0x1' ? 200 : 500
  return {
    version: '2.0.0',
    id,
    chainId: toHex(core.chainId()),
    status,
    atomic: true,
    ...(receipt === null ? {} : { receipts: [receipt] }),
  }
}
