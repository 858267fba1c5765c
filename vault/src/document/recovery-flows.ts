import type { RecoveryRequest } from '#shared/api/embedded-recovery.ts'
import { requestCode } from '#shared/recovery/public-key.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import {
  AnswerUnreadableError,
  assistedEnvelopes,
  cancelRecovery,
  createAssistedEnvelope,
  endRecovery,
  openByAnswer,
  readRecovery,
  removeAssistedEnvelopes,
  requestRecovery,
  sendRecoveryCode,
} from '../wallet/assisted.ts'
import { type FlowPorts, retried, wait } from './flow-ports.ts'
import { enterMailedCode, proveUser } from './proof-flows.ts'
import { RecoveryFailedError } from './recovery-error.ts'
import type { RecoveryChoice, VaultProblem } from './vault-screen.ts'

/** What the server's refusals of a request mean to its user. Nothing was requested. */
const refusals: ReadonlyMap<number | undefined, VaultProblem> = new Map([
  [403, 'vault.recovery-held'],
  [503, 'vault.recovery-mail'],
] as const)

/** Cancels a request; after a failure the user may repeat it. */
const cancel = (ports: FlowPorts, request: RecoveryRequest): Promise<void> =>
  retried(ports.ask, async () => {
    ports.show(wait('vault.loading'))
    await cancelRecovery(ports.session, await ports.recoveryKeys(), request)
  })

/**
 * Turns the operator's help on or off, after the user has read what it means.
 * @param open opens the wallet; the entropy is erased here.
 * @returns whether it is a new way to open the wallet.
 */
export async function changeAssistance(ports: FlowPorts, open: () => Promise<Bytes>): Promise<boolean> {
  const { session, ask, show } = ports
  const isOn = assistedEnvelopes(session).length > 0
  if (!(await ask<boolean>((answer) => ({ is: 'assistance', isOn, answer })))) return false
  if (!(await proveUser(ports))) return false
  show(wait('vault.loading'))
  const entropy = await open()
  try {
    show(wait('vault.loading'))
    if (isOn) await removeAssistedEnvelopes(session, entropy)
    else await createAssistedEnvelope(session, entropy)
    return !isOn
  } finally {
    eraseBytes(entropy)
  }
}

/** Requests a recovery, by a code that is sent by e-mail. False: the user went back. @throws RecoveryFailedError */
async function begin(ports: FlowPorts): Promise<boolean> {
  const { session, ask } = ports
  const email = session.account().identities.find(({ provider }) => provider === 'email')?.name
  if (email === undefined) throw new RecoveryFailedError('vault.recovery-address')
  if (!(await ask<boolean>((answer) => ({ is: 'recovery-intro', email, answer })))) return false
  try {
    return await enterMailedCode(
      ports,
      () => sendRecoveryCode(session),
      async (codeId, code) => requestRecovery(ports, await ports.recoveryKeys(), { codeId, code }),
      'recovery',
    )
  } catch (error) {
    const status = httpStatusOf(error)
    // Another window or device was first: its request is shown.
    if (status === 409) return true
    const problem = refusals.get(status)
    throw problem === undefined ? error : new RecoveryFailedError(problem)
  }
}

/** Opens an answered request; undefined: the user was not proved. @throws RecoveryFailedError; as the calls */
async function open(
  ports: FlowPorts,
  pair: CryptoKeyPair,
  request: RecoveryRequest,
): Promise<Bytes | undefined> {
  if (!(await proveUser(ports, 'code'))) return undefined
  ports.show(wait('vault.restoring'))
  try {
    return await openByAnswer(ports.session, pair, request)
  } catch (error) {
    if (error instanceof AnswerUnreadableError) throw new RecoveryFailedError('vault.recovery-unreadable')
    if (httpStatusOf(error) === 404) throw new RecoveryFailedError('vault.recovery-over')
    throw error
  }
}

/**
 * Opens the wallet with the operator's help: requests it, or shows the request until it is answered. A window that is closed continues where
 * it was. The caller erases the entropy. Undefined: the user went back.
 * @throws RecoveryFailedError, OtherWalletError; as the calls
 */
export async function recoverByOperator(ports: FlowPorts): Promise<Bytes | undefined> {
  const { session, ask, show } = ports
  for (;;) {
    show(wait('vault.loading'))
    const { request } = await readRecovery(session)
    if (request === undefined) {
      if (!(await begin(ports))) return undefined
      continue
    }
    const pair = await (await ports.recoveryKeys()).load(request.publicKey)
    const canOpen = pair !== undefined && request.isOwn
    const code = await requestCode(fromBase64url(request.publicKey), request.id)
    const choice = await ask<RecoveryChoice>((answer) => ({
      is: 'recovery',
      ...{ request, code, canOpen, answer },
    }))
    if (choice === 'back') return undefined
    if (choice === 'cancel') {
      await cancel(ports, request)
      return undefined
    }
    if (choice === 'open' && pair !== undefined) {
      const entropy = await open(ports, pair, request)
      if (entropy !== undefined) return entropy
    }
  }
}

/** Whether this browser has requested a recovery that it can finish. A server that cannot be reached counts as no. */
export async function isAwaitedHere({ session, recoveryKeys }: FlowPorts): Promise<boolean> {
  try {
    const { request } = await readRecovery(session)
    if (request === undefined || !request.isOwn) return false
    return (await (await recoveryKeys()).load(request.publicKey)) !== undefined
  } catch {
    return false
  }
}

/**
 * Ends the request by which the wallet was opened. One that cannot be ended is ended by the next window (`reviewRecovery`): the wallet is
 * here in any case.
 */
export async function completeRecovery(
  { session, recoveryKeys }: FlowPorts,
  entropy: Uint8Array,
): Promise<void> {
  try {
    const { request } = await readRecovery(session)
    if (request?.isOwn && request.isAnswered)
      await endRecovery(session, await recoveryKeys(), entropy, request)
  } catch {
    await session.reload().catch(() => undefined)
  }
}

/**
 * On a device that has the wallet: states that a recovery was requested, and lets the user cancel it.
 * @param openWallet opens the wallet; the entropy is erased here.
 */
export async function reviewRecovery(ports: FlowPorts, openWallet: () => Promise<Bytes>): Promise<void> {
  const { session, ask, show } = ports
  const { request } = await retried(ask, () => {
    show(wait('vault.loading'))
    return readRecovery(session)
  })
  if (request === undefined) return
  if (request.isOwn && request.isAnswered) {
    const entropy = await openWallet()
    await completeRecovery(ports, entropy).finally(() => eraseBytes(entropy))
    return
  }
  const isCancelled = await ask<boolean>((answer) => ({ is: 'recovery-alert', request, answer }))
  if (isCancelled) await cancel(ports, request)
}
