import { setTimeout as wait } from 'node:timers/promises'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { RpcError } from '../rpc-error.ts'
import { approveNamespaces, type SupportedNamespace } from './approve-namespaces.ts'
import { createKitSessions } from './kit-sessions.ts'
import { createKitSignIns, type SignInRequest } from './kit-sign-ins.ts'
import { type NamespaceSigner, unsupportedMethod } from './namespace-signer.ts'
import type { Report, WalletCommand, WalletSetup } from './thread-messages.ts'
import {
  approveAllScript,
  decideRequest,
  rejectionError,
  type UserDecision,
  type WalletScript,
} from './wallet-script.ts'

type Proposal = Pick<WalletKitTypes.SessionProposal, 'id' | 'params'>
type Request = Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>

/** A pending proposal or request; `topic` is that of the session which made the request. */
type PendingPrompt = {
  readonly topic?: string
  readonly respond: (userDecision?: UserDecision) => Promise<void>
}

type Options = Pick<WalletSetup, 'relayUrl' | 'name' | 'projectId'> & {
  readonly report: (report: Report) => void
  /** Creates the signers; `switchChain` switches all sessions for `wallet_switchEthereumChain`. */
  readonly createSigners: (
    switchChain: (chainId: string) => Promise<void>,
  ) => Promise<readonly NamespaceSigner[]>
}

