import {
  type GrantRequest,
  grantedMeta,
  grantRequest,
  postSession,
  postSessionActivation,
} from '#shared/api/smart-sessions.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import type { ResponseVerdict } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isUnknownOutcome } from '#widget/core/service-failure.ts'
import { lookUpSmartSession } from '#widget/domain/accounts/smart-session-lookup.ts'
import { hasSmartSessionsAtom, smartSessionsKey } from '#widget/domain/accounts/smart-sessions.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { sleep } from '#widget/lib/async.ts'
import { fetchEndpoint, httpStatusOf } from '#widget/lib/http.ts'
import { refetchQueriesAtom } from '#widget/lib/query.ts'
import { capabilities } from './call-bundle-methods.ts'
import { type GrantOutcome, showGrantOutcomeAtom } from './grant-outcome.ts'
import { hexChain } from './network-methods.ts'
import { hexChainSchema, parameter } from './parameters.ts'
import type { RequestContext, RequestWalletStep } from './request-context.ts'
import { type RequestedGrant, verifyGrant } from './verify-grant.ts'

type Permissions = GrantRequest['permissions']

/** A session as the host receives it: `context` is its id, which the host names when it acts in it. */
type GrantedSession = {
  readonly chainId: string
  readonly address: string
  readonly expiry: number
  readonly permissions: Permissions
  readonly context: string
}

/** A grant that the wallet has made and that its service has yet to activate. */
type WalletGrant = {
  readonly pci: string
  readonly granted: { readonly expiry: number; readonly permissions: Permissions }
  /** The body of the activation. */
  readonly body: z.input<ReturnType<typeof postSessionActivation.body>>
}

/**
 * While no block contains the grant, the service rejects the activation with 409, and it is repeated: every 3 s for two
 * minutes, ten slots of Ethereum.
 */
const activationIntervalMs = 3_000
const activationRepeats = 40

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)
const mismatch = () =>
  linkError(providerCodes.internal, 'The wallet granted something else than was asked', 'mismatch')

const meta = grantedMeta()
const answerSchema = z.looseObject({
  context: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){1,20000}$/)),
  chainId: z.optional(z.unknown()),
  address: z.optional(z.unknown()),
  expiry: z.optional(z.unknown()),
  signer: z.optional(z.unknown()),
  permissions: z.optional(z.unknown()),
  policies: z.optional(z.unknown()),
  // Drafts of ERC-7715 differ here, and leaving these out is harmless.
  accountMeta: z.catch(meta.accountMeta, undefined),
  signerMeta: z.catch(meta.signerMeta, undefined),
})
const supportSchema = z.object({
  permissions: z.looseObject({ supported: z.optional(z.boolean()) }),
})

/** @throws ProviderRpcError −32602, 4100, 4901. */
function parseGrant({ get, wallet, params }: RequestContext): RequestedGrant {
  const [requested] = parameter(z.tuple([grantRequest()]), params)
  const address = requested.address ?? wallet.accounts[0]
  if (!wallet.accounts.some((account) => account.toLowerCase() === address.toLowerCase()))
    throw rpcError(providerCodes.unauthorized, 'The account is not connected')
  if (parameter(hexChainSchema, requested.chainId) !== wallet.chain)
    throw rpcError(providerCodes.chainDisconnected, 'The wallet is on another chain')
  if (requested.expiry * 1_000 <= get(portsAtom).clock.now())
    throw rpcError(providerCodes.invalidParams, 'The expiry has passed')
  return { ...requested, address }
}

async function supportsPermissions(requested: RequestContext, address: string): Promise<boolean> {
  const chain = hexChain(requested.wallet.chain)
  const supported = z
    .record(z.string(), z.unknown())
    .safeParse(await capabilities({ ...requested, params: [address, [chain]] }))
  // Chain 0 means all chains (EIP-5792).
  return [chain, '0x0'].some((one) => {
    const support = supportSchema.safeParse(supported.data?.[one])
    return support.success && support.data.permissions.supported !== false
  })
}

/** What the calls of a session's endpoints have in common. */
const sessionCall = ({ wallet, signal }: RequestContext, { address }: RequestedGrant) =>
  ({ params: { address: accountId(wallet.chain, address) }, query: { v: '2' }, signal }) as const

