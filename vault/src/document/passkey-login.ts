import { postFrameTicket } from '#shared/api/embedded-wallet.ts'
import type { VaultOffer } from '#shared/confirm/messages.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import {
  PasskeyCancelledError,
  PasskeyUnfitError,
  PasskeyUnknownError,
  type UsedPasskey,
} from '../wallet/authenticator.ts'
import { OtherWalletError, openOrCreateWallet, storeLocally } from '../wallet/local-wallet.ts'
import { createSignUp, logInByPasskey, type SignUp, signUpByPasskey } from '../wallet/passkey-users.ts'
import { isRejected, openByOutput, sealForPasskey } from '../wallet/passkeys.ts'
import { startVaultSession, type VaultSession } from '../wallet/vault-session.ts'
import { cleanUp } from './clean-up.ts'
import { type FlowPorts, followDevice, retried, wait } from './flow-ports.ts'
import type { SignUpPasskey, UnfinishedSignUp } from './unfinished-sign-up.ts'
import { problemOf } from './vault-problem.ts'
import type { VaultProblem } from './vault-screen.ts'
import { erasedOnFailure, restore, restoreProblem } from './wallet-flows.ts'

type Opened = Awaited<ReturnType<typeof signUpByPasskey>>

type LoginPorts = Omit<FlowPorts, 'session'> & {
  readonly client: DpopClient
  readonly unfinishedSignUp: UnfinishedSignUp
}

/** The user who has logged in, and whether the passkey opens the wallet. */
export type PasskeyLogin = { readonly session: VaultSession; readonly problem: VaultProblem | undefined }

/** Why a passkey that logs in does not open the wallet, if it does not; other failures are thrown. */
async function problemOfSealing(seal: () => Promise<void>): Promise<VaultProblem | undefined> {
  try {
    await seal()
    return undefined
  } catch (error) {
    // The wallet exists; another way to keep it is offered next.
    if (error instanceof PasskeyUnfitError || error instanceof PasskeyCancelledError)
      return problemOf(error).problem
    throw error
  }
}

/**
 * The entropy of the user's wallet, once it is on this device. A wallet that is not, as after the device was revoked, is opened by the
 * passkey's output, or restored.
 */
async function openHere(ports: FlowPorts, output: Bytes | undefined): Promise<Bytes> {
  const { session, records } = ports
  try {
    return await openOrCreateWallet(session, records)
  } catch (error) {
    if (!(error instanceof OtherWalletError)) throw error
    // Another device may have created the wallet since the account was read.
    if (session.account().accounts === undefined) await session.reload()
  }
  try {
    const entropy = await openByOutput(session, output?.slice())
    return await erasedOnFailure(entropy, () => storeLocally(session, records, entropy))
  } catch (error) {
    if (!(error instanceof PasskeyUnfitError)) throw error
    return restore(ports, restoreProblem('passkey', error))
  }
}

async function logIn(ports: LoginPorts, allowed?: string): Promise<PasskeyLogin> {
  ports.show(followDevice)
  const loggedIn = await logInByPasskey(ports.client, ports.authenticator, allowed)
  const { output } = loggedIn.passkey
  return openWallet(ports, loggedIn).finally(() => output && eraseBytes(output))
}

async function openWallet(
  ports: LoginPorts,
  { opened, passkey }: Awaited<ReturnType<typeof logInByPasskey>>,
): Promise<PasskeyLogin> {
  const { client, records, authenticator, show } = ports
  show(wait('vault.loading'))
  const session = await startVaultSession({ client, records }, opened)
  await cleanUp({ ...ports, session })
  const entropy = await openHere({ ...ports, session }, passkey.output)
  try {
    const hasEnvelope = session
      .account()
      .envelopes.some(({ passkeyId, isComplete }) => passkeyId === passkey.id && isComplete)
    // A passkey without a complete envelope opens the wallet from now on.
    const problem =
      hasEnvelope || passkey.output === undefined
        ? undefined
        : await problemOfSealing(() => {
            show(followDevice)
            return sealForPasskey(session, authenticator, entropy, passkey)
          })
    return { session, problem }
  } finally {
    eraseBytes(entropy)
  }
}

