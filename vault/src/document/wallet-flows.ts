import type { WalletSignatures } from '#shared/api/embedded-account.ts'
import { postStepUpAttempt, postStepUpCode } from '#shared/api/embedded-wallet.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { signWalletProof } from '../core/wallet-accounts.ts'
import {
  createLocalWallet,
  isUsable,
  openLocalWallet,
  PasskeyNeededError,
  storeLocally,
  WalletNotHereError,
  withKeys,
} from '../wallet/local-wallet.ts'
import { type Authenticator, assertPasskey, openByPasskey } from '../wallet/passkeys.ts'
import { restoreByCode, restoreByPhrase, StepUpNeededError } from '../wallet/recovery.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import type { WalletRecords } from '../wallet/wallet-records.ts'
import { problemOf } from './vault-problem.ts'
import type { AskUser, RestoreWay, VaultProblem, VaultScreen } from './vault-screen.ts'

/** What the flows of a wallet need. */
export type FlowPorts = {
  readonly session: VaultSession
  readonly records: WalletRecords
  readonly authenticator: Authenticator
  readonly show: (screen: VaultScreen) => void
  readonly ask: AskUser
  /** Name for a new passkey. */
  readonly passkeyName: () => string
  /** Asks the browser not to clear this origin's storage by itself. */
  readonly persistStorage: () => Promise<unknown>
}

/** The screen of an operation that the user waits for. */
export const wait = (title: Extract<VaultScreen, { is: 'working' }>['title']): VaultScreen => ({
  is: 'working',
  title,
})
/** The browser's dialog for a passkey is open. */
export const followDevice: VaultScreen = {
  is: 'working',
  title: 'vault.passkey-wait',
  text: 'vault.passkey-wait-text',
}

/** Runs an operation until it succeeds; after a failure the user may repeat it. @throws what cannot be repeated */
export async function retried<Result>(ask: AskUser, operation: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      const { problem, canRetry } = problemOf(error)
      if (!canRetry) throw error
      await ask<void>((answer) => ({ is: 'failed', problem, retry: answer }))
    }
  }
}

/**
 * Opens the wallet on this device, after a proof by a passkey if the server wants one. A wallet that no longer opens here, as after
 * the device was revoked, is restored first. The caller erases the entropy.
 */
export async function unlock(ports: FlowPorts): Promise<Bytes> {
  const { session, records, authenticator, show } = ports
  try {
    return await openLocalWallet(session, records)
  } catch (error) {
    if (error instanceof WalletNotHereError) {
      await restore(ports)
      return unlock(ports)
    }
    if (!(error instanceof PasskeyNeededError)) throw error
  }
  show(followDevice)
  const { output } = await assertPasskey(session, authenticator)
  if (output) eraseBytes(output)
  show(wait('vault.signing'))
  return openLocalWallet(session, records)
}

/** Whether this device has the wallet, and the server has not revoked it. */
export async function isHere({ session, records }: FlowPorts): Promise<boolean> {
  return isUsable(await records.wallet(session.userId), session)
}

/** Lets the user create the wallet; afterwards it is stored on this device. @throws OtherWalletError */
export async function create({ session, records, show, ask, persistStorage }: FlowPorts): Promise<void> {
  await ask<void>((answer) => ({ is: 'create', answer }))
  show(wait('vault.creating'))
  await persistStorage().catch(() => undefined)
  await retried(ask, async () => {
    show(wait('vault.creating'))
    // An attempt may have stored the wallet, and lost only the response.
    const entropy = await openLocalWallet(session, records).catch((error: unknown) => {
      if (error instanceof WalletNotHereError) return undefined
      throw error
    })
    if (entropy) eraseBytes(entropy)
    else await createLocalWallet(session, records)
  })
}

