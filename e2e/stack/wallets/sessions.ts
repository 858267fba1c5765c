import { type Address, encodeFunctionData, type Hex, isHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { grantRequest } from '#shared/api/smart-sessions.ts'
import * as z from '#shared/zod.ts'
import { sessionAccountAddress } from '../chains/local-chains.ts'
import { sessionAccountArtefact } from '../contracts/out/session-account.ts'
import { RpcError } from '../rpc-error.ts'
import type { WalletCore } from './wallet-core.ts'

type Params = readonly unknown[]

const quantitySchema = z.pipe(
  z.custom<Hex>((value) => isHex(value), 'not hex'),
  z.transform((text) => BigInt(text)),
)
const revocationSchema = z.object({
  pci: z.string(),
  address: z.string(),
  permissions: z.array(z.unknown()),
  expiry: z.int(),
})

/** More than a grant needs; unused gas is not paid for. */
const gasLimit = 500_000n

const unsupportedMethod = (method: string) => new RpcError(4200, `The wallet does not support ${method}`)

/** The wallet's smart-session capability, for each chain; empty when the script turns sessions off. */
export const sessionCapability = (core: WalletCore) =>
  core.script().sessions
    ? {
        permissions: {
          supported: true,
          signerTypes: ['keys'],
          permissionTypes: ['native-token-recurring-allowance', 'erc20-recurring-allowance', 'contract-call'],
        },
      }
    : {}

/** The address of an uncompressed secp256k1 public key, which the account contract checks signatures against. */
function addressOfKey({ type, publicKey }: { readonly type: string; readonly publicKey: string }): Address {
  if (type !== 'secp256k1' || !isHex(publicKey) || publicKey.length !== 132)
    throw new RpcError(-32602, 'The wallet takes whole keys of secp256k1 alone')
  return publicKeyToAddress(publicKey)
}

/**
 * `wallet_grantPermissions`: delegates the account to SessionAccount (EIP-7702) and lets two keys act for it together: first the
 * cosigner of the service, then the key of the host.
 */
export async function grantPermissions(core: WalletCore, params: Params): Promise<unknown> {
  if (!core.script().sessions) throw unsupportedMethod('wallet_grantPermissions')
  const parsed = grantRequest().safeParse(params[0])
  if (!parsed.success) throw new RpcError(-32602, 'Invalid permissions')
  const { chainId, address, expiry, signer, permissions, policies } = parsed.data
  if (Number(chainId) !== core.chainId()) throw new RpcError(4901, `The wallet is on chain ${core.chainId()}`)
  const account = core.accountFor(address ?? core.visible()[0])
  const [cosigner, key, ...others] = signer.data.keys.map(addressOfKey)
  if (cosigner === undefined || key === undefined || others.length > 0)
    throw new RpcError(-32602, 'The wallet wants the key of a service and that of a site')
  await core.approver.requireApproval('Grant a session', [
    ['Until', new Date(expiry * 1_000).toISOString()],
    ['May', permissions.map((one) => JSON.stringify(one)).join('\n')],
  ])
  const readQuantity = async (method: string, rpcParams: Params) =>
    z.parse(quantitySchema, await core.rpc(core.chainId(), method, rpcParams))
  const nonce = Number(await readQuantity('eth_getTransactionCount', [account.address, 'pending']))
  const raw = await account.signTransaction({
    type: 'eip7702',
    chainId: core.chainId(),
    nonce,
    gas: gasLimit,
    maxFeePerGas: (await readQuantity('eth_gasPrice', [])) * 2n,
    maxPriorityFeePerGas: 0n,
    to: account.address,
    data: encodeFunctionData({
      abi: sessionAccountArtefact.abi,
      functionName: 'grant',
      args: [key, cosigner, BigInt(expiry)],
    }),
    authorizationList: [
      await account.signAuthorization({
        address: sessionAccountAddress,
        chainId: core.chainId(),
        // The node increments the sender's nonce before it checks the authorization.
        nonce: nonce + 1,
      }),
    ],
  })
  const context = await core.rpc(core.chainId(), 'eth_sendRawTransaction', [raw])
  const { widerGrant } = core.script()
  return {
    ...{ chainId, address: account.address, expiry: widerGrant ? expiry + 1 : expiry, permissions, context },
    signer,
    ...(policies ? { policies } : {}),
    signerMeta: { delegationManager: sessionAccountAddress },
  }
}

/** `wallet_revokePermissions` of a smart session: the account signs its id (EIP-191). Undefined for other permissions. */
export async function revokeSession(core: WalletCore, params: Params): Promise<Hex | undefined> {
  const parsed = revocationSchema.safeParse(params[0])
  if (!core.script().sessions || !parsed.success) return undefined
  const { pci, address, expiry } = parsed.data
  const account = core.accountFor(address)
  await core.approver.requireApproval('End a session', [
    ['Session', pci],
    ['It would have ended', new Date(expiry * 1_000).toISOString()],
  ])
  return account.signMessage({ message: pci })
}