async function createWallet(
  { client, records, authenticator, show, persistStorage }: LoginPorts,
  opened: Opened,
  passkey: UsedPasskey,
): Promise<PasskeyLogin> {
  show(wait('vault.creating'))
  persistStorage()
  const session = await startVaultSession({ client, records }, opened)
  const entropy = await openOrCreateWallet(session, records)
  try {
    show(followDevice)
    const problem = await problemOfSealing(() => sealForPasskey(session, authenticator, entropy, passkey))
    return { session, problem }
  } finally {
    eraseBytes(entropy)
  }
}

/**
 * Signs up. After a failure, and in a window that was closed before the end, the server may have the user: then the next call continues
 * with the same passkey, so that it creates no second user.
 */
function createSignUpFlow(ports: LoginPorts): () => Promise<PasskeyLogin> {
  const { client, authenticator, show, passkeyName, unfinishedSignUp } = ports
  let unfinished: SignUp | undefined

  const forget = async ({ id, rpId }: SignUpPasskey) => {
    unfinished = undefined
    unfinishedSignUp.clear()
    await authenticator.forget(rpId, id)
  }

  async function begin(): Promise<PasskeyLogin> {
    show(followDevice)
    const { signUp, output } = await createSignUp(client, authenticator, passkeyName())
    const passkey = { id: signUp.registration.id, rpId: signUp.rpId }
    unfinished = signUp
    unfinishedSignUp.set(passkey)
    try {
      const opened = await signUpByPasskey(client, signUp).catch(async (error: unknown) => {
        if (isRejected(error)) await forget(passkey)
        throw error
      })
      return await createWallet(ports, opened, { id: passkey.id, output })
    } finally {
      if (output) eraseBytes(output)
    }
  }

  /** Logs in with the passkey of a sign-up that the server may have handled; without it, signs up with another one. */
  async function logInOrBegin(passkey: SignUpPasskey): Promise<PasskeyLogin> {
    try {
      return await logIn(ports, passkey.id)
    } catch (error) {
      if (!(error instanceof PasskeyUnknownError)) throw error
      await forget(passkey)
      return begin()
    }
  }

  async function resume(signUp: SignUp): Promise<PasskeyLogin> {
    const { id } = signUp.registration
    show(wait('vault.loading'))
    const opened = await signUpByPasskey(client, signUp).catch((error: unknown) => {
      const status = httpStatusOf(error)
      // The challenge is used or has expired: a login shows whether the server has the user.
      if (status === 400 || status === 409) return undefined
      throw error
    })
    if (opened) return createWallet(ports, opened, { id, output: undefined })
    return logInOrBegin({ id, rpId: signUp.rpId })
  }

  /** Continues what another window has begun. A user who does not use that passkey may sign up with another one. */
  async function resumeOther(passkey: SignUpPasskey): Promise<PasskeyLogin> {
    try {
      return await logInOrBegin(passkey)
    } catch (error) {
      if (error instanceof PasskeyCancelledError) unfinishedSignUp.clear()
      throw error
    }
  }

  return () => {
    if (unfinished) return resume(unfinished)
    const passkey = unfinishedSignUp.read()
    return passkey ? resumeOther(passkey) : begin()
  }
}

/** Lets the user log in with a passkey, or create a user with a new one. */
export async function passkeyLogin(ports: LoginPorts): Promise<PasskeyLogin> {
  let problem: VaultProblem | undefined
  const signUp = createSignUpFlow(ports)
  for (;;) {
    const shown = problem
    const choice = await ports.ask<'log-in' | 'sign-up'>((answer) => ({
      is: 'log-in',
      problem: shown,
      answer,
    }))
    try {
      const login = await (choice === 'log-in' ? logIn(ports) : signUp())
      ports.unfinishedSignUp.clear()
      return login
    } catch (error) {
      problem = problemOf(error).problem
    }
  }
}

/** A ticket by which the frame logs in as the vault's user; after a failure the user may repeat the call. */
export const frameTicket = (
  { session, ask, show }: Pick<FlowPorts, 'session' | 'ask' | 'show'>,
  { origin, keyThumbprint }: Pick<VaultOffer, 'origin' | 'keyThumbprint'>,
): Promise<string> =>
  retried(ask, async () => {
    show(wait('vault.loading'))
    const body = { site: origin, keyThumbprint }
    const { ticket } = await session.run((call, token) =>
      call(postFrameTicket, { params: {}, query: {}, body }, token),
    )
    return ticket
  })