/** Sends a code to the user's email address, and lets the user enter it. */
export async function stepUp({ session, ask, show }: FlowPorts): Promise<void> {
  show(wait('vault.loading'))
  const { id } = await session.run((call, token) =>
    call(postStepUpCode, { params: {}, query: {}, body: {} }, token),
  )
  let problem: VaultProblem | undefined
  for (;;) {
    const shown = problem
    const code = await ask<string>((answer) => ({ is: 'step-up', problem: shown, answer }))
    show(wait('vault.loading'))
    try {
      await session.run((call, token) =>
        call(postStepUpAttempt, { params: { id }, query: {}, body: { code } }, token),
      )
      return
    } catch (error) {
      const status = httpStatusOf(error)
      if (status === 400) problem = 'vault.step-up-wrong'
      else if (status === 404 || status === 429) problem = 'vault.step-up-over'
      else throw error
    }
  }
}

async function restoreBy(way: RestoreWay, ports: FlowPorts, problem?: VaultProblem): Promise<boolean> {
  const { session, records, authenticator, show, ask } = ports
  if (way === 'passkey') {
    show(followDevice)
    const entropy = await openByPasskey(session, authenticator)
    show(wait('vault.restoring'))
    await storeLocally(session, records, entropy).finally(() => eraseBytes(entropy))
    return true
  }
  const entered = await ask<Uint8Array | undefined>((answer) =>
    way === 'code' ? { is: 'enter-code', problem, answer } : { is: 'enter-phrase', problem, answer },
  )
  if (entered === undefined) return false
  show(wait('vault.restoring'))
  try {
    if (way === 'phrase') await restoreByPhrase(session, records, entered)
    else
      await restoreByCode(session, records, entered).catch(async (error: unknown) => {
        if (!(error instanceof StepUpNeededError)) throw error
        await stepUp(ports)
        show(wait('vault.restoring'))
        await restoreByCode(session, records, entered)
      })
  } finally {
    eraseBytes(entered)
  }
  return true
}

/** Lets the user bring the wallet to this device; resolves once it is stored here. */
export async function restore(ports: FlowPorts): Promise<void> {
  const { session, ask, persistStorage } = ports
  const kinds = session.account().envelopes.filter(({ isComplete }) => isComplete)
  const ways: readonly RestoreWay[] = [
    ...(kinds.some(({ kind }) => kind === 'passkey') ? (['passkey'] as const) : []),
    ...(kinds.some(({ kind }) => kind === 'recovery') ? (['code'] as const) : []),
    'phrase',
  ]
  let problem: VaultProblem | undefined
  for (;;) {
    const shown = problem
    const way = await ask<RestoreWay>((answer) => ({ is: 'restore', ways, problem: shown, answer }))
    problem = undefined
    await persistStorage().catch(() => undefined)
    try {
      if (await restoreBy(way, ports)) return
    } catch (error) {
      problem = way === 'phrase' ? phraseProblem(error) : problemOf(error).problem
    }
  }
}

/**
 * Lets the user confirm a change of the account, and signs the server's challenge with the wallet's keys.
 * @param requestChallenge gets the challenge of the session that makes the change.
 */
export async function prove(
  ports: FlowPorts,
  requestChallenge: () => Promise<string>,
): Promise<WalletSignatures> {
  const { session, show, ask } = ports
  await ask<void>((answer) => ({ is: 'prove', answer }))
  return retried(ask, async () => {
    show(wait('vault.signing'))
    const entropy = await unlock(ports)
    try {
      const challenge = await requestChallenge()
      // The id of an envelope has no dot: what completes one is signed only where it is created.
      if (!/^v\d+\./.test(challenge)) throw new TypeError('The challenge is not one of the server')
      return await withKeys(entropy, (keys) => signWalletProof(keys, session.userId, challenge))
    } finally {
      eraseBytes(entropy)
    }
  })
}

function phraseProblem(error: unknown): VaultProblem {
  const { problem } = problemOf(error)
  return problem === 'vault.failed-other' ? 'vault.phrase-other' : problem
}
