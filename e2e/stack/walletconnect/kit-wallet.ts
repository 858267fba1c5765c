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

/** What waits for an answer; the topic is that of the session which asked. */
type Left = { readonly topic?: string; readonly answer: (answer?: Answer) => Promise<void> }

type Options = Pick<WalletSetup, 'relayUrl' | 'name' | 'projectId'> & {
  readonly report: (report: Report) => void
  /** Made with how `wallet_switchEthereumChain` moves the sessions. */
  readonly signersWith: (moveTo: (chainId: string) => Promise<void>) => Promise<readonly NamespaceSigner[]>
}

/** The official wallet kit with a script in place of a person; resolves with what carries out commands. */
export async function createKitWallet({ relayUrl, name, projectId, report, signersWith }: Options) {
  const core = new Core({
    relayUrl,
    projectId: projectId ?? 'local-world',
    telemetryEnabled: false,
    logger: 'silent',
  })
  const kit = await WalletKit.init({
    // Its declarations were made without exactOptionalPropertyTypes, which is all that differs.
    core: core as WalletKitTypes.Options['core'],
    metadata: {
      name,
      description: `${name} of the local world`,
      url: 'https://wallet.test',
      icons: [],
      redirect: { native: 'zengo://' },
    },
    // Else it takes one at a time, with a second in between.
    signConfig: { disableRequestQueue: true },
  })
  const sessions = createKitSessions(kit, offers)
  const signers = await signersWith(sessions.changeChain)
  const signIns = createKitSignIns(kit, signers)
  const accountInUse = new Map<string, number>()
  let script: WalletScript = agreeable
  /** What a script left alone; an answer in person goes before the script's. */
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

  /** Takes what was left alone; undefined when it has been answered or has ended by itself. */
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
  /** A kit that nobody listens to for sign-ins is one of a wallet that does not know them. */
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
        // What they had asked cannot be answered any more.
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
