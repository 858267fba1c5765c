import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  decodeAbiParameters,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
} from 'viem'
import {
  entryPoint09Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type UserOperationJson, userOperationSchema } from '#shared/api/embedded-sponsorship.ts'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { toViemChain } from '../chains/local-chains.ts'
import { createAdminClient, type RunningChain, waitForReceipt } from '../chains/running-chain.ts'
import { RpcError } from '../rpc-error.ts'
import type { SponsorFaults } from './faults.ts'

const optionalBigInt = (hex: Hex | undefined): bigint => (hex === undefined ? 0n : hexToBigInt(hex))

type Operation = UserOperation<'0.9'>

/** @throws RpcError for another form or EntryPoint. */
function parseOperation(params: readonly unknown[]): UserOperationJson {
  const [value, entryPoint] = params
  const parsed = parseWire(userOperationSchema, value)
  if (!parsed.success || entryPoint !== entryPointAddress)
    throw new RpcError(-32_602, 'Invalid user operation')
  return parsed.data
}

function toOperation(json: UserOperationJson): Operation {
  const { sender, callData, factory, eip7702Auth: auth, paymaster, paymasterData = '0x' } = json
  return {
    ...{ sender, callData, signature: json.signature ?? '0x' },
    nonce: hexToBigInt(json.nonce),
    callGasLimit: optionalBigInt(json.callGasLimit),
    verificationGasLimit: optionalBigInt(json.verificationGasLimit),
    preVerificationGas: optionalBigInt(json.preVerificationGas),
    maxFeePerGas: hexToBigInt(json.maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(json.maxPriorityFeePerGas),
    ...(paymaster && {
      ...{ paymaster, paymasterData },
      paymasterVerificationGasLimit: optionalBigInt(json.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: optionalBigInt(json.paymasterPostOpGasLimit),
    }),
    ...(factory && auth && { factory, authorization: toAuthorization(auth) }),
  }
}

const word = (value: Hex): Hex => numberToHex(hexToBigInt(value), { size: 32 })
const toAuthorization = (auth: NonNullable<UserOperationJson['eip7702Auth']>) => ({
  ...{ address: auth.address, chainId: hexToNumber(auth.chainId), nonce: hexToNumber(auth.nonce) },
  ...{ r: word(auth.r), s: word(auth.s), yParity: hexToNumber(auth.yParity) },
})

/** Code of an account that delegates to the account contract. */
const delegation: Hex = `0xef0100${embeddedAccountAddress.slice(2).toLowerCase()}`

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])

/** Contract that the first call of a batch is for. */
function firstTarget(callData: Hex): Address {
  const { args } = decodeFunctionData({ abi: executeAbi, data: callData })
  const parameters = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
  const [first] = decodeAbiParameters(parameters, args[1])[0]
  if (first === undefined) throw new RpcError(-32_602, 'The operation has no call')
  return first.target
}

type Accepted = { readonly operation: Operation; readonly transaction: Hex | undefined }

