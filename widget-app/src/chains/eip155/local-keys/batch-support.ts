import { keccak256 } from 'viem/utils'
import {
  embeddedAccountAddress,
  embeddedAccountCodeHash,
  entryPointAddress,
} from '#shared/config/embedded-account.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { BatchSupport } from '../../local-keys.ts'
import { bytesSchema, type Hex, isSameHex } from '../hex.ts'

/** Code of an account that delegates to our account contract (EIP-7702). */
const delegationCode: Hex = `0xef0100${embeddedAccountAddress.slice(2).toLowerCase()}`

/** State in which the account delegates to our account contract, for calls and estimates. */
export const delegatedState = (account: Hex) => ({ [account]: { code: delegationCode } })

/** Selector of `entryPoint()` of the account contract. */
const entryPointSelector = '0xb0d691fe'

/** An authorization that no key has signed: chains skip it, nodes without its type of transaction reject the call. */
const skippedAuthorization = {
  ...{ address: embeddedAccountAddress, chainId: '0x1', nonce: '0x0' },
  ...{ yParity: '0x0', r: '0x1', s: '0x1' },
}

/**
 * Whether the chain has the rules of EIP-7702: in a call of type 4, with the delegation as the account's code, the account
 * executes the code of its delegate. Some nodes without these rules reject only the type, others only the code.
 */
async function followsDelegations(rpc: JsonRpc, account: Hex): Promise<boolean> {
  const call = {
    ...{ from: account, to: account, data: entryPointSelector },
    authorizationList: [skippedAuthorization],
  }
  try {
    const word = await rpc('eth_call', [call, 'latest', delegatedState(account)], bytesSchema)
    return isSameHex(word, `0x${entryPointAddress.slice(2).padStart(64, '0')}`)
  } catch (error) {
    if (isProviderRpcError(error)) return false
    throw error
  }
}

/**
 * Whether an account of our own wallet executes batches on a chain. An account with any other code does not: its delegation
 * was not made here.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export async function readBatchSupport(rpc: JsonRpc, account: Hex): Promise<BatchSupport> {
  const read = (address: Hex) => rpc('eth_getCode', [address, 'latest'], bytesSchema)
  const [own, delegate] = await Promise.all([read(account), read(embeddedAccountAddress)])
  if (keccak256(delegate) !== embeddedAccountCodeHash) return 'unsupported'
  if (isSameHex(own, delegationCode)) return 'supported'
  if (own !== '0x') return 'unsupported'
  return (await followsDelegations(rpc, account)) ? 'ready' : 'unsupported'
}
