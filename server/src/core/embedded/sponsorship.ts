import {
  type SponsorshipMethod,
  type UserOperationJson,
  userOperationSchema,
} from '../../../../shared/api/embedded-sponsorship.ts'
import { entryPointAddress } from '../../../../shared/config/embedded-account.ts'
import { matching, oneOf, parseWire } from '../../../../shared/wire-schema.ts'
import type * as z from '../../../../shared/zod.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ServiceResponse, SponsoredNetwork, Sponsorship } from '../../ports/sponsorship.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'
import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import { HttpError } from '../http-error.ts'
import { createLimitCount } from './limit-count.ts'
import { readServiceResult } from './sponsorship-results.ts'

const dayMs = 86_400_000
/** The widget reads the state of an operation every two seconds, for some minutes. */
const sponsorshipCallsPerHour = 1_200
/** Submissions of one user: an attempt that got no response is repeated. */
const submissionsPerHour = 60

const hashSchema = matching<`0x${string}`>(/^0x[0-9a-f]{64}$/)

type Call = {
  readonly chainId: string
  readonly method: SponsorshipMethod
  readonly params: readonly unknown[]
}

const invalid = (what: string) => new HttpError(400, `The ${what} of the user operation is not supported`)

function parsed<S extends z.core.$ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = parseWire(schema, value)
  if (!result.success) throw invalid(what)
  return result.data
}

/** @throws HttpError 400 for another form, EntryPoint or delegate, 403 for another sender. */
function operationOf({ chainId, params }: Call, account: string): UserOperationJson {
  const [value, entryPoint] = params
  parsed(oneOf(entryPointAddress), entryPoint, 'EntryPoint')
  const operation = parsed(userOperationSchema, value, 'form')
  if (operation.sender.toLowerCase() !== account.toLowerCase())
    throw new HttpError(403, 'The sender is not the account of the user')
  const { eip7702Auth, factory } = operation
  if ((eip7702Auth === undefined) !== (factory === undefined)) throw invalid('authorization')
  if (eip7702Auth && `eip155:${BigInt(eip7702Auth.chainId)}` !== chainId) throw invalid('authorization')
  return operation
}

/** Without a paymaster the account itself would pay. @throws HttpError 400 */
function requirePaymaster({ paymaster }: UserOperationJson): void {
  if (paymaster === undefined || BigInt(paymaster) === 0n) throw invalid('paymaster')
}

/**
 * Calls of users to the operator's bundler and paymaster service. Passes on the listed methods only, for the account of the
 * session and EntryPoint v0.9. An operation counts when the paymaster agrees to pay for it, because from then on its user can have it
 * executed by any bundler.
 */
export function createSponsorship(
  { networks, operationsPerUserPerDay }: Sponsorship,
  { counters, clock }: { readonly counters: CounterStore; readonly clock: Clock },
) {
  const limit = createLimitCount(counters.count, clock)

  /** Runs a call of the paymaster that may agree to pay, counted unless it does not. @throws HttpError 429 */
  async function counted(
    { user }: EmbeddedSession,
    { chainId, operationsPerDay }: SponsoredNetwork,
    run: () => Promise<ServiceResponse>,
    agrees: (response: ServiceResponse) => boolean,
  ): Promise<ServiceResponse> {
    const ofUser = `sponsored operations of ${user.id}`
    const ofChain = `sponsored operations on ${chainId}`
    await limit(ofUser, operationsPerUserPerDay, dayMs, 'The daily limit of the user is reached')
    try {
      await limit(ofChain, operationsPerDay, dayMs, 'The daily limit of the operator is reached')
    } catch (error) {
      await counters.refund(ofUser)
      throw error
    }
    let agreed = false
    try {
      const response = await run()
      agreed = agrees(response)
      return response
    } finally {
      if (!agreed) await Promise.all([counters.refund(ofUser), counters.refund(ofChain)])
    }
  }

  /** A call whose parameters are built here: nothing of the user's is passed on unparsed. */
  async function pass(
    network: SponsoredNetwork,
    session: EmbeddedSession,
    account: string,
    call: Call,
    signal: AbortSignal,
  ): Promise<ServiceResponse> {
    const { bundler, paymaster, paymasterContext } = network
    const { method, params } = call
    const read = (response: ServiceResponse) => readServiceResult(method, response, account)
    const bundled = async (...list: readonly unknown[]) => read(await bundler(method, list, signal))
    const askPaymaster = (agrees: (response: ServiceResponse) => boolean) => {
      const chain = `0x${BigInt(network.chainId.slice('eip155:'.length)).toString(16)}`
      const list = [operationOf(call, account), entryPointAddress, chain, paymasterContext]
      return counted(session, network, async () => read(await paymaster(method, list, signal)), agrees)
    }
    switch (method) {
      case 'eth_supportedEntryPoints':
        return bundled()
      case 'eth_getUserOperationReceipt':
      case 'eth_getUserOperationByHash':
        return bundled(parsed(hashSchema, params[0], 'hash'))
      case 'pm_getPaymasterStubData':
        return askPaymaster(isFinal)
      case 'pm_getPaymasterData':
        return askPaymaster((response) => 'result' in response)
      case 'eth_estimateUserOperationGas':
      case 'eth_sendUserOperation': {
        const operation = operationOf(call, account)
        requirePaymaster(operation)
        if (method === 'eth_sendUserOperation')
          await limit(`submissions of ${session.user.id}`, submissionsPerHour, 3_600_000)
        return bundled(operation, entryPointAddress)
      }
    }
  }

  return {
    /** @throws HttpError 400, 403, 404, 429; VendorError of the service. */
    call: async (session: EmbeddedSession, call: Call, signal: AbortSignal): Promise<ServiceResponse> => {
      const account = session.user.accounts?.eip155
      if (account === undefined) throw new HttpError(404, 'The wallet has no accounts')
      const network = networks.find(({ chainId }) => chainId === call.chainId)
      if (network === undefined) throw new HttpError(404, 'The operator pays no fees on this network')
      await limit(`sponsorship calls of ${session.user.id}`, sponsorshipCallsPerHour, 3_600_000)
      return pass(network, session, account, call, signal)
    },
  }
}

/** Stub data that is final already makes the paymaster pay. */
const isFinal = (response: ServiceResponse): boolean =>
  'result' in response &&
  typeof response.result === 'object' &&
  response.result !== null &&
  Reflect.get(response.result, 'isFinal') === true
