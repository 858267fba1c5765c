import { postFrameTicket } from '#shared/api/embedded-wallet.ts'
import type { VaultOffer } from '#shared/confirm/messages.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { eraseBytes } from '../core/bytes.ts'
import { createLocalWallet, isUsable, storeLocally } from '../wallet/local-wallet.ts'
import {
  logInByPasskey,
  openByOutput,
  PasskeyUnfitError,
  sealForPasskey,
  signUpByPasskey,
} from '../wallet/passkeys.ts'
import { startVaultSession, type VaultSession } from '../wallet/vault-session.ts'
import { problemOf } from './vault-problem.ts'
import type { VaultProblem } from './vault-screen.ts'
import { type FlowPorts, followDevice, wait } from './wallet-flows.ts'

type LoginPorts = Omit<FlowPorts, 'session'> & { readonly client: DpopClient }

/** The user who has logged in, and whether the passkey opens the wallet. */
export type PasskeyLogin = { readonly session: VaultSession; readonly problem: VaultProblem | undefined }

async function logIn({ client, records, authenticator, show }: LoginPorts): Promise<PasskeyLogin> {
  show(followDevice)
  const { opened, output } = await logInByPasskey(client, authenticator)
  show(wait('vault.loading'))
  const session = await startVaultSession({ client, records }, opened)
  if (isUsable(await records.wallet(session.userId), session)) {
    if (output) eraseBytes(output)
  } else if (opened.account.accounts === undefined) {
    await createLocalWallet(session, records)
  } else {
    const entropy = await openByOutput(session, output)
    await storeLocally(session, records, entropy).finally(() => eraseBytes(entropy))
  }
  return { session, problem: undefined }
}

async function signUp(ports: LoginPorts): Promise<PasskeyLogin> {
  const { client, records, authenticator, show, passkeyName, persistStorage } = ports
  show(followDevice)
  const { opened, created } = await signUpByPasskey(client, authenticator, passkeyName())
  show(wait('vault.creating'))
  await persistStorage().catch(() => undefined)
  const session = await startVaultSession({ client, records }, opened)
  let problem: VaultProblem | undefined
  await createLocalWallet(session, records, async (entropy) => {
    show(followDevice)
    try {
      await sealForPasskey(session, authenticator, entropy, created)
    } catch (error) {
      // The wallet exists; another way to keep it is offered next.
      if (!(error instanceof PasskeyUnfitError)) throw error
      problem = problemOf(error).problem
    }
  })
  return { session, problem }
}

/** Lets the user log in with a passkey, or create a user with a new one. */
export async function passkeyLogin(ports: LoginPorts): Promise<PasskeyLogin> {
  let problem: VaultProblem | undefined
  for (;;) {
    const shown = problem
    const choice = await ports.ask<'log-in' | 'sign-up'>((answer) => ({
      is: 'log-in',
      problem: shown,
      answer,
    }))
    try {
      return await (choice === 'log-in' ? logIn(ports) : signUp(ports))
    } catch (error) {
      problem = problemOf(error).problem
    }
  }
}

/** A ticket by which the frame logs in as the vault's user. */
export async function frameTicket(
  session: VaultSession,
  { origin, keyThumbprint }: VaultOffer,
): Promise<string> {
  const body = { site: origin, keyThumbprint }
  const { ticket } = await session.run((call, token) =>
    call(postFrameTicket, { params: {}, query: {}, body }, token),
  )
  return ticket
}
