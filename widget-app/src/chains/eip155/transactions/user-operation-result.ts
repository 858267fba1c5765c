import { isSameHex } from '../hex.ts'

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** Entry points of ERC-4337, versions 0.6 to 0.9; events of other contracts do not count. */
const entryPoints = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]

/** Topic of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`. */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** Offset of `success`: after `0x` and the nonce. */
const successAt = 2 + 64

/** The events of an account's operations in a bundler's transaction. */
const eventsOf = (logs: readonly Log[], account: string): readonly Log[] =>
  logs.filter(
    ({ address, topics: [topic, , sender] }) =>
      topic === operationTopic &&
      sender !== undefined &&
      isSameHex(`0x${sender.slice(-40)}`, account) &&
      entryPoints.some((one) => isSameHex(one, address)),
  )

/**
 * The result of an account's operations in a bundler's transaction (ERC-4337): if an operation reverts, the transaction
 * itself still succeeds. `undefined` if it has none in it.
 */
export function operationOutcome(logs: readonly Log[], account: string): 'done' | 'reverted' | undefined {
  const accountEvents = eventsOf(logs, account)
  if (accountEvents.length === 0) return undefined
  const isSuccess = ({ data }: Log) => /^0{63}1$/.test(data.slice(successAt, successAt + 64))
  return accountEvents.some(isSuccess) ? 'done' : 'reverted'
}

/**
 * What an account paid for its operations in a bundler's transaction, in wei: nothing for one that a paymaster paid. `undefined` if
 * it has none in it.
 */
export function operationCost(logs: readonly Log[], account: string): bigint | undefined {
  const accountEvents = eventsOf(logs, account)
  if (accountEvents.length === 0) return undefined
  const costAt = successAt + 64
  return accountEvents.reduce(
    (sum, { topics: [, , , paymaster = ''], data }) =>
      /^0x0{64}$/.test(paymaster) ? sum + BigInt(`0x${data.slice(costAt, costAt + 64) || 0}`) : sum,
    0n,
  )
}
