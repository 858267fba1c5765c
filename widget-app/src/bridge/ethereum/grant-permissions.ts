import * as z from 'zod/mini'
import {
  type GrantRequest,
  grantedMeta,
  grantRequest,
  postSession,
  postSessionActivation,
} from '#shared/api/sessions.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { ResponseVerdict } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isUnknownOutcome } from '#widget/core/service-failure.ts'
import { lookUpSmartSession } from '#widget/domain/accounts/smart-session-lookup.ts'
import { hasSmartSessionsAtom, smartSessionsKey } from '#widget/domain/accounts/smart-sessions.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
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

/** Callbacks of a grant: its outcome, and its verdict. */
type GrantEvents = {
  readonly tellOutcome: (outcome: GrantOutcome) => void
  readonly onChecked: (check: ResponseVerdict) => void
}

const failure = (code: number, message: string) => new ProviderRpcError(code, message)
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
function readGrant({ get, wallet, params }: RequestContext): RequestedGrant {
  const [asked] = parameter(z.tuple([grantRequest()]), params)
  const address = asked.address ?? wallet.accounts[0]
  if (!wallet.accounts.some((account) => account.toLowerCase() === address.toLowerCase()))
    throw failure(providerCodes.unauthorized, 'The account is not connected')
  if (parameter(hexChainSchema, asked.chainId) !== wallet.chain)
    throw failure(providerCodes.chainDisconnected, 'The wallet is on another chain')
  if (asked.expiry * 1_000 <= get(portsAtom).clock.now())
    throw failure(providerCodes.invalidParams, 'The expiry has passed')
  return { ...asked, address }
}

async function knowsPermissions(asked: RequestContext, address: string): Promise<boolean> {
  const chain = hexChain(asked.wallet.chain)
  const told = z
    .record(z.string(), z.unknown())
    .safeParse(await capabilities({ ...asked, params: [address, [chain]] }))
  // Chain 0 means all chains (EIP-5792).
  return [chain, '0x0'].some((one) => {
    const support = supportSchema.safeParse(told.data?.[one])
    return support.success && support.data.permissions.supported !== false
  })
}

/**
 * Prepares the session at the service, requests the grant from the wallet, and activates it: only then can it be used. The
 * outcome of a wallet's grant is reported in any case.
 */
async function grant(
  { get, set, wallet, signal }: RequestContext,
  asked: RequestedGrant,
  { tellOutcome, onChecked }: GrantEvents,
): Promise<GrantedSession> {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const call = {
    params: { address: accountId(wallet.chain, asked.address) },
    query: { v: '2' },
    signal,
  } as const
  const { pci, key } = await fetchEndpoint(ports, api, postSession, { ...call, body: asked })
  const keys = [key, ...asked.signer.data.keys]
  const wanted = { ...asked, signer: { ...asked.signer, data: { keys } } }
  const adapter = await ports.chains.adapter(wallet.namespace)
  const prepared = await adapter.prepare(wallet, { method: 'wallet_grantPermissions', params: [wanted] })
  const answer = answerSchema.safeParse(await prepared.ask({ signal }))
  if (!answer.success)
    throw linkError(providerCodes.internal, 'The wallet told nothing of the session', 'unknown-outcome')
  const compared = verifyGrant(answer.data, wanted)
  if (compared.is === 'wider') throw mismatch()
  const { isWhole, expiry, permissions } = compared
  if (permissions.length === 0) throw failure(providerCodes.internal, 'The wallet granted nothing')
  onChecked(isWhole ? { is: 'verified' } : { is: 'unverified', account: asked.address })
  const granted = { expiry, permissions }
  const { context, accountMeta, signerMeta } = answer.data
  const body = { ...wanted, ...granted, pci, context, accountMeta, signerMeta }
  try {
    await fetchEndpoint(ports, api, postSessionActivation, { ...call, body, idempotent: true })
  } catch (cause) {
    // The error may follow a successful activation: the service's list decides.
    const stand = isUnknownOutcome(cause)
      ? await lookUpSmartSession({ ports, api, signal }, call.params.address, pci).catch(
          () => 'unknown' as const,
        )
      : 'unknown'
    if (stand !== 'active') {
      tellOutcome(stand === 'unknown' ? 'unclear' : 'not-started')
      throw cause
    }
  }
  tellOutcome('active')
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
  return { chainId: asked.chainId, address: asked.address, ...granted, context: pci }
}

/**
 * `wallet_grantPermissions` (https://eips.ethereum.org/EIPS/eip-7715): after a readable review the wallet grants a session,
 * in which the host's key acts together with one of the API's, which stops signing once the session is revoked.
 * @throws ProviderRpcError 4200 if the host has no sessions or the wallet does not support them, −32602, 4100, 4901, −32603
 * with `data.reason` 'mismatch' if the wallet granted more than requested, or the wallet's own; WidgetError `http/*`.
 */
export async function grantPermissions(asked: RequestContext): Promise<unknown> {
  if (!asked.get(hasSmartSessionsAtom(asked.wallet.namespace)))
    throw failure(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  const wanted = readGrant(asked)
  if (!(await knowsPermissions(asked, wanted.address)))
    throw failure(providerCodes.unsupportedMethod, 'The wallet does not know sessions')
  const later: (() => void)[] = []
  const ask: RequestWalletStep = ({ request }, reading) =>
    grant(asked, wanted, {
      tellOutcome: (outcome) => later.push(() => asked.set(showGrantOutcomeAtom, asked.wallet, outcome)),
      onChecked: (check) =>
        later.push(() => asked.set(reportVerdictAtom, { connection: asked.wallet, request, reading }, check)),
    })
  try {
    return await asked.ask({ method: 'wallet_grantPermissions', params: [wanted] }, ask)
  } finally {
    // Once the review has closed, so that neither replaces the other; the outcome comes last and is placed below.
    for (const show of later.reverse()) show()
  }
}
