import { setTimeout as wait } from 'node:timers/promises'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { RpcError } from '../rpc-error.ts'
import { approveNamespaces, type Offer } from './approve-namespaces.ts'
import { createKitSessions } from './kit-sessions.ts'
import { createKitSignIns, type SignIn } from './kit-sign-ins.ts'
import { type NamespaceSigner, unsupported } from './namespace-signer.ts'
import type { Report, WalletCommand, WalletSetup } from './thread-messages.ts'
import { type Answer, agreeable, decideRequest, refusal, type WalletScript } from './wallet-script.ts'

type Proposal = Pick<WalletKitTypes.SessionProposal, 'id' | 'params'>
type Request = Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>

/** A pending proposal or request; `topic` is that of the session which made the request. */
type Left = { readonly topic?: string; readonly answer: (answer?: Answer) => Promise<void> }

type Options = Pick<WalletSetup, 'relayUrl' | 'name' | 'projectId'> & {
  readonly report: (report: Report) => void
  /** Creates the signers; `switchChain` switches all sessions for `wallet_switchEthereumChain`. */
  readonly signersWith: (moveTo: (chainId: string) => Promise<void>) => Promise<readonly NamespaceSigner[]>
}

/** Creates a wallet of the official wallet kit with a script in place of the user. The returned object executes commands. */
export async function createKitWallet({ relayUrl, name, projectId, report, signersWith }: Options) {
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
  const sessions = createKitSessions(kit, offers)
  const signers = await signersWith(sessions.changeChain)
  const signIns = createKitSignIns(kit, signers)
  const accountInUse = new Map<string, number>()
  let script: WalletScript = agreeable
  /** Prompts that the script ignored, by id; a decision of the user overrides that of the script. */
  const ignored = new Map<number, Left>()

  function offers(): readonly Offer[] {
    return signers.map(({ namespace, methods, addresses }) => ({
      namespace,
      methods,
      events: ['accountsChanged', 'chainChanged'],
      accounts: Object.fromEntries(
        Object.entries(addresses).map(([chain, known]) => [
          chain,
          `${chain}:${known[accountInUse.get(namespace) ?? 0]}`,
        ]),
      ),
    }))
  }

  const reportWaiting = () => report({ is: 'waiting', ids: [...ignored.keys()] })

  function leave(id: number, left: Left): void {
    ignored.set(id, left)
    reportWaiting()
  }

  /** Removes a pending prompt; undefined when it was decided or has expired. */
  function take(id: number) {
    const left = ignored.get(id)
    ignored.delete(id)
    reportWaiting()
    return left
  }

  async function answerProposal(proposal: Proposal, answer?: Answer): Promise<void> {
    const { id, params } = proposal
    const decision = answer ?? script.proposals
    if (decision.is === 'ignore') return leave(id, { answer: (later) => answerProposal(proposal, later) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    if (decision.is === 'reject') {
      await kit.rejectSession({ id, reason: refusal(decision) })
      return
    }
    const wanted = [params.requiredNamespaces, params.optionalNamespaces]
    const namespaces = approveNamespaces(wanted, offers(), decision.only)
    for (const [namespace, foreign] of Object.entries(
      ('alsoAccounts' in decision && decision.alsoAccounts) || {},
    )) {
      namespaces[namespace]?.accounts.push(...foreign)
    }
    Object.assign(namespaces, 'namespaces' in decision ? decision.namespaces : {})
    if (Object.keys(namespaces).length === 0) {
      await kit.rejectSession({ id, reason: { code: 5100, message: 'Unsupported chains.' } })
      return
    }
    await kit.approveSession({ id, namespaces })
    reportSessions()
  }

  async function answerSignIn(asked: SignIn, answer?: Answer): Promise<void> {
    const { id } = asked
    const decision = answer?.is === 'approve' ? { is: answer.is } : (answer ?? script.signIns)
    if (decision.is === 'unknown') return
    if (decision.is === 'ignore') return leave(id, { answer: (later) => answerSignIn(asked, later) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    if (decision.is === 'reject') return kit.rejectSessionAuthenticate({ id, reason: refusal(decision) })
    await signIns.approve(asked, accountInUse.get('eip155') ?? 0, decision)
    reportSessions()
  }

  async function answerRequest(request: Request, answer?: Answer): Promise<void> {
    const { id, topic, params } = request
    const { method, params: args } = params.request
    const decision = answer ?? decideRequest(script, method)
    if (decision.is === 'ignore')
      return leave(id, { topic, answer: (later) => answerRequest(request, later) })
    await wait(('afterMs' in decision && decision.afterMs) || 0)
    const outcome =
      decision.is === 'reject' ? { error: refusal(decision) } : await signed(params.chainId, method, args)
    reportSessions()
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
  }

  async function signed(chainId: string, method: string, params: unknown) {
    try {
      const signer = signers.find(({ addresses }) => Object.hasOwn(addresses, chainId))
      if (signer === undefined) throw unsupported(`${method} on ${chainId}`)
      return { result: await signer.answer(chainId, method, params) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { error: { code: error instanceof RpcError ? error.code : -32000, message } }
    }
  }

  const reportSessions = () => report({ is: 'sessions', sessions: [...sessions.list()] })

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      report({ is: 'problem', message: error instanceof Error ? error.message : String(error) })
    })
  }

  kit.on('session_proposal', (proposal) => {
    const { id, params } = proposal
    const { requiredNamespaces: required, optionalNamespaces: optional, proposer } = params
    const { name: site, url } = proposer.metadata
    report({ is: 'asked', asked: { is: 'proposal', id, site: { name: site, url }, required, optional } })
    attempt(() => answerProposal(proposal))
  })
  const onSignIn = (asked: SignIn) => {
    const { requester, authPayload } = asked.params
    const { name: site, url } = requester.metadata
    const message = signIns.textOf(asked, accountInUse.get('eip155') ?? 0)
    const { id } = asked
    report({
      is: 'asked',
      asked: { is: 'sign-in', id, site: { name: site, url }, chains: authPayload.chains, message },
    })
    attempt(() => answerSignIn(asked))
  }
  /** Without a listener for `session_authenticate`, the kit behaves like a wallet without sign-in support. */
  function listenForSignIns(): void {
    kit.off('session_authenticate', onSignIn)
    if (script.signIns.is !== 'unknown') kit.on('session_authenticate', onSignIn)
  }
  listenForSignIns()
  kit.on('session_request', (request) => {
    const { id, topic, params: wanted } = request
    const { chainId, request: asked } = wanted
    const { method, params } = asked
    report({ is: 'asked', asked: { is: 'request', id, topic, chainId, method, params } })
    attempt(() => answerRequest(request))
  })
  kit.on('proposal_expire', ({ id }) => void take(id))
  kit.on('session_request_expire', ({ id }) => void take(id))
  kit.on('session_delete', ({ topic }) => {
    for (const [id, left] of ignored) if (left.topic === topic) take(id)
    reportSessions()
  })

  async function perform(command: WalletCommand): Promise<void> {
    switch (command.is) {
      case 'script':
        script = command.script
        listenForSignIns()
        return
      case 'synchronize':
        return
      case 'pair':
        return kit.pair({ uri: command.uri })
      case 'answer-waiting': {
        await Promise.all([...ignored.keys()].map((id) => take(id)?.answer()))
        return
      }
      case 'answer':
        await take(command.id)?.answer(command.decision)
        return
      case 'delete-sessions':
        await sessions.deleteAll()
        // Requests of deleted sessions cannot be responded to.
        for (const [id, { topic }] of ignored) if (topic !== undefined) take(id)
        return
      case 'change-chain':
        return sessions.changeChain(command.chainId)
      case 'change-account':
        accountInUse.set(command.namespace, command.at)
        return sessions.changeAccounts(command.namespace)
      case 'regrant':
        return sessions.regrant(command.only, command.namespaces)
    }
  }

  return {
    addresses: Object.fromEntries(
      signers.flatMap(({ addresses }) => Object.entries(addresses).map(([chain, own]) => [chain, [...own]])),
    ),
    async perform(command: WalletCommand): Promise<void> {
      await perform(command)
      reportSessions()
    },
  }
}
