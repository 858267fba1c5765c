import { eraseBytes } from '../core/bytes.ts'
import { formatRecoveryPhrase } from '../core/recovery-phrase.ts'
import { addPasskey, assertPasskey } from '../wallet/passkeys.ts'
import { createRecoveryCode } from '../wallet/recovery.ts'
import { problemOf } from './vault-problem.ts'
import type { KeepChoice, VaultProblem } from './vault-screen.ts'
import { type FlowPorts, followDevice, stepUp, unlock, wait } from './wallet-flows.ts'

/** Proves the user again before the words are shown: by a passkey, or by a code to the email address. */
async function proveUser(ports: FlowPorts): Promise<void> {
  const { session, authenticator, show } = ports
  if (session.account().passkeys.length === 0) return stepUp(ports)
  show(followDevice)
  const { output } = await assertPasskey(session, authenticator)
  if (output) eraseBytes(output)
}

/** Runs what the user chose; resolves to whether it is a new way to open the wallet. */
async function keepBy(choice: Exclude<KeepChoice, 'later'>, ports: FlowPorts): Promise<boolean> {
  const { session, authenticator, show, ask, passkeyName } = ports
  if (choice === 'phrase') await proveUser(ports)
  show(choice === 'passkey' ? followDevice : wait('vault.loading'))
  const entropy = await unlock(ports)
  try {
    switch (choice) {
      case 'passkey':
        show(followDevice)
        await addPasskey(session, authenticator, entropy, passkeyName())
        return true
      case 'code': {
        const code = await createRecoveryCode(session, entropy)
        await ask<void>((answer) => ({ is: 'new-code', code, answer }))
        return true
      }
      case 'phrase': {
        const phrase = formatRecoveryPhrase(entropy)
        await ask<void>((answer) => ({ is: 'phrase', phrase, answer }))
        return false
      }
    }
  } finally {
    eraseBytes(entropy)
  }
}

/**
 * Offers ways to keep the wallet; resolves to whether the user added one.
 * @param isNew whether the wallet was just created.
 * @param earlier why an attempt before this one failed.
 */
export async function keep(ports: FlowPorts, isNew: boolean, earlier?: VaultProblem): Promise<boolean> {
  let problem = earlier
  for (;;) {
    const shown = problem
    const choice = await ports.ask<KeepChoice>((answer) => ({
      is: 'keep',
      isNew,
      problem: shown,
      answer,
    }))
    problem = undefined
    if (choice === 'later') return false
    try {
      if (await keepBy(choice, ports)) return true
    } catch (error) {
      problem = problemOf(error).problem
    }
  }
}
