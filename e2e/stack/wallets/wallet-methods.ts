import { formatEther, hexToString, isHex } from 'viem'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import { callsStatus, capabilities, sendCalls } from './bundles.ts'
import { grantPermissions, revokeSession } from './sessions.ts'
import { sendTransaction, signPersonal, signTypedData, transactionSchema } from './signing.ts'
import type { WalletCore } from './wallet-core.ts'

type Params = readonly unknown[]
type Method = (core: WalletCore, params: Params) => unknown

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

const chainParameterSchema = z.pipe(
  z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,8}$/)) }),
  z.transform(({ chainId }) => Number(chainId)),
)
const addChainSchema = z.object({
  chainName: z.string(),
  rpcUrls: z.array(z.string()).check(z.minLength(1)),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.literal(18) }),
})

function parseParameter<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RpcError(-32602, `Invalid parameter: ${issue?.path.join('.')} ${issue?.message}`)
}

const permissions = (core: WalletCore) =>
  core.visible().length === 0
    ? []
    : [
        {
          invoker: location.origin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: core.visible() }],
        },
      ]

async function connect(core: WalletCore) {
  if (core.visible().length > 0) return core.visible()
  // As in common wallets, a second request while the first prompt is open fails instead of opening a second prompt.
  if (core.approver.isPending())
    throw new RpcError(-32002, "Request of type 'eth_requestAccounts' already pending.")
  await core.approver.requireApproval(core.script().locked ? 'Unlock and connect' : 'Connect this site', [
    ['It will see', core.allAddresses().join('\n')],
  ])
  return core.grantAccess()
}

async function switchChain(core: WalletCore, params: Params): Promise<null> {
  const chainId = parseParameter(chainParameterSchema, params[0])
  if (chainId === core.chainId()) return null
  const { switchError } = core.script()
  if (!core.supportsChain(chainId)) throw unknownChainError(chainId, switchError)
  await core.approver.requireApproval('Switch network', [['Network', chainName(core, chainId)]])
  core.setChain(chainId)
  return null
}

function unknownChainError(
  chainId: number,
  override: { code: number; message: string; nested: boolean } | undefined,
): RpcError {
  const defaultError = {
    code: 4902,
    message: `Unrecognized chain ID "${toHex(chainId)}". Try adding the chain first.`,
  }
  if (override === undefined) return new RpcError(defaultError.code, defaultError.message)
  return new RpcError(
    override.code,
    override.message,
    override.nested ? { originalError: defaultError } : undefined,
  )
}

async function addChain(core: WalletCore, params: Params): Promise<null> {
  const chainId = parseParameter(chainParameterSchema, params[0])
  const { chainName: name, rpcUrls } = parseParameter(addChainSchema, params[0])
  if (!core.world.chains.some((chain) => chain.chainId === chainId)) {
    throw new RpcError(-32602, `The node does not answer as chain ${chainId}`)
  }
  await core.approver.requireApproval('Add network', [
    ['Network', `${name} (${chainId})`],
    ['Node', rpcUrls.join('\n')],
  ])
  core.addChain(chainId)
  core.setChain(chainId)
  return null
}

async function send(core: WalletCore, params: Params): Promise<unknown> {
  const request = parseParameter(transactionSchema, params[0])
  const account = core.accountFor(request.from)
  if (request.chainId !== undefined && Number(request.chainId) !== core.chainId()) {
    throw new RpcError(-32602, `The wallet is on chain ${core.chainId()}, not ${request.chainId}`)
  }
  await core.approver.requireApproval('Send transaction', [
    ['Network', chainName(core, core.chainId())],
    ['From', account.address],
    ['To', request.to ?? 'New contract'],
    ['Amount', `${formatEther(request.value ?? 0n)} ETH`],
    ...(request.data === undefined || request.data === '0x' ? [] : [['Data', request.data] as const]),
  ])
  const { tamperTo } = core.script()
  const transaction = tamperTo !== undefined && isHex(tamperTo) ? { ...request, to: tamperTo } : request
  return sendTransaction(account, core.chainId(), core.rpc, transaction)
}

async function personalSign(core: WalletCore, params: Params): Promise<string> {
  const message = parseParameter(z.string(), params[0])
  const account = core.accountFor(params[1])
  const text = isHex(message) ? hexToString(message) : message
  await core.approver.requireApproval('Sign message', [['Message', text]])
  return signPersonal(account, message)
}

async function signTypedDataV4(core: WalletCore, params: Params): Promise<string> {
  const account = core.accountFor(params[0])
  const displayed = typeof params[1] === 'string' ? params[1] : JSON.stringify(params[1])
  await core.approver.requireApproval('Sign typed data', [['Data', displayed.slice(0, 2_000)]])
  return signTypedData(account, params[1])
}

const methods: Readonly<Record<string, Method>> = {
  eth_accounts: (core) => core.visible(),
  eth_chainId: (core) => toHex(core.chainId()),
  net_version: (core) => String(core.chainId()),
  eth_requestAccounts: connect,
  eth_sendTransaction: send,
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedDataV4,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_getCapabilities: capabilities,
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: callsStatus,
  wallet_getPermissions: permissions,
  async wallet_requestPermissions(core) {
    await core.approver.requireApproval('Choose accounts', [['It will see', core.allAddresses().join('\n')]])
    core.grantAccess()
    return permissions(core)
  },
  wallet_grantPermissions: grantPermissions,
  async wallet_revokePermissions(core, params) {
    const signature = await revokeSession(core, params)
    if (signature !== undefined) return signature
    core.revokeAccess()
    return null
  },
  async wallet_watchAsset(core, params) {
    await core.approver.requireApproval('Add token', [['Token', JSON.stringify(params).slice(0, 500)]])
    return true
  },
}

const silentMethods: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_chainId',
  'net_version',
  'wallet_getPermissions',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
])

/** Whether a method needs no approval; such a method fails only when a script lists it. */
export function isSilent(method: string): boolean {
  return silentMethods.has(method) || !Object.hasOwn(methods, method)
}

/** Executes a method of the wallet, or forwards a read to the node. @throws RpcError 4200 for other methods. */
export async function handleWalletMethod(core: WalletCore, method: string, params: Params): Promise<unknown> {
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handler !== undefined) return handler(core, params)
  if (/^eth_(?!sign|sendTransaction)|^web3_/.test(method)) return core.rpc(core.chainId(), method, params)
  throw new RpcError(4200, `The wallet does not support ${method}`)
}

function chainName(core: WalletCore, chainId: number): string {
  return core.world.chains.find((chain) => chain.chainId === chainId)?.name ?? `Chain ${chainId}`
}