/** A bundler (ERC-4337, ERC-7769) that validates by simulation, and sends each operation in a transaction of its own. */
export async function createBundler(chain: RunningChain, faults: () => SponsorFaults) {
  const { plan, rpcUrl, client } = chain
  const admin = createAdminClient(plan, rpcUrl)
  const account = privateKeyToAccount(generatePrivateKey())
  await admin.setBalance({ address: account.address, value: parseEther('1000') })
  const wallet = createWalletClient({ account, chain: toViemChain(plan, rpcUrl), transport: http(rpcUrl) })
  const accepted = new Map<Hex, Accepted>()
  /** One after the other: each transaction takes the account's next nonce. */
  let queue: Promise<unknown> = Promise.resolve()

  const hashOf = (userOperation: Operation): Hex =>
    getUserOperationHash({
      ...{ chainId: plan.chainId, entryPointAddress, entryPointVersion: '0.9', userOperation },
    })
  const handleOps = (operation: Operation) => {
    const packed = [toPackedUserOperation(operation)] as const
    return { abi: entryPoint09Abi, functionName: 'handleOps', args: [packed, account.address] } as const
  }
  const overridesOf = ({ sender, authorization }: Operation) =>
    authorization ? [{ address: sender, code: delegation }] : []

  async function estimate(operation: Operation) {
    const { sender, callData } = operation
    const override = operation.authorization ? { [sender]: { code: delegation } } : {}
    const call = { from: entryPointAddress, to: sender, data: callData }
    const gas = await fetchRpc(rpcUrl, 'eth_estimateGas', [call, 'latest', override])
    return {
      callGasLimit: numberToHex((gas * 3n) / 2n),
      ...{ verificationGasLimit: numberToHex(200_000n), preVerificationGas: numberToHex(60_000n) },
      ...{ paymasterVerificationGasLimit: numberToHex(100_000n), paymasterPostOpGasLimit: '0x0' },
    }
  }

  /** @throws RpcError −32500 with the EntryPoint's reason. */
  async function validate(operation: Operation): Promise<void> {
    try {
      await client.simulateContract({
        ...{ ...handleOps(operation), address: entryPointAddress, account },
        stateOverride: overridesOf(operation),
      })
    } catch (error) {
      const revert =
        error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError)
      const args = revert instanceof ContractFunctionRevertedError ? revert.data?.args : undefined
      throw new RpcError(-32_500, String(args?.[1] ?? 'The operation is not valid'))
    }
  }

  async function send(operation: Operation): Promise<Hex> {
    const { authorization } = operation
    const hash = await wallet.sendTransaction({
      ...{ to: entryPointAddress, data: encodeFunctionData(handleOps(operation)), gas: 3_000_000n },
      ...(authorization && { authorizationList: [authorization] }),
    })
    await waitForReceipt(client, hash)
    return hash
  }

  /** The operation is included, and its calls revert: their contract has other code meanwhile. */
  async function sendReverting(operation: Operation): Promise<Hex> {
    const address = firstTarget(operation.callData)
    const bytecode = (await client.getCode({ address })) ?? '0x'
    await admin.setCode({ address, bytecode: '0x60006000fd' })
    try {
      return await send(operation)
    } finally {
      await admin.setCode({ address, bytecode })
    }
  }

  const include = (hash: Hex, operation: Operation): Promise<unknown> => {
    queue = queue.then(async () => {
      const transaction =
        faults().bundler === 'reverts' ? await sendReverting(operation) : await send(operation)
      accepted.set(hash, { operation, transaction })
    })
    return queue
  }

  async function submit(operation: Operation): Promise<Hex> {
    const hash = hashOf(operation)
    if (accepted.has(hash)) return hash
    await validate(operation)
    const { bundler } = faults()
    if (bundler === 'drops') return hash
    accepted.set(hash, { operation, transaction: undefined })
    if (bundler !== 'holds') await include(hash, operation)
    return hash
  }

  const acceptedBy = ([hash]: readonly unknown[]): Accepted | undefined =>
    [...accepted].find(([known]) => known === hash)?.[1]

  async function receiptOf(params: readonly unknown[]) {
    const found = acceptedBy(params)
    if (found?.transaction === undefined) return null
    const receipt = await client.getTransactionReceipt({ hash: found.transaction })
    const [event] = await client.getContractEvents({
      ...{ address: entryPointAddress, abi: entryPoint09Abi, eventName: 'UserOperationEvent' },
      ...{ args: { userOpHash: hashOf(found.operation) }, blockHash: receipt.blockHash },
    })
    return {
      ...{ userOpHash: hashOf(found.operation), sender: found.operation.sender },
      ...{ nonce: numberToHex(found.operation.nonce), success: event?.args.success ?? false },
      receipt: { transactionHash: found.transaction },
    }
  }

  return {
    /** Answers one call. @throws RpcError */
    call: async (method: string, params: readonly unknown[]): Promise<unknown> => {
      switch (method) {
        case 'eth_supportedEntryPoints':
          return [entryPointAddress]
        case 'eth_chainId':
          return numberToHex(chain.plan.chainId)
        case 'eth_estimateUserOperationGas':
          return estimate(toOperation(parseOperation(params)))
        case 'eth_sendUserOperation':
          return submit(toOperation(parseOperation(params)))
        case 'eth_getUserOperationReceipt':
          return receiptOf(params)
        case 'eth_getUserOperationByHash': {
          const found = acceptedBy(params)
          if (found === undefined) return null
          const { sender } = found.operation
          return { userOperation: { sender }, transactionHash: found.transaction ?? null }
        }
        default:
          throw new RpcError(-32_601, `There is no method ${method}`)
      }
    },
    /** Includes what the bundler holds. */
    release: async (): Promise<void> => {
      const held = [...accepted].filter(([, { transaction }]) => transaction === undefined)
      await Promise.all(held.map(([hash, { operation }]) => include(hash, operation)))
    },
    /** How many operations it was sent and has not refused. */
    acceptedCount: (): number => accepted.size,
  }
}

async function fetchRpc(url: string, method: string, params: readonly unknown[]): Promise<bigint> {
  const response = await fetch(url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body: unknown = await response.json()
  const { result } = Object(body)
  if (typeof result !== 'string') throw new RpcError(-32_521, 'The calls revert')
  return BigInt(result)
}