/** Creates a wallet of the official wallet kit with a script in place of the user. The returned object executes commands. */
export async function createKitWallet({ relayUrl, name, projectId, report, createSigners }: Options) {
  const core = new Core({
    relayUrl,
    projectId: projectId ?? 'local-world',
    telemetryEnabled: false,
    logger: 'silent',
  })
  const kit = await WalletKit.init({
    // The types differ only because the kit is compiled without exactOptionalPropertyTypes.
    core: core as WalletKitTypes.Options['core'],
    metadata: {
      name,
      description: `${name} of the local world`,
      url: 'https://wallet.test',
      icons: [],
      redirect: { native: 'zengo://' },
    },
    // The queue handles one request at a time, with a delay of one second between two.
    signConfig: { disableRequestQueue: true },
  })
  const sessions = createKitSessions(kit, supportedNamespaces)
  const signers = await createSigners(sessions.changeChain)
  const signIns = createKitSignIns(kit, signers)
  const selectedAccounts = new Map<string, number>()
  let script: WalletScript = approveAllScript
  /** Prompts that the script ignored, by id; a decision of the user overrides that of the script. */
  const pending = new Map<number, PendingPrompt>()

  function supportedNamespaces(): readonly SupportedNamespace[] {
    return signers.map(({ namespace, methods, addresses }) => ({
      namespace,
      methods,
      events: ['accountsChanged', 'chainChanged'],
      accounts: Object.fromEntries(
        Object.entries(addresses).map(([chain, addressList]) => [
          chain,
          `${chain}:${addressList[selectedAccounts.get(namespace) ?? 0]}`,
        ]),
      ),
    }))
  }

  const reportPending = () => report({ is: 'waiting', ids: [...pending.keys()] })

  function addPending(id: number, entry: PendingPrompt): void {
    pending.set(id, entry)
    reportPending()
  }

  /** Removes a pending prompt; undefined when it was decided or has expired. */
  function removePending(id: number) {
    const entry = pending.get(id)
    pending.delete(id)
    reportPending()
    return entry
  }

  async function respondToProposal(proposal: Proposal, userDecision?: UserDecision): Promise<void> {
    const { id, params } = proposal
    const decision = userDecision ?? script.proposals
    if (decision.is === 'ignore')
      return addPending(id, { respond: (override) => respondToProposal(proposal, override) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    if (decision.is === 'reject') {
      await kit.rejectSession({ id, reason: rejectionError(decision) })
      return
    }
    const requested = [params.requiredNamespaces, params.optionalNamespaces]
    const namespaces = approveNamespaces(requested, supportedNamespaces(), decision.only)
    for (const [namespace, extraAccounts] of Object.entries(
      ('alsoAccounts' in decision && decision.alsoAccounts) || {},
    )) {
      namespaces[namespace]?.accounts.push(...extraAccounts)
    }
    Object.assign(namespaces, 'namespaces' in decision ? decision.namespaces : {})
    if (Object.keys(namespaces).length === 0) {
      await kit.rejectSession({ id, reason: { code: 5100, message: 'Unsupported chains.' } })
      return
    }
    await kit.approveSession({ id, namespaces })
    reportSessions()
  }

  async function respondToSignIn(incoming: SignInRequest, userDecision?: UserDecision): Promise<void> {
    const { id } = incoming
    const decision =
      userDecision?.is === 'approve' ? { is: userDecision.is } : (userDecision ?? script.signIns)
    if (decision.is === 'unknown') return
    if (decision.is === 'ignore')
      return addPending(id, { respond: (override) => respondToSignIn(incoming, override) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    if (decision.is === 'reject')
      return kit.rejectSessionAuthenticate({ id, reason: rejectionError(decision) })
    await signIns.approve(incoming, selectedAccounts.get('eip155') ?? 0, decision)
    reportSessions()
  }

  async function respondToRequest(request: Request, userDecision?: UserDecision): Promise<void> {
    const { id, topic, params } = request
    const { method, params: args } = params.request
    const decision = userDecision ?? decideRequest(script, method)
    if (decision.is === 'ignore')
      return addPending(id, { topic, respond: (override) => respondToRequest(request, override) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    const outcome =
      decision.is === 'reject'
        ? { error: rejectionError(decision) }
        : await signRequest(params.chainId, method, args)
    reportSessions()
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
  }

  async function signRequest(chainId: string, method: string, params: unknown) {
    try {
      const signer = signers.find(({ addresses }) => Object.hasOwn(addresses, chainId))
      if (signer === undefined) throw unsupportedMethod(`${method} on ${chainId}`)
      return { result: await signer.handleRequest(chainId, method, params) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { error: { code: error instanceof RpcError ? error.code : -32000, message } }
    }
  }

  const reportSessions = () => report({ is: 'sessions', sessions: [...sessions.list()] })

  function attempt(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      report({ is: 'problem', message: error instanceof Error ? error.message : String(error) })
    })
  }

  kit.on('session_proposal', (proposal) => {
    const { id, params } = proposal
    const { requiredNamespaces: required, optionalNamespaces: optional, proposer } = params
    const { name: site, url } = proposer.metadata
    report({ is: 'asked', asked: { is: 'proposal', id, site: { name: site, url }, required, optional } })
    attempt(() => respondToProposal(proposal))
  })
  const onSignIn = (incoming: SignInRequest) => {
    const { requester, authPayload } = incoming.params
    const { name: site, url } = requester.metadata
    const message = signIns.textOf(incoming, selectedAccounts.get('eip155') ?? 0)
    const { id } = incoming
    report({
      is: 'asked',
      asked: { is: 'sign-in', id, site: { name: site, url }, chains: authPayload.chains, message },
    })
    attempt(() => respondToSignIn(incoming))
  }
  /** Without a listener for `session_authenticate`, the kit behaves like a wallet without sign-in support. */
  function updateSignInListener(): void {
    kit.off('session_authenticate', onSignIn)
    if (script.signIns.is !== 'unknown') kit.on('session_authenticate', onSignIn)
  }
  updateSignInListener()
  kit.on('session_request', (request) => {
    const { id, topic, params: requested } = request
    const { chainId, request: incoming } = requested
    const { method, params } = incoming
    report({ is: 'asked', asked: { is: 'request', id, topic, chainId, method, params } })
    attempt(() => respondToRequest(request))
  })
  kit.on('proposal_expire', ({ id }) => void removePending(id))
  kit.on('session_request_expire', ({ id }) => void removePending(id))
  kit.on('session_delete', ({ topic }) => {
    for (const [id, entry] of pending) if (entry.topic === topic) removePending(id)
    reportSessions()
  })

  async function perform(command: WalletCommand): Promise<void> {
    switch (command.is) {
      case 'script':
        script = command.script
        updateSignInListener()
        return
      case 'synchronize':
        return
      case 'pair':
        return kit.pair({ uri: command.uri })
      case 'answer-waiting': {
        await Promise.all([...pending.keys()].map((id) => removePending(id)?.respond()))
        return
      }
      case 'answer':
        await removePending(command.id)?.respond(command.decision)
        return
      case 'delete-sessions':
        await sessions.deleteAll()
        // Requests of deleted sessions cannot be responded to.
        for (const [id, { topic }] of pending) if (topic !== undefined) removePending(id)
        return
      case 'change-chain':
        return sessions.changeChain(command.chainId)
      case 'change-account':
        selectedAccounts.set(command.namespace, command.at)
        return sessions.changeAccounts(command.namespace)
      case 'regrant':
        return sessions.updateNamespaces(command.only, command.namespaces)
    }
  }

  return {
    addresses: Object.fromEntries(
      signers.flatMap(({ addresses }) =>
        Object.entries(addresses).map(([chain, chainAddresses]) => [chain, [...chainAddresses]]),
      ),
    ),
    async perform(command: WalletCommand): Promise<void> {
      await perform(command)
      reportSessions()
    },
  }
}