/** Prepares the session at the service, and requests the grant from the wallet. */
async function requestGrant(
  context: RequestContext,
  requested: RequestedGrant,
  onVerdict: (verdict: ResponseVerdict) => void,
): Promise<WalletGrant> {
  const { get, wallet, signal } = context
  const ports = get(portsAtom)
  const call = { ...sessionCall(context, requested), body: requested }
  const { pci, key } = await fetchEndpoint(ports, get(blockchainApiAtom), postSession, call)
  const keys = [key, ...requested.signer.data.keys]
  const extended = { ...requested, signer: { ...requested.signer, data: { keys } } }
  const adapter = await ports.chains.adapter(wallet.namespace)
  const prepared = await adapter.prepare(wallet, { method: 'wallet_grantPermissions', params: [extended] })
  const response = answerSchema.safeParse(await prepared.requestWallet({ signal }))
  if (!response.success)
    throw linkError(providerCodes.internal, 'The wallet told nothing of the session', 'unknown-outcome')
  const verdict = verifyGrant(response.data, extended)
  if (verdict.is === 'wider') throw mismatch()
  const { isWhole, expiry, permissions } = verdict
  if (permissions.length === 0) throw rpcError(providerCodes.internal, 'The wallet granted nothing')
  onVerdict(isWhole ? { is: 'verified' } : { is: 'unverified', account: requested.address })
  const granted = { expiry, permissions }
  const { context: walletContext, accountMeta, signerMeta } = response.data
  return {
    ...{ pci, granted },
    body: { ...extended, ...granted, pci, context: walletContext, accountMeta, signerMeta },
  }
}

/** Activates a granted session: only then can it be used. The outcome is reported in any case. */
async function activateGrant(
  context: RequestContext,
  requested: RequestedGrant,
  { pci, granted, body }: WalletGrant,
  onOutcome: (outcome: GrantOutcome) => void,
): Promise<GrantedSession> {
  const { get, set, wallet, signal } = context
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const call = { ...sessionCall(context, requested), body, idempotent: true }
  const activate = async (repeats: number): Promise<void> => {
    try {
      await fetchEndpoint(ports, api, postSessionActivation, call)
    } catch (cause) {
      if (repeats === 0 || httpStatusOf(cause) !== 409) throw cause
      if (repeats === activationRepeats) onOutcome('starting')
      await sleep(ports.clock, activationIntervalMs, signal)
      await activate(repeats - 1)
    }
  }
  try {
    await activate(activationRepeats)
  } catch (cause) {
    // The error may follow a successful activation: the service's list decides.
    const lookup = isUnknownOutcome(cause)
      ? await lookUpSmartSession({ ports, api, signal }, call.params.address, pci).catch(
          () => 'unknown' as const,
        )
      : 'unknown'
    if (lookup !== 'active') {
      onOutcome(lookup === 'unknown' ? 'unclear' : 'not-started')
      throw cause
    }
  }
  onOutcome('active')
  void set(refetchQueriesAtom, smartSessionsKey)
  set(trackEventAtom, {
    event: 'SMART_SESSION_CREATED',
    properties: {
      network: wallet.chain,
      isSmartAccount: false,
      permissions: granted.permissions.map(({ type }) => type),
      expiry: granted.expiry,
    },
  })
  return { chainId: requested.chainId, address: requested.address, ...granted, context: pci }
}

/**
 * `wallet_grantPermissions` (https://eips.ethereum.org/EIPS/eip-7715): after a readable review the wallet grants a session,
 * in which the host's key acts together with one of the API's, which stops signing once the session is revoked.
 * @throws ProviderRpcError 4200 if the host has no sessions or the wallet does not support them, −32602, 4100, 4901, −32603
 * with `data.reason` 'mismatch' if the wallet granted more than requested, or the wallet's own; WidgetError `http/*`.
 */
export async function grantPermissions(requested: RequestContext): Promise<unknown> {
  if (!requested.get(hasSmartSessionsAtom(requested.wallet.namespace)))
    throw rpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  const extended = parseGrant(requested)
  if (!(await supportsPermissions(requested, extended.address)))
    throw rpcError(providerCodes.unsupportedMethod, 'The wallet does not know sessions')
  const { set, wallet: connection } = requested
  let walletGrant: WalletGrant | undefined
  let reportVerdict = () => {}
  const sendGrant: RequestWalletStep = async ({ request }, decoding) => {
    const onVerdict = (verdict: ResponseVerdict) => {
      reportVerdict = () => set(reportVerdictAtom, { connection, request, decoding }, verdict)
    }
    walletGrant = await requestGrant(requested, extended, onVerdict)
  }
  await requested.send({ method: 'wallet_grantPermissions', params: [extended] }, sendGrant)
  if (walletGrant === undefined) throw new TypeError('A sent request has a result')
  try {
    // The review has closed, so that neither replaces the other.
    return await activateGrant(requested, extended, walletGrant, (outcome) =>
      set(showGrantOutcomeAtom, connection, outcome),
    )
  } finally {
    // Displayed over the outcome.
    reportVerdict()
  }
}
